import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { countPages } from '#contract/call/paging.ts';
import type { CallGroup, CallList, CallQueue, CallQueuePart } from '#contract/leads/call-order.ts';
import * as contract from '#contract/leads/call-order.ts';
import { worklistLimit } from '#contract/leads/lead-queue.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  addSerializedField,
  createSerializer,
  joinSerializedList,
  type SerializedJson,
} from '#server/http/serialized-json.ts';
import { findAndSerialize } from '#server/leads/record/serialized-leads.ts';
import type { CappedCount } from '#server/lib/counted.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { type CallPlan, filterWorkableNow, orderCalls, planCalls, type QueuedCall } from './call-order.ts';
import { findQueuedLeads, type QueuedLeadRow } from './call-queue.db.ts';
import { countSpans, type DueLead, findWalked, type QueueScope, type WalkedSpans } from './lead-queue.db.ts';
import { toQueueScope } from './lead-queue.service.ts';

// The same for all who may see the centers; `free`: nobody's.
type Counts = Pick<CallQueue, 'groups' | 'waitingLong'> & { total: CappedCount; free: CappedCount };

type Found = { leads: QueuedLeadRow[]; places: QueuedCall[] };

const serializeRest = createSerializer(contract.callQueue.omit({ leads: true }));

const shared = createSharedReads<Db, Found>();
const sharedCounts = createSharedReads<Db, Counts>();
const sharedOwn = createSharedReads<Db, CappedCount[]>();

