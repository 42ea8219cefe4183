import type { EndpointParams, EndpointQuery } from '#contract/call/endpoint.ts';
import type { LeadQueue, Worklist } from '#contract/leads/lead-queue.ts';
import * as contract from '#contract/leads/lead-queue.ts';
import type { Lead, LeadList } from '#contract/leads/leads.ts';
import { type QueueGroup, queueGroups } from '#contract/leads/queue-groups.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext, Context } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  addSerializedField,
  createSerializedField,
  createSerializer,
  joinSerializedList,
  type SerializedJson,
} from '#server/http/serialized-json.ts';
import { serializeList } from '#server/leads/lists/lead-lists.service.ts';
import { maySeeCustomers, narrowCenters } from '#server/leads/record/leads.policy.ts';
import { findAndSerialize } from '#server/leads/record/serialized-leads.ts';
import { type CappedCount, exactCount, rangeFromNearerEnd } from '#server/lib/counted.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import {
  countSpans,
  type DueSpan,
  deleteEmptyDueCounts,
  findDue,
  findQueue,
  findWalked,
  type QueueScope,
} from './lead-queue.db.ts';

type Group = LeadQueue['groups'][number];

const serializeTotal = createSerializer(contract.leadQueue.shape.groups.element.omit({ leads: true }));

const shared = createSharedReads<Db, SerializedJson<LeadQueue>>();

/**
 * Reads the queue of the centers that the actor may see; counts by center alone are exact. Read once for the many browsers that ask at
 * once after a change.
 */
export function getQueue(
  context: ActorContext,
  query: EndpointQuery<typeof contract.getQueue>,
): Promise<SerializedJson<LeadQueue>> {
  const { db, actor } = context;
  const spans = queueGroups.map((group) => spansOf(context)[group]);
  const scope = toQueueScope(context, query);
  const key = JSON.stringify([spans, scope, maySeeCustomers(actor)]);
  return shared(db, key, async () => {
    const { found, leads } = await findAndSerialize(context, () =>
      findQueue(db, spans, scope, contract.queuePreview),
    );
    const groups = queueGroups.map((group, place) => {
      const own = leads.filter((_, at) => found.leads[at]?.place === place);
      return serializeGroup(group, found.totals[place] ?? exactCount(0), own);
    });
    return createSerializedField('groups', joinSerializedList(groups));
  });
}

function serializeGroup(
  group: QueueGroup,
  { count, isCapped }: CappedCount,
  leads: readonly SerializedJson<Lead>[],
): SerializedJson<Group> {
  const total = serializeTotal({ group, total: count, isTotalCapped: isCapped });
  return addSerializedField('leads', joinSerializedList(leads), total);
}

export async function listQueue(
  context: ActorContext,
  { group }: EndpointParams<typeof contract.listQueue>,
  query: EndpointQuery<typeof contract.listQueue>,
): Promise<SerializedJson<LeadList>> {
  const { page, limit } = query;
  const span = spansOf(context)[group];
  const scope = toQueueScope(context, query);
  const offset = (page - 1) * limit;
  const { found, leads } = await findAndSerialize(context, async () => {
    const [total = exactCount(0)] = await countSpans(context.db, [{ spans: [span], scope }]);
    const { count, isCapped } = total;
    const range = isCapped ? { limit, offset, isFromEnd: false } : rangeFromNearerEnd(count, limit, offset);
    return { total, leads: offset < count ? await findDue(context.db, span, scope, range) : [] };
  });
  return serializeList(leads, found.total, limit);
}

export async function getWorklist(
  context: ActorContext,
  query: EndpointQuery<typeof contract.getWorklist>,
): Promise<Worklist> {
  const spans = spansOf(context);
  const now = { ...spans, tryAgain: { ...spans.tryAgain, before: clockTime(context.clock.now()) } };
  const scope = toQueueScope(context, query);
  const advisors = scope.advisor === undefined ? [context.actor._id, null] : [scope.advisor];
  const scopes = advisors.map((advisor) => ({ ...scope, advisor }));
  // The first groups often fill it; a lead that moves on meanwhile may be met twice.
  const found = new Map<string, QueueGroup>();
  for (const group of queueGroups) {
    if (found.size > contract.worklistLimit) break;
    const walk = { spans: [now[group]], isNewestFirst: false };
    const [due = []] = await findWalked(context.db, [walk], scopes, contract.worklistLimit + 1);
    for (const { id } of due) if (!found.has(id)) found.set(id, group);
  }
  const leads = Array.from(found, ([_id, group]) => ({ _id, group }));
  return {
    leads: leads.slice(0, contract.worklistLimit),
    isCapped: leads.length > contract.worklistLimit,
  };
}

function spansOf({ dealer: { timeZone }, clock }: ActorContext): Record<QueueGroup, DueSpan> {
  const today = dateInTimeZone(timeZone, clock.now());
  const tomorrow = addDays(today, 1);
  return {
    overdue: { kinds: ['followUp'], before: today },
    dueToday: { kinds: ['followUp'], from: today, before: tomorrow },
    new: { kinds: ['new'] },
    tryAgain: { kinds: ['tryAgain'], before: clockTime(instantInTimeZone(timeZone, tomorrow, '00:00')) },
    passedAppointment: { kinds: ['appointment', 'reminded'], before: today },
    comingAppointment: { kinds: ['appointment'], from: today, before: addDays(today, 2) },
  };
}

function clockTime(at: Date): string {
  return at.toISOString().slice(0, -1);
}

/** Narrows a query to the centers that the actor may see. */
export function toQueueScope(
  { actor }: ActorContext,
  query: EndpointQuery<typeof contract.getQueue>,
): QueueScope {
  const advisors = { mine: actor._id, nobody: null };
  return {
    centers: narrowCenters(actor, query.serviceCenter),
    offering: query.serviceID,
    advisor: query.advisor && advisors[query.advisor],
  };
}

/** Drops counters of days on which no lead is due. @returns false: nothing is left to do. */
export async function cleanDueCounts({ db }: Context): Promise<boolean> {
  await deleteEmptyDueCounts(db);
  return false;
}
