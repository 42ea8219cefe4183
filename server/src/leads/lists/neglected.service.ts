import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { type OpenStatus, openStatuses } from '#contract/leads/lead-lists.ts';
import {
  type groupNeglected as groupNeglectedCall,
  type listNeglected,
  type NeglectedFilters,
  type NeglectedGroup,
  type NeglectedList,
  neglectedList,
} from '#contract/leads/lead-oversight.ts';
import { type Worklist, worklistLimit } from '#contract/leads/lead-queue.ts';
import type { QueueGroup } from '#contract/leads/queue-groups.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { readNeglectedAfterDays } from '#server/dealer/dealer-rules.service.ts';
import { addSerializedField, createSerializer, type SerializedJson } from '#server/http/serialized-json.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import { narrowCenters } from '#server/leads/record/leads.policy.ts';
import type { LeadFilter, NeglectCriteria } from './lead-filter.db.ts';
import { parseListSearch, readListPage, toListOrder } from './lead-lists.service.ts';
import { countMatches, findLeadIds } from './lead-pages.db.ts';
import { countFoundLeadsBy, countNeglectedLeadsBy } from './neglected.db.ts';

const serializeCounts = createSerializer(neglectedList.shape.counts);

const day = 86_400_000;

/**
 * Lists the open leads without a contact or a change of status for longer than the dealer allows, those neglected longest first unless
 * sorted.
 */
export async function listNeglectedLeads(
  context: ActorContext,
  { page, limit, sort = 'waiting', order, ...query }: EndpointQuery<typeof listNeglected>,
): Promise<SerializedJson<NeglectedList>> {
  const filters = await filtersOf(context, query);
  const list = await readListPage(
    context,
    { page, limit },
    filters[query.status],
    toListOrder({ sort, order }),
  );
  const [pending, potential, booked] = await countMatches(
    context.db,
    openStatuses.map((status) => filters[status]),
  );
  if (!pending || !potential || !booked) throw new Error('Not every status was counted');
  return addSerializedField('counts', serializeCounts({ pending, potential, booked }), list);
}

/** Makes the filter of {@link listNeglectedLeads} from a query, for its one status, narrowed to the centers that the actor may see. */
export async function createNeglectedFilter(
  context: ActorContext,
  query: NeglectedFilters,
): Promise<LeadFilter & { neglected: NeglectCriteria }> {
  return (await filtersOf(context, query))[query.status];
}

/**
 * Counts neglected leads by center or advisor, most first. With a search it counts up to {@link maxCountedRows} in all, and `isCapped`
 * says that there are more.
 */
export async function groupNeglected(
  context: ActorContext,
  { by, ...query }: EndpointQuery<typeof groupNeglectedCall>,
): Promise<NeglectedGroup[]> {
  const { db } = context;
  const filter = await createNeglectedFilter(context, query);
  const [groups, { centers, people }] = await Promise.all([
    filter.search
      ? countFoundLeadsBy(db, by, filter)
      : countNeglectedLeadsBy(db, by, filter.neglected, filter),
    loadNames(context),
  ]);
  const isCapped =
    groups.reduce((sum, { count }) => sum + count, 0) > maxCountedRows && Boolean(filter.search);
  const nameOf = (id: string) => (by === 'advisor' ? people.get(id) : centers.get(id)?.name) ?? '';
  return groups
    .map(({ id, count }) => ({ _id: id, name: id && nameOf(id), count, isCapped }))
    .sort((one, other) => other.count - one.count || (one.name ?? '').localeCompare(other.name ?? ''));
}

const groupOf: Record<OpenStatus, QueueGroup> = {
  pending: 'new',
  potential: 'overdue',
  booked: 'passedAppointment',
};

/** Lists the ids of the neglected leads to work through, longest neglected first, up to the limit of a worklist. */
export async function getNeglectedWorklist(
  context: ActorContext,
  query: NeglectedFilters,
): Promise<Worklist> {
  const filter = await createNeglectedFilter(context, query);
  const ids = await findLeadIds(context.db, filter, worklistLimit + 1, toListOrder({ sort: 'waiting' }));
  const group = groupOf[query.status];
  return {
    leads: ids.slice(0, worklistLimit).map((_id) => ({ _id, group })),
    isCapped: ids.length > worklistLimit,
  };
}

async function filtersOf(
  context: ActorContext,
  { serviceCenter, advisor, search }: NeglectedFilters,
): Promise<Record<OpenStatus, LeadFilter & { neglected: NeglectCriteria }>> {
  const { db, actor, dealer, clock } = context;
  const limits = await readNeglectedAfterDays(db);
  const now = clock.now();
  const of = (status: OpenStatus) => ({
    isActive: true,
    centers: narrowCenters(actor, serviceCenter),
    advisor: advisor === 'mine' ? actor._id : advisor,
    neglected: {
      status,
      attendedBefore: new Date(now.getTime() - limits[status] * day),
      today: dateInTimeZone(dealer.timeZone, now),
    },
    search: parseListSearch(context, search),
  });
  return { pending: of('pending'), potential: of('potential'), booked: of('booked') };
}