/**
 * Reads the queue of the centers that the actor may see. Read once for the many browsers that ask at once after a change, whose moment
 * they share.
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
    const [{ leads, places }, counts] = await Promise.all([
      shared(db, `${key} ${part} ${offset} ${most}`, async () => {
        const places = await findPlaces(context, plan, [scope], { part, most });
        return settle(context, places.slice(offset, most));
      }),
      countAll(context, plan, scope),
    ]);
    return { leads, places, counts };
  });
  const { total, ...counts } = found.counts;
  const listed = totalOfPart(found.counts, part);
  const rest = serializeRest({
    ...counts,
    places: found.places.map(({ group, isLongest }) => ({ group, isLongest })),
    totalPages: countPages(Math.min(listed.total, furthest), limit),
    totalLeadsCount: listed.total,
    isTotalCapped: listed.isCapped,
  });
  return addSerializedField('leads', joinSerializedList(leads), rest);
}

export async function getCallList(
  context: ActorContext,
  narrowing: EndpointQuery<typeof contract.getCallList>,
): Promise<CallList> {
  const plan = planOf(context);
  const scope = toQueueScope(context, narrowing);
  const advisors = scope.advisor === undefined ? [context.actor._id, null] : [scope.advisor];
  const scopes = advisors.map((advisor) => ({ ...scope, advisor }));
  const now = { ...plan, groups: filterWorkableNow(plan) };
  const [{ places }, { total, colleagues }] = await Promise.all([
    findManyPlaces(context, now, scopes, worklistLimit + 1).then((found) => settle(context, found)),
    countAll(context, plan, scope),
  ]);
  return {
    leads: places.slice(0, worklistLimit).map(({ _id, group }) => ({ _id, group })),
    isCapped: places.length > worklistLimit,
    total: asTotal(total),
    colleagues,
  };
}

function planOf({ dealer: { timeZone }, clock }: ActorContext): CallPlan {
  const now = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
  return planCalls(timeZone, now, contract.longWaitDays);
}

type CallWalk = { group: CallGroup; walk: WalkedSpans };

async function findPlaces(
  { db }: ActorContext,
  plan: CallPlan,
  scopes: readonly QueueScope[],
  { part, most }: { part?: CallQueuePart | undefined; most: number },
): Promise<QueuedCall[]> {
  const groups = part === 'waitingLong' ? [] : part ? [part] : contract.callGroups;
  const walks = groups.flatMap((group) => plan.groups[group].map((walk) => ({ group, walk })));
  const longest: WalkedSpans[] =
    part === undefined ? [plan.longest] : part === 'waitingLong' ? [plan.waitingLong] : [];
  const found = await findWalked(db, [...walks.map(({ walk }) => walk), ...longest], scopes, most);
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
    findWalked(
      db,
      walks.map(({ walk }) => walk),
      scopes,
      limit,
    );
  const mostLongest = Math.ceil(most / contract.longestWaitingInterval);
  const early = walksOf(contract.callGroups.slice(0, firstGroups));
  const [first, [oldest = []]] = await Promise.all([
    read(early, most),
    findWalked(db, [longest], scopes, mostLongest),
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
  const [waiting] = await findWalked(db, [longest], scopes, most);
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

async function countAll({ db, actor }: ActorContext, plan: CallPlan, scope: QueueScope) {
  const isOfAll = scope.advisor === undefined;
  const mine = { spans: plan.whole, scope: { ...scope, advisor: actor._id } };
  const key = JSON.stringify([plan, scope]);
  const [{ free, ...counts }, [own = nothing] = []] = await Promise.all([
    sharedCounts(db, key, () => countForAll(db, plan, scope)),
    isOfAll ? sharedOwn(db, `${key} ${actor._id}`, () => countSpans(db, [mine])) : undefined,
  ]);
  const theirs = sum([own, free]);
  const colleagues = {
    count: Math.max(0, counts.total.count - theirs.count),
    isCapped: counts.total.isCapped || theirs.isCapped,
  };
  return { ...counts, colleagues: asTotal(isOfAll ? colleagues : nothing) };
}

async function countForAll(db: Db, plan: CallPlan, scope: QueueScope): Promise<Counts> {
  const isOfAll = scope.advisor === undefined;
  const isKnown = isOfAll && scope.offering === undefined;
  const groups = contract.callGroups.map((group) => {
    const spans = plan.groups[group].flatMap(({ spans }) => spans);
    return { spans: isKnown && group === 'older' ? [{ kinds: ['new' as const] }] : spans, scope };
  });
  const long = { spans: plan.waitingLong.spans, scope };
  const nobodys = { spans: plan.whole, scope: { ...scope, advisor: null } };
  const counted = await countSpans(db, [...groups, long, ...(isOfAll ? [nobodys] : [])]);
  const byGroup = new Map(contract.callGroups.map((group, place) => [group, counted[place] ?? nothing]));
  if (isKnown) byGroup.set('older', withoutTimed(byGroup));
  const [waitingLong = nothing, free = nothing] = counted.slice(groups.length);
  return {
    groups: contract.callGroups.map((group) => ({ group, ...asTotal(byGroup.get(group) ?? nothing) })),
    waitingLong: asTotal(waitingLong),
    total: sum([...byGroup.values()]),
    free,
  };
}

const nothing: CappedCount = { count: 0, isCapped: false };

// A counter knows all that nobody has answered; few of them are timed today.
function withoutTimed(groups: ReadonlyMap<CallGroup, CappedCount>): CappedCount {
  const { count, isCapped } = groups.get('older') ?? nothing;
  const timed = sum([groups.get('targetRunning') ?? nothing, groups.get('targetMissed') ?? nothing]);
  return { count: Math.max(0, count - timed.count), isCapped: isCapped || timed.isCapped };
}

function sum(counts: readonly CappedCount[]): CappedCount {
  return {
    count: counts.reduce((all, { count }) => all + count, 0),
    isCapped: counts.some(({ isCapped }) => isCapped),
  };
}

function asTotal({ count, isCapped }: CappedCount) {
  return { total: count, isCapped };
}

function totalOfPart(counts: Omit<Counts, 'free'>, part: CallQueuePart | undefined) {
  if (part === undefined) return asTotal(counts.total);
  if (part === 'waitingLong') return counts.waitingLong;
  return counts.groups.find(({ group }) => group === part) ?? asTotal(nothing);
}
