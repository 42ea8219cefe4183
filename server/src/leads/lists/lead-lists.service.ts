import { maxIgnoredSearchLength } from '#contract/business.ts';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { countPages } from '#contract/call/paging.ts';
import { type LeadOrder, leadSorts, type WorkFilters } from '#contract/leads/lead-lists.ts';
import type * as oversight from '#contract/leads/lead-oversight.ts';
import { periodDays } from '#contract/leads/lead-oversight.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type * as leads from '#contract/leads/leads.ts';
import { type Lead, type LeadCounts, type LeadList, leadList } from '#contract/leads/leads.ts';
import { leadStages, type ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { addDays, clockInTimeZone, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import {
  addSerializedField,
  createSerializer,
  joinSerializedList,
  type SerializedJson,
} from '#server/http/serialized-json.ts';
import { narrowCenters } from '#server/leads/record/leads.policy.ts';
import { findAndSerialize } from '#server/leads/record/serialized-leads.ts';
import type { CappedCount } from '#server/lib/counted.ts';
import { parseTextSearch, type TextSearch } from '#server/lib/search/text-search.ts';
import { listOwnServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { sumLeadsByCenter, sumLeadsByStatus } from './lead-counters.db.ts';
import type { CountedDays, Days, LeadFilter } from './lead-filter.db.ts';
import { type ListOrder, newestFirst } from './lead-orders.db.ts';
import { findLeadPage, type PageRange } from './lead-pages.db.ts';

type Asker = Pick<ActorContext, 'actor' | 'dealer' | 'clock'>;

const serializeTotals = createSerializer(leadList.omit({ leads: true }));

/** Lists active or, by `query.filter`, archived leads of every status, newest first, of the centers that the actor may see. */
export function listLeads(
  context: ActorContext,
  query: EndpointQuery<typeof leads.listLeads>,
): Promise<SerializedJson<LeadList>> {
  return readListPage(context, query, createEntryFilter(context, query));
}

/** Makes the filter of {@link listLeads} from a query, narrowed to the centers that the actor may see. */
export function createEntryFilter(context: ActorContext, query: leads.DataEntryFilters): LeadFilter {
  return {
    isActive: query.filter === 'active',
    centers: narrowCenters(context.actor, query.serviceCenter),
    imported: query.import,
    search: parseListSearch(context, query.search),
  };
}

/** Lists the active leads of one status, of the centers that the actor may see. */
export function listLeadsByStatus(
  context: ActorContext,
  query: EndpointQuery<typeof leads.listLeadsByStatus>,
): Promise<SerializedJson<LeadList>> {
  return readListPage(context, query, createStatusFilter(context, query), toListOrder(query));
}

/**
 * Makes the filter of {@link listLeadsByStatus} from a query, narrowed to the centers that the actor may see; of two first days the
 * later one counts.
 */
export function createStatusFilter(context: ActorContext, query: leads.StatusListFilters): LeadFilter {
  const rangeStart = query.dateRange && daysBack(context, query.dateRange);
  const starts = [query.startDate, rangeStart].filter((date) => date !== undefined).sort();
  return {
    isActive: true,
    status: query.status,
    centers: narrowCenters(context.actor, query.serviceCenter),
    offering: query.serviceID,
    entered: daysOf(context, starts.at(-1), query.endDate),
    ...workFilter(context, query),
    search: parseListSearch(context, query.search),
  };
}

/** Lists the active leads entered in the last days of a period, newest first, of the centers that the actor may see. */
export function listLeadsByPeriod(
  context: ActorContext,
  query: EndpointQuery<typeof oversight.listLeadsByPeriod>,
): Promise<SerializedJson<LeadList>> {
  return readListPage(context, query, {
    isActive: true,
    centers: narrowCenters(context.actor, query.serviceCenter),
    entered: daysOf(context, daysBack(context, periodDays[query.period]), undefined),
    search: parseListSearch(context, query.search),
  });
}

/** Lists active leads by all the filters that management has. */
export function listManagementLeads(
  context: ActorContext,
  query: EndpointQuery<typeof oversight.listManagementLeads>,
): Promise<SerializedJson<LeadList>> {
  return readListPage(context, query, createManagementFilter(context, query), toListOrder(query));
}

/** Counts the active leads of the actor's centers by status; each status is there, also with none. */
export async function countLeadsByStatus(context: ActorContext, serviceCenter?: string): Promise<LeadCounts> {
  const counts = await sumLeadsByStatus(context.db, narrowCenters(context.actor, serviceCenter));
  return toCounts(counts);
}

/** Counts active leads by status for each of the actor's service centers, also for those without any. */
export async function countLeadsByCenter(context: ActorContext): Promise<oversight.CenterLeadCounts[]> {
  const [centers, sums] = await Promise.all([listOwnServiceCenters(context), sumLeadsByCenter(context.db)]);
  return centers.map(({ _id, name }) => ({
    serviceCenterId: _id,
    serviceCenterName: name,
    ...toCounts(sums.get(_id) ?? {}),
  }));
}

function toCounts(sums: Partial<Record<LeadStatus, number>>): LeadCounts {
  return {
    pendingLeads: sums.pending ?? 0,
    potentialLeads: sums.potential ?? 0,
    bookedLeads: sums.booked ?? 0,
    completedLeads: sums.completed ?? 0,
    lostCustomerLeads: sums.lostCustomer ?? 0,
  };
}

/** Reads a page of the leads of a filter, serialized as the actor sees them, with how many there are. */
export async function readListPage(
  context: ActorContext,
  page: PageRange,
  filter: LeadFilter,
  order: ListOrder = newestFirst,
): Promise<SerializedJson<LeadList>> {
  const { db, dealer } = context;
  const { found, leads } = await findAndSerialize(context, () =>
    findLeadPage(db, filter, dealer.timeZone, page, order),
  );
  return serializeList(leads, found.total, page.limit);
}

function serializeList(
  leads: readonly SerializedJson<Lead>[],
  total: CappedCount,
  limit: number,
): SerializedJson<LeadList> {
  const totals = serializeTotals({
    totalPages: countPages(total.count, limit),
    totalLeadsCount: total.count,
    isTotalCapped: total.isCapped,
  });
  return addSerializedField('leads', joinSerializedList(leads), totals);
}

/** Makes the filter of {@link listManagementLeads} from a query, narrowed to the centers that the actor may see. */
export function createManagementFilter(context: Asker, query: ManagementLeadFilters): LeadFilter {
  const { status, search = '', lostReason } = query;
  // Only lost customers have a lost reason.
  const isImplied = status === 'lostCustomer' && lostReason !== undefined;
  const entered = daysOf(context, query.enteredFrom, query.enteredTo);
  const statusDays = daysOf(context, query.statusFrom, query.statusTo);
  const bookedDays = daysOf(context, query.bookedFrom, query.bookedTo);
  const until = query.until === undefined ? undefined : new Date(query.until);
  return {
    isActive: true,
    status: isImplied ? undefined : status,
    centers: narrowCenters(context.actor, query.serviceCenter),
    recorder: query.employee,
    entered,
    statusDays,
    platform: query.platform,
    offeringType: query.offeringType,
    stage: stageOf(query),
    lostReason,
    milestone: query.milestone,
    bookedDays,
    until: until && boundDays(until, { entered, statusDays, bookedDays }),
    response: query.response && { of: query.response, now: context.clock.now(), until },
    contact: query.contactedBy
      ? {
          ...daysOf(context, query.contactedFrom, query.contactedTo),
          by: query.contactedBy,
          of: query.contact,
        }
      : undefined,
    booking: bookingOf(context, query, until),
    isOpen: query.open && true,
    imported: query.import,
    appointmentTo:
      query.appointment && addDays(dateInTimeZone(context.dealer.timeZone, context.clock.now()), -1),
    ...workFilter(context, query),
    search: search.length > maxIgnoredSearchLength ? parseListSearch(context, search) : undefined,
  };
}

/** Resolves the sort and direction of a query: newest first by default, and each sort has a direction of its own. */
export function toListOrder({ sort = newestFirst.sort, order = leadSorts[sort] }: LeadOrder): ListOrder {
  return { sort, isDescending: order === 'desc' };
}

function workFilter(
  { actor, dealer, clock }: Asker,
  { advisor, followUpDue }: WorkFilters,
): Pick<LeadFilter, 'advisor' | 'followUp'> {
  const today = dateInTimeZone(dealer.timeZone, clock.now());
  const due = {
    overdue: { to: addDays(today, -1) },
    today: { from: today, to: today },
    week: { from: today, to: addDays(today, 6) },
  };
  return {
    advisor: advisor === 'mine' ? actor._id : advisor,
    followUp: followUpDue && due[followUpDue],
  };
}

function stageOf({ reached, furthest, lost }: ManagementLeadFilters): LeadFilter['stage'] {
  if (!reached && !furthest && !lost) return undefined;
  const passed = reached ? leadStages.slice(leadStages.indexOf(reached)) : leadStages;
  return {
    stages: furthest ? passed.filter((stage) => stage === furthest) : passed,
    lost: lost && lost === 'true',
  };
}

function bookingOf(
  { dealer, clock }: Asker,
  { booking, bookingFrom: from, bookingTo: to, bookedBy: by }: ManagementLeadFilters,
  until = clock.now(),
): LeadFilter['booking'] {
  if (!booking && !from && !to && !by) return undefined;
  return { of: booking ?? 'due', from, to, by, before: toDayAndTime(dealer.timeZone, until) };
}

/** Splits a moment into the day (`YYYY-MM-DD`) and time (`HH:MM`) that a clock in the time zone shows. */
export function toDayAndTime(timeZone: string, at: Date): { day: string; time: string } {
  const [day = '', time = ''] = clockInTimeZone(timeZone, at).split('T');
  return { day, time: time.slice(0, 'HH:MM'.length) };
}

function boundDays(moment: Date, days: Pick<LeadFilter, CountedDays>): LeadFilter['until'] {
  const counted = (['entered', 'statusDays', 'bookedDays'] as const).filter((each) => days[each]);
  return counted.length > 0 ? { moment, days: counted } : undefined;
}

function daysBack({ dealer, clock }: Asker, days: number): string {
  return addDays(dateInTimeZone(dealer.timeZone, clock.now()), 1 - days);
}

function daysOf({ dealer }: Asker, from: string | undefined, to: string | undefined): Days | undefined {
  if (!from && !to) return undefined;
  return {
    from,
    to,
    begins: from ? instantInTimeZone(dealer.timeZone, from, '00:00') : undefined,
    ends: to ? instantInTimeZone(dealer.timeZone, addDays(to, 1), '00:00') : undefined,
  };
}

/** Parses what was typed into a list's search; undefined when nothing is searched for. */
export function parseListSearch({ dealer }: Asker, search: string | undefined): TextSearch | undefined {
  return parseTextSearch(search ?? '', dealer.phoneCountry);
}
