import type { CallGroup, CallQueue, CallQueuePart } from '#contract/leads/call-order.ts';
import * as contract from '#contract/leads/call-order.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import type { CappedCount } from '#server/lib/counted.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import type { CallPlan } from './call-order.ts';
import { countDueLeads, type QueueScope } from './lead-queue.db.ts';

// The same for all who may see the centers; `free`: nobody's.
type Counts = Pick<CallQueue, 'waitingLong'> & {
  groups: Omit<CallQueue['groups'][number], 'early'>[];
  total: CappedCount;
  free: CappedCount;
};

const sharedCounts = createSharedReads<Db, Counts>();
const sharedOwn = createSharedReads<Db, CappedCount[]>();

/** Counts what is due in a scope, in all and by group, and how much of it colleagues have. */
export async function countQueue({ db, actor }: ActorContext, plan: CallPlan, scope: QueueScope) {
  const isOfAll = scope.advisor === undefined;
  const mine = { spans: plan.whole, scope: { ...scope, advisor: actor._id } };
  const key = JSON.stringify([plan, scope]);
  const [{ free, ...counts }, [own = nothing] = []] = await Promise.all([
    sharedCounts(db, key, () => countForAll(db, plan, scope)),
    isOfAll ? sharedOwn(db, `${key} ${actor._id}`, () => countDueLeads(db, [mine])) : undefined,
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
  const counted = await countDueLeads(db, [...groups, long, ...(isOfAll ? [nobodys] : [])]);
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

/** Picks the count of a part of the queue from the counts of {@link countQueue}; undefined picks the total. */
export function countQueuePart(counts: Omit<Counts, 'free'>, part: CallQueuePart | undefined) {
  if (part === undefined) return asTotal(counts.total);
  if (part === 'waitingLong') return counts.waitingLong;
  return counts.groups.find(({ group }) => group === part) ?? asTotal(nothing);
}
