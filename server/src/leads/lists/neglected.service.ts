import type { Query } from '#contract/call/endpoint.ts';
import { type OpenStatus, openStatuses } from '#contract/leads/lead-lists.ts';
import {
  type listNeglected,
  type NeglectedFilters,
  type NeglectedList,
  neglectedList,
} from '#contract/leads/lead-oversight.ts';
import { dateIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { neglectNow } from '#server/dealer/dealer-rules.service.ts';
import { type SerializedJson, serializerOf, withField } from '#server/http/serialized-json.ts';
import { narrowCenters } from '#server/leads/record/leads.policy.ts';
import type { LeadFilter } from './lead-filter.db.ts';
import { listPage } from './lead-lists.service.ts';
import type { ListOrder } from './lead-orders.db.ts';
import { countMatches } from './lead-pages.db.ts';

const serializeCounts = serializerOf(neglectedList.shape.counts);

const day = 86_400_000;

const longestFirst: ListOrder = { sort: 'waiting', isDescending: true };

/** Open leads not contacted or changed for longer than the dealer allows, longest first. */
export async function listNeglectedLeads(
  context: ActorContext,
  { page, limit, ...query }: Query<typeof listNeglected>,
): Promise<SerializedJson<NeglectedList>> {
  const filters = await filtersOf(context, query);
  const list = await listPage(context, { page, limit }, filters[query.status], longestFirst);
  const [pending, potential, booked] = await countMatches(
    context.db,
    openStatuses.map((status) => filters[status]),
  );
  if (!pending || !potential || !booked) throw new Error('Not every status was counted');
  return withField('counts', serializeCounts({ pending, potential, booked }), list);
}

/** @returns the filter of {@link listNeglectedLeads}. */
export async function neglectedFilter(context: ActorContext, query: NeglectedFilters): Promise<LeadFilter> {
  return (await filtersOf(context, query))[query.status];
}

async function filtersOf(
  { db, actor, dealer, clock }: ActorContext,
  { serviceCenter, advisor }: NeglectedFilters,
): Promise<Record<OpenStatus, LeadFilter>> {
  const limits = await neglectNow(db);
  const now = clock.now();
  const of = (status: OpenStatus): LeadFilter => ({
    isActive: true,
    centers: narrowCenters(actor, serviceCenter),
    advisor: advisor === 'mine' ? actor._id : advisor,
    neglected: {
      status,
      touchedBefore: new Date(now.getTime() - limits[status] * day),
      today: dateIn(dealer.timeZone, now),
    },
  });
  return { pending: of('pending'), potential: of('potential'), booked: of('booked') };
}
