import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { countPages } from '#contract/call/paging.ts';
import type { CallGroup, CallList, CallQueue, CallQueuePart } from '#contract/leads/call-order.ts';
import * as contract from '#contract/leads/call-order.ts';
import { worklistLimit } from '#contract/leads/lead-queue.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { getNextOpening } from '#contract/working-time.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  addSerializedField,
  createSerializer,
  joinSerializedList,
  type SerializedJson,
} from '#server/http/serialized-json.ts';
import type { VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { findAndSerialize } from '#server/leads/record/serialized-leads.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { getCachedHours } from '#server/working-hours/working-hours.service.ts';
import {
  type CallPlan,
  filterWorkableNow,
  findCallGroup,
  orderCalls,
  planCalls,
  type QueuedCall,
} from './call-order.ts';
import { findDueOfLead, findQueuedLeads, type QueuedLeadRow } from './call-queue.db.ts';
import { type DueLead, findWalkedLeads, type QueueScope, type WalkedSpans } from './lead-queue.db.ts';
import { toQueueScope } from './lead-queue.service.ts';
import { countQueue, countQueuePart } from './queue-counts.service.ts';

type Found = { leads: QueuedLeadRow[]; places: QueuedCall[] };

// `early`: the groups of leads that have a place among others, on the page or before it.
type FoundPage = Found & { openings: readonly (Date | undefined)[]; early: readonly CallGroup[] };

const serializeRest = createSerializer(contract.callQueue.omit({ leads: true }));

const shared = createSharedReads<Db, FoundPage>();

/**
 * Reads a page of the queue of the centers that the actor may see, with the counts of its groups. It is read once for the many
 * browsers that ask at once after a change, whose moment they share.
 */
export async function getCallQueue(
  context: ActorContext,
  { page, limit, part, ...narrowing }: EndpointQuery<typeof contract.getCallQueue>,
): Promise<SerializedJson<CallQueue>> {
  const { db } = context;
  const plan = planOf(context);
  const scope = toQueueScope(context, narrowing);
  const offset = (page - 1) * limit;
  const furthest = part ? maxCountedRows : contract.maxOrderedCalls;
  const most = Math.min(offset + limit, furthest);
  const key = JSON.stringify([plan, scope]);
  const { found, leads } = await findAndSerialize(context, async () => {
    const [shown, counts] = await Promise.all([
      shared(db, `${key} ${part} ${offset} ${most}`, async () => {
        const places = await findPlacesInQueue(context, plan, [scope], { part, most });
        return findPage(context, places, offset);
      }),
      countQueue(context, plan, scope),
    ]);
    return { ...shown, counts };
  });
  const { total, groups, ...counts } = found.counts;
  const listed = countQueuePart(found.counts, part);
  const rest = serializeRest({
    ...counts,
    groups: groups.map((one) => ({
      ...one,
      early: found.early.filter((group) => group === one.group).length,
    })),
    places: found.places.map(({ group, isLongest }, at) => ({
      group,
      isLongest,
      opensAt: found.openings[at]?.toISOString() ?? null,
    })),
    totalPages: countPages(Math.min(listed.total, furthest), limit),
    totalLeadsCount: listed.total,
    isTotalCapped: listed.isCapped,
  });
  return addSerializedField('leads', joinSerializedList(leads), rest);
}

/**
 * Lists the ids of the leads to call now, in order of the queue, up to the limit of a worklist: those of the actor and those of
 * nobody, unless the query says whose.
 */
export async function getCallList(
  context: ActorContext,
  narrowing: EndpointQuery<typeof contract.getCallList>,
): Promise<CallList> {
  const plan = planOf(context);
  const scope = toQueueScope(context, narrowing);
  const advisors = scope.advisor === undefined ? [context.actor._id, null] : [scope.advisor];
  const scopes = advisors.map((advisor) => ({ ...scope, advisor }));
  const now = { ...plan, groups: filterWorkableNow(plan) };
  const found = await findManyPlaces(context, now, scopes, worklistLimit + 1);
  const { places } = await settle(context, found);
  return {
    leads: places.slice(0, worklistLimit).map(({ _id, group }) => ({ _id, group })),
    isCapped: places.length > worklistLimit,
  };
}

async function findPage(
  context: ActorContext,
  places: readonly QueuedCall[],
  offset: number,
): Promise<FoundPage> {
  const isEarly = ({ isLongest }: QueuedCall) => isLongest;
  const [page, before] = await Promise.all([
    settle(context, places.slice(offset)),
    settle(context, places.slice(0, offset).filter(isEarly)),
  ]);
  return {
    ...page,
    openings: await listOpenings(context, page),
    early: [...before.places, ...page.places.filter(isEarly)].map(({ group }) => group),
  };
}

async function listOpenings(context: ActorContext, { leads, places }: Found): Promise<(Date | undefined)[]> {
  const hours = await getCachedHours(context);
  const { timeZone } = context.dealer;
  const from = context.clock.now();
  const running = leads.filter((_, at) => places[at]?.group === 'targetRunning');
  const centers = new Set(running.map(({ service_center_id }) => service_center_id));
  const openings = new Map(
    Array.from(centers, (center) => [center, getNextOpening(hours, { timeZone, center, from })]),
  );
  return leads.map((lead) => (running.includes(lead) ? openings.get(lead.service_center_id) : undefined));
}

/** @returns the group of the queue in which a lead that the actor may see stands now; null when nothing is due. */
export async function getCallGroup(context: ActorContext, lead: VisibleLead): Promise<CallGroup | null> {
  const due = await findDueOfLead(context.db, lead.id);
  return (due && findCallGroup(planOf(context), due)) ?? null;
}

function planOf({ dealer: { timeZone }, clock }: ActorContext): CallPlan {
  // Whole seconds are shared by many readers; rounded up, so that what has just become due can be worked.
  const now = new Date(Math.ceil(clock.now().getTime() / 1_000) * 1_000);
  return planCalls(timeZone, now, contract.longWaitDays);
}

type CallWalk = { group: CallGroup; walk: WalkedSpans };

async function findPlacesInQueue(
  { db }: ActorContext,
  plan: CallPlan,
  scopes: readonly QueueScope[],
  { part, most }: { part?: CallQueuePart | undefined; most: number },
): Promise<QueuedCall[]> {
  const groups = part === 'waitingLong' ? [] : part ? [part] : contract.callGroups;
  const walks = groups.flatMap((group) => plan.groups[group].map((walk) => ({ group, walk })));
  const longest: WalkedSpans[] =
    part === undefined ? [plan.longest] : part === 'waitingLong' ? [plan.waitingLong] : [];
  const found = await findWalkedLeads(db, [...walks.map(({ walk }) => walk), ...longest], scopes, most);
  const waiting = waitingOf(found[walks.length]);
  return part === 'waitingLong'
    ? waiting.map((place) => ({ ...place, isLongest: false }))
    : orderCalls(idsOf(walks, found), waiting, most);
}

async function findManyPlaces(
  { db }: ActorContext,
  { groups, longest }: CallPlan,
  scopes: readonly QueueScope[],
  most: number,
): Promise<QueuedCall[]> {
  const walksOf = (some: readonly CallGroup[]) =>
    some.flatMap((group) => groups[group].map((walk) => ({ group, walk })));
  const read = async (walks: readonly CallWalk[], limit: number) =>
    findWalkedLeads(
      db,
      walks.map(({ walk }) => walk),
      scopes,
      limit,
    );
  const mostLongest = Math.ceil(most / contract.longestWaitingInterval);
  const early = walksOf(contract.callGroups.slice(0, firstGroups));
  const [first, [oldest = []]] = await Promise.all([
    read(early, most),
    findWalkedLeads(db, [longest], scopes, mostLongest),
  ]);
  let ids = idsOf(early, first);
  if (new Set(Object.values(ids).flat()).size < most) {
    const late = walksOf(contract.callGroups.slice(firstGroups));
    ids = { ...ids, ...idsOf(late, await read(late, most)) };
  }
  const places = orderCalls(ids, waitingOf(oldest), most);
  const given = places.filter(({ isLongest }) => isLongest).length;
  const isCut =
    oldest.length === mostLongest && given < Math.floor(places.length / contract.longestWaitingInterval);
  if (!isCut) return places;
  // Some had a place already.
  const [waiting] = await findWalkedLeads(db, [longest], scopes, most);
  return orderCalls(ids, waitingOf(waiting), most);
}

const firstGroups = 5;

function idsOf(
  walks: readonly CallWalk[],
  found: readonly DueLead[][],
): Partial<Record<CallGroup, string[]>> {
  const ids: Partial<Record<CallGroup, string[]>> = {};
  for (const [place, { group }] of walks.entries())
    ids[group] = [...(ids[group] ?? []), ...(found[place] ?? []).map(({ id }) => id)];
  return ids;
}

function waitingOf(found: readonly DueLead[] = []): Pick<QueuedCall, '_id' | 'group'>[] {
  return found.map(({ id, kind }) => ({ _id: id, group: waitingGroups[kind] }));
}

const waitingGroups: Record<DueLead['kind'], CallGroup> = {
  followUp: 'overdue',
  tryAgain: 'overdue',
  appointment: 'passedAppointment',
  reminded: 'passedAppointment',
  new: 'older',
};

async function settle(
  { db, dealer: { timeZone }, clock }: ActorContext,
  places: readonly QueuedCall[],
): Promise<Found> {
  if (places.length === 0) return { leads: [], places: [] };
  const now = clock.now();
  const today = instantInTimeZone(timeZone, dateInTimeZone(timeZone, now), '00:00');
  const placed = await findQueuedLeads(
    db,
    places.map(({ _id }) => _id),
  );
  const leads = new Map(placed.map((lead) => [lead.id, lead]));
  const there = places.flatMap((place) => {
    const lead = leads.get(place._id);
    if (!lead) return [];
    const at = lead.response_due_at;
    const isTimed = place.group === 'older' && at !== null && at >= today;
    return {
      lead,
      place: isTimed
        ? { ...place, group: at >= now ? ('targetRunning' as const) : ('targetMissed' as const) }
        : place,
    };
  });
  return { leads: there.map(({ lead }) => lead), places: there.map(({ place }) => place) };
}
