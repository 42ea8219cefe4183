import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import {
  type LeadMilestone,
  type LeadStage,
  leadStages,
  type ManagementLeadFilters,
  type OfferingTypeOrNone,
  offeringTypeOrNone,
  type PlatformOrNone,
  platformOrNone,
} from '#contract/leads/management-lead-filters.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import { advisorIdOrNobody, refineDateRange } from './comparison.ts';
import { managementLevels } from './levels.ts';

/** Ranges in days, today included. */
export const dashboardDayRanges = [7, 15, 30, 90] as const;

/** The most lost reasons that the dashboard shows. */
export const maxShownLostReasons = 20;

const medianTime = z.object({ minutes: z.int().nullable(), leads: z.int() });
/**
 * Median over the `leads` that reached a milestone. `minutes` are rounded down: below an hour to 10 minutes, below a day to the
 * hour, below a week to half a day, above to the day.
 */
export type MedianTime = z.infer<typeof medianTime>;

/**
 * Active leads entered from day `from` to day `to`, both included, in the dealer's calendar.
 *
 * - `days`: every day, its leads by present status.
 * - `funnel`: of the `reached` leads, `lost` and `waiting` (open) stopped at the stage; the rest reached the next.
 * - `lostReasons`: most frequent first, ignoring case and spacing; `lost` counts all lost leads.
 * - These three are of an advisor (`nobody`: of nobody) and a platform alone, if they are asked for; the rest is of all.
 * - `firstFollowUp`, `firstBooking`: from entry to the first ticked follow-up, to the first booking.
 */
export const dashboard = z.object({
  from: calendarDate,
  to: calendarDate,
  leads: z.int(),
  days: z.array(
    z.object({
      date: calendarDate,
      pending: z.int(),
      potential: z.int(),
      booked: z.int(),
      completed: z.int(),
      lostCustomer: z.int(),
    }),
  ),
  funnel: z.array(z.object({ stage: z.enum(leadStages), reached: z.int(), lost: z.int(), waiting: z.int() })),
  lost: z.int(),
  lostReasons: z.array(z.object({ reason: z.string(), leads: z.int() })),
  platforms: z.array(z.object({ platform: platformOrNone, leads: z.int() })),
  offeringTypes: z.array(z.object({ type: offeringTypeOrNone, leads: z.int() })),
  firstFollowUp: medianTime,
  firstBooking: medianTime,
});
export type Dashboard = z.infer<typeof dashboard>;

/**
 * Narrows the dashboard to leads that entered on the days `from` to `to`, and optionally to a center, an advisor (an ID or `nobody`) or a
 * platform.
 */
export type DashboardFilters = {
  from: string;
  to: string;
  serviceCenter?: string;
  advisor?: string;
  platform?: PlatformOrNone;
};

const entered = ({
  from,
  to,
  serviceCenter,
  advisor,
  platform,
}: DashboardFilters): ManagementLeadFilters => ({
  ...(serviceCenter !== undefined && { serviceCenter }),
  ...(advisor !== undefined && { advisor }),
  ...(platform !== undefined && { platform }),
  enteredFrom: from,
  enteredTo: to,
});

/** Makes, for each number of the dashboard, the filters of management's list that give exactly the leads it counts. */
export const toDashboardLeadFilters = {
  all: entered,
  day: (filters: DashboardFilters, date: string, status: LeadStatus): ManagementLeadFilters => ({
    ...entered({ ...filters, from: date, to: date }),
    status,
  }),
  reached: (filters: DashboardFilters, stage: LeadStage): ManagementLeadFilters => ({
    ...entered(filters),
    reached: stage,
  }),
  lostAt: (filters: DashboardFilters, stage: LeadStage): ManagementLeadFilters => ({
    ...entered(filters),
    furthest: stage,
    lost: 'true',
  }),
  waitingAt: (filters: DashboardFilters, stage: LeadStage): ManagementLeadFilters => ({
    ...entered(filters),
    furthest: stage,
    lost: 'false',
  }),
  lost: (filters: DashboardFilters): ManagementLeadFilters => ({
    ...entered(filters),
    status: 'lostCustomer',
  }),
  lostReason: (filters: DashboardFilters, reason: string): ManagementLeadFilters => ({
    ...entered(filters),
    status: 'lostCustomer',
    lostReason: reason,
  }),
  platform: (filters: DashboardFilters, platform: PlatformOrNone): ManagementLeadFilters => ({
    ...entered(filters),
    platform,
  }),
  offeringType: (filters: DashboardFilters, type: OfferingTypeOrNone): ManagementLeadFilters => ({
    ...entered(filters),
    offeringType: type,
  }),
  milestone: (filters: DashboardFilters, milestone: LeadMilestone): ManagementLeadFilters => ({
    ...entered(filters),
    milestone,
  }),
};

/** Returns what became of the leads that entered in some days: by day, stage, lost reason, platform and offering type, and how fast. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/management/reports/dashboard',
  summary:
    'What became of the leads of the last days, or of those `from` to `to`: by day, stage, lost reason, platform, offering type, and how fast',
  tag: 'Reports',
  reads: 'dashboard',
  who: managementLevels,
  query: z
    .object({
      serviceCenter: id.optional(),
      advisor: advisorIdOrNobody.optional(),
      platform: platformOrNone.optional(),
      days: z.coerce
        .number<number>()
        .pipe(z.union(dashboardDayRanges.map((days) => z.literal(days))))
        .default(30),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
    })
    .superRefine(refineDateRange),
  reply: dashboard,
});
