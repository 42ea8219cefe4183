import { managementSearchMinimum } from '#contract/business.ts';
import { addDays, dateIn, instantIn } from '#contract/dates.ts';
import type { Query } from '#contract/endpoint.ts';
import { type LeadNarrowing, stages } from '#contract/lead-narrowing.ts';
import type * as oversight from '#contract/lead-oversight.ts';
import { periodDays } from '#contract/lead-oversight.ts';
import type * as leads from '#contract/leads.ts';
import type { Lead, LeadCounts, LeadList } from '#contract/leads.ts';
import { pagesFor } from '#contract/paging.ts';
import type { ActorContext } from '#server/context.ts';
import { sumCounts, sumEntryCounts, sumFigureCounts, sumStatusCounts } from '#server/leads/lead-counts.db.ts';
import type { EntryDays, LeadFigure, LeadFilter } from '#server/leads/lead-filter.db.ts';
import { findLeads, findLeadsAfter, findMatches } from '#server/leads/lead-lists.db.ts';
import { narrowCenters } from '#server/leads/leads.policy.ts';
import { type Counted, exactly } from '#server/lib/counted.ts';
import { type TextSearch, textSearch } from '#server/lib/text-search.ts';

/** Leads of every status, active or archived, newest first. */
export function listLeads(context: ActorContext, query: Query<typeof leads.listLeads>): Promise<LeadList> {
  return page(context, query, {
    isActive: query.filter === 'active',
    centers: narrowCenters(context.actor, query.serviceCenter),
    search: searchFor(context, query.search),
  });
}

/** Active leads in a status, newest first. */
export function listLeadsByStatus(
  context: ActorContext,
  query: Query<typeof leads.listLeadsByStatus>,
): Promise<LeadList> {
  const rangeStart = query.dateRange && daysBack(context, query.dateRange);
  const starts = [query.startDate, rangeStart].filter((date) => date !== undefined).sort();
  return page(context, query, {
    isActive: true,
    status: query.status,
    centers: narrowCenters(context.actor, query.serviceCenter),
    offering: query.serviceID,
    entered: entryDays(context, starts.at(-1), query.endDate),
    search: searchFor(context, query.search),
  });
}

/** Active leads that were entered today, or within the last 7 or 30 days. */
export function listLeadsByPeriod(
  context: ActorContext,
  query: Query<typeof oversight.listLeadsByPeriod>,
): Promise<LeadList> {
  return page(context, query, {
    isActive: true,
    centers: narrowCenters(context.actor, query.serviceCenter),
    entered: entryDays(context, daysBack(context, periodDays[query.period]), undefined),
    search: searchFor(context, query.search),
  });
}

/** Active leads as management sees them. */
export function listManagementLeads(
  context: ActorContext,
  query: Query<typeof oversight.listManagementLeads>,
): Promise<LeadList> {
  return page(context, query, managementFilter(context, query));
}

/** Every lead that management's list would hold, newest first, in batches. */
export async function* everyManagementLead(
  context: ActorContext,
  query: Query<typeof oversight.downloadLeadsCsv>,
  batch: number,
): AsyncGenerator<Awaited<ReturnType<typeof findLeadsAfter>>[number]> {
  const filter = managementFilter(context, query);
  let leads = await findLeadsAfter(context.db, filter, batch, undefined);
  while (leads.length > 0) {
    yield* leads;
    leads = leads.length < batch ? [] : await findLeadsAfter(context.db, filter, batch, leads.at(-1));
  }
}

/** How many active leads stand in each status. */
export async function countLeadsByStatus(context: ActorContext, serviceCenter?: string): Promise<LeadCounts> {
  const counts = await sumCounts(context.db, {
    isActive: true,
    centers: narrowCenters(context.actor, serviceCenter),
  });
  return {
    pendingLeads: counts.pending ?? 0,
    potentialLeads: counts.potential ?? 0,
    bookedLeads: counts.booked ?? 0,
    completedLeads: counts.completed ?? 0,
    lostCustomerLeads: counts.lostCustomer ?? 0,
  };
}

async function page(
  context: ActorContext,
  { page, limit }: { page: number; limit: number },
  filter: LeadFilter,
): Promise<LeadList> {
  const { db } = context;
  const offset = (page - 1) * limit;
  const known = knownCount(context, filter);
  if (!known) {
    const { leads, total } = await findMatches(db, filter, limit, offset);
    return toList(leads, total, limit);
  }
  const [leads, total] = await Promise.all([findLeads(db, filter, limit, offset), known]);
  return toList(leads, exactly(total), limit);
}

function toList(leads: Lead[], { count, isCapped }: Counted, limit: number): LeadList {
  return { leads, totalPages: pagesFor(count, limit), totalLeadsCount: count, isTotalCapped: isCapped };
}

/** A list's length from a counter; undefined where none knows it. */
function knownCount({ db }: ActorContext, filter: LeadFilter): Promise<number> | undefined {
  const { status, entered, statusDays, recorder, figures = [] } = filter;
  const [figure, ...others] = figures;
  if (filter.search || filter.offering || others.length > 0) return undefined;
  if (figure) {
    const isImplied = status === undefined || (figure.figure === 'lostReason' && status === 'lostCustomer');
    return isImplied && !statusDays && !recorder ? sumFigureCounts(db, figure, filter) : undefined;
  }
  if (statusDays ?? recorder) return entered ? undefined : sumStatusCounts(db, filter);
  if (entered) return sumEntryCounts(db, filter);
  return sumCounts(db, filter).then((counts) =>
    status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
}

function managementFilter(context: ActorContext, query: LeadNarrowing): LeadFilter {
  const { search = '', statusFrom, statusTo } = query;
  return {
    isActive: true,
    status: query.status,
    centers: narrowCenters(context.actor, query.serviceCenter),
    recorder: query.employee,
    entered: entryDays(context, query.enteredFrom, query.enteredTo),
    statusDays: statusFrom || statusTo ? { from: statusFrom, to: statusTo } : undefined,
    figures: figuresOf(query),
    search: search.length > managementSearchMinimum ? searchFor(context, search) : undefined,
  };
}

function figuresOf({
  platform,
  offeringType,
  lostReason,
  milestone,
  reached,
  furthest,
  lost,
}: LeadNarrowing) {
  const figures: LeadFigure[] = [];
  if (platform) figures.push({ figure: 'platform', platform });
  if (offeringType) figures.push({ figure: 'offeringType', type: offeringType });
  if (lostReason) figures.push({ figure: 'lostReason', reason: lostReason });
  if (milestone) figures.push({ figure: milestone });
  if (reached ?? furthest ?? lost) {
    const come = reached ? stages.slice(stages.indexOf(reached)) : stages;
    const asked = furthest ? come.filter((stage) => stage === furthest) : come;
    figures.push({ figure: 'stage', stages: asked, lost: lost && lost === 'true' });
  }
  return figures;
}

/** The first of the last `days` days, today included. */
function daysBack({ dealer, clock }: ActorContext, days: number): string {
  return addDays(dateIn(dealer.timeZone, clock.now()), 1 - days);
}

function entryDays(
  { dealer }: ActorContext,
  from: string | undefined,
  to: string | undefined,
): EntryDays | undefined {
  if (!from && !to) return undefined;
  return {
    from,
    to,
    begins: from ? instantIn(dealer.timeZone, from, '00:00') : undefined,
    ends: to ? instantIn(dealer.timeZone, addDays(to, 1), '00:00') : undefined,
  };
}

function searchFor(context: ActorContext, search: string | undefined): TextSearch | undefined {
  return search ? textSearch(search, context.dealer.phoneCountry) : undefined;
}
