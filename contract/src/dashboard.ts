import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import {
  type LeadNarrowing,
  type Milestone,
  type OfferingTypeOrNone,
  offeringTypeOrNone,
  type PlatformOrNone,
  platformOrNone,
  type Stage,
  stages,
} from '#contract/leads/lead-narrowing.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import { advisorOrNobody, saysFaultOfDays } from './comparison.ts';
import { management } from './levels.ts';

/** Ranges in days, today included. */
export const dashboardDays = [7, 15, 30, 90] as const;

export const mostLostReasons = 20;

/**
 * Median over the `leads` that reached a milestone. `minutes` are rounded down: below an hour to 10 minutes, below a day to the
 * hour, below a week to half a day, above to the day.
 */
const medianTime = z.object({ minutes: z.int().nullable(), leads: z.int() });
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
  funnel: z.array(z.object({ stage: z.enum(stages), reached: z.int(), lost: z.int(), waiting: z.int() })),
  lost: z.int(),
  lostReasons: z.array(z.object({ reason: z.string(), leads: z.int() })),
  platforms: z.array(z.object({ platform: platformOrNone, leads: z.int() })),
  offeringTypes: z.array(z.object({ type: offeringTypeOrNone, leads: z.int() })),
  firstFollowUp: medianTime,
  firstBooking: medianTime,
});
export type Dashboard = z.infer<typeof dashboard>;

export type DashboardScope = {
  from: string;
  to: string;
  serviceCenter?: string;
  advisor?: string;
  platform?: PlatformOrNone;
};

const entered = ({ from, to, serviceCenter, advisor, platform }: DashboardScope): LeadNarrowing => ({
  ...(serviceCenter !== undefined && { serviceCenter }),
  ...(advisor !== undefined && { advisor }),
  ...(platform !== undefined && { platform }),
  enteredFrom: from,
  enteredTo: to,
});

/** Filters of management's list that give exactly the leads counted by each number. */
export const leadsOfDashboard = {
  all: entered,
  day: (scope: DashboardScope, date: string, status: LeadStatus): LeadNarrowing => ({
    ...entered({ ...scope, from: date, to: date }),
    status,
  }),
  reached: (scope: DashboardScope, stage: Stage): LeadNarrowing => ({ ...entered(scope), reached: stage }),
  lostAt: (scope: DashboardScope, stage: Stage): LeadNarrowing => ({
    ...entered(scope),
    furthest: stage,
    lost: 'true',
  }),
  waitingAt: (scope: DashboardScope, stage: Stage): LeadNarrowing => ({
    ...entered(scope),
    furthest: stage,
    lost: 'false',
  }),
  lost: (scope: DashboardScope): LeadNarrowing => ({ ...entered(scope), status: 'lostCustomer' }),
  lostReason: (scope: DashboardScope, reason: string): LeadNarrowing => ({
    ...entered(scope),
    status: 'lostCustomer',
    lostReason: reason,
  }),
  platform: (scope: DashboardScope, platform: PlatformOrNone): LeadNarrowing => ({
    ...entered(scope),
    platform,
  }),
  offeringType: (scope: DashboardScope, type: OfferingTypeOrNone): LeadNarrowing => ({
    ...entered(scope),
    offeringType: type,
  }),
  milestone: (scope: DashboardScope, milestone: Milestone): LeadNarrowing => ({
    ...entered(scope),
    milestone,
  }),
};

export const getDashboard = endpoint({
  method: 'GET',
  path: '/management/reports/dashboard',
  summary:
    'What became of the leads of the last days, or of those `from` to `to`: by day, stage, lost reason, platform, offering type, and how fast',
  tag: 'Reports',
  reads: 'dashboard',
  who: management,
  query: z
    .object({
      serviceCenter: id.optional(),
      advisor: advisorOrNobody.optional(),
      platform: platformOrNone.optional(),
      days: z.coerce
        .number<number>()
        .pipe(z.union(dashboardDays.map((days) => z.literal(days))))
        .default(30),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
    })
    .superRefine(saysFaultOfDays),
  reply: dashboard,
});
