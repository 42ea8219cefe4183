import { z } from 'zod';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { type ManagementLeadFilters, platformOrNone } from '#contract/leads/management-lead-filters.ts';
import { addDays, calendarDate, daysBetween, instant } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';
import { endpoint } from './call/endpoint.ts';
import { managementLevels } from './levels.ts';

/** A center or advisor; null for leads that nobody has. */
const named = { _id: id.nullable(), name: z.string().nullable() };

const lateFigures = ['response', 'followUps', 'appointments', 'pending', 'potential', 'booked'] as const;
/**
 * Names the figures of what is late. `response`: new enquiries that nobody answered in time; `followUps`: those of earlier days;
 * `appointments`: those of earlier days without an outcome; `pending`, `potential`, `booked`: neglected leads.
 */
export type LateFigure = (typeof lateFigures)[number];

const lateRow = z.object({
  ...named,
  response: z.int(),
  followUps: z.int(),
  appointments: z.int(),
  pending: z.int(),
  potential: z.int(),
  booked: z.int(),
});
/** How much of each kind is late at one center, or with one advisor; `_id` is theirs, null for leads that nobody has. */
export type LateRow = z.infer<typeof lateRow>;

/** The groups by which late leads are counted. */
export const lateGroupings = ['serviceCenter', 'advisor'] as const;
export type LateGrouping = (typeof lateGroupings)[number];

/** Counts what is late now, in a row for each service center or advisor that has anything late. */
export const getLateFigures = endpoint({
  method: 'GET',
  path: '/management/reports/late',
  summary: 'What is late now, by service center or by advisor; none for whoever has nothing late',
  tag: 'Reports',
  reads: 'dashboard',
  who: managementLevels,
  query: z.object({ serviceCenter: id.optional(), by: z.enum(lateGroupings).default('serviceCenter') }),
  reply: z.array(lateRow),
});

type Group = Pick<ManagementLeadFilters, 'serviceCenter' | 'advisor'>;

/** Makes, for a figure, the filters of management's list that give exactly the leads it counts; neglected leads have a list of their own. */
export const toLateLeadFilters = {
  response: (of: Group): ManagementLeadFilters => ({ ...of, status: 'pending', response: 'late' }),
  followUps: (of: Group): ManagementLeadFilters => ({ ...of, status: 'potential', followUpDue: 'overdue' }),
  appointments: (of: Group): ManagementLeadFilters => ({ ...of, status: 'booked', appointment: 'passed' }),
} satisfies Partial<Record<LateFigure, (of: Group) => ManagementLeadFilters>>;

const shown = {
  entered: z.int(),
  inTarget: z.int(),
  median: z.int().nullable(),
  ninetieth: z.int().nullable(),
  booked: z.int(),
  shownUp: z.int(),
  completed: z.int(),
  lost: z.int(),
};

const workFigures = z.object({
  ...shown,
  timed: z.int(),
  answered: z.int(),
  bookingsDue: z.int(),
  didNotCome: z.int(),
});
/**
 * The figures of the work of some days. `entered`: enquiries of these days, of which `answered`, `timed` (answered, or not although the
 * moment by which to answer has passed; where there is none, not counted) and `inTarget`; `median` and `ninetieth` of the working minutes
 * to their answer, rounded down as a `medianTime` of the dashboard. `booked` for the first time, `completed` and `lost` on these days.
 * `bookingsDue`: bookings for these days whose time has come, of which `shownUp` were kept and `didNotCome` were not, while nobody has
 * said anything of the others; they belong to whoever booked them instead of the advisor, and a lead that had several counts several
 * times.
 */
export type WorkFigures = z.infer<typeof workFigures>;

/** The figures that are shown, also by day; `timed`, `answered` and `bookingsDue` only serve as the whole of a share, and `didNotCome` is one of groups. */
export const dailyFigures = Object.keys(shown) as (keyof typeof shown)[];
/** The name of a figure that is also shown by day. */
export type DailyFigure = keyof typeof shown;

const daily = z.object({ ...shown, date: calendarDate });
/** The figures of one day. */
export type DailyFigures = z.infer<typeof daily>;

const days = z.object({ from: calendarDate, to: calendarDate });

const daysBefore = days.extend({ until: instant.optional() });
/** The earlier days with which a comparison compares its own; while its own are not over, they count `until` this moment, which is absent afterwards. */
export type ComparedDays = z.infer<typeof daysBefore>;

const compared = { now: workFigures, before: workFigures };

const workComparison = z.object({
  now: days,
  before: daysBefore,
  coming: z.object({ today: z.int(), tomorrow: z.int() }),
  total: z.object(compared),
  days: z.array(daily),
  daysBefore: z.array(daily),
  rows: z.array(z.object({ _id: z.string().nullable(), name: z.string().nullable(), ...compared })),
});
/**
 * While the days of `now` are not over, `before` counts what had happened `until` the same time of its own day. `days[n]` is compared
 * with `daysBefore[n]`. `coming`: how many cars are booked for the dealer's today and tomorrow, whatever days are compared, at the center if
 * one is asked for.
 */
export type WorkComparison = z.infer<typeof workComparison>;

/** The groups by which a comparison splits its figures. */
export const comparisonGroupings = ['serviceCenter', 'advisor', 'platform'] as const;
export type ComparisonGrouping = (typeof comparisonGroupings)[number];

/** The most days that one comparison may cover. */
export const maxComparisonDays = 366;

/** The week since Sunday, the whole week before it, or a number of days up to today. */
export const comparisonSpans = ['week', 'lastWeek', 'days7', 'days30', 'days90'] as const;
/** The days whose work a comparison counts. */
export type ComparisonSpan = (typeof comparisonSpans)[number];

/** Returns the first and last day of a span. */
export function getSpanDates(span: ComparisonSpan, today: string): { from: string; to: string } {
  const sunday = addDays(today, -new Date(today).getUTCDay());
  if (span === 'week') return { from: sunday, to: today };
  if (span === 'lastWeek') return { from: addDays(sunday, -7), to: addDays(sunday, -1) };
  return { from: addDays(today, 1 - Number(span.slice('days'.length))), to: today };
}

type Range = { from?: string | undefined; to?: string | undefined };

/**
 * Checks days to compare: both are given or neither, in order and not too many.
 *
 * @returns undefined when nothing is wrong with them.
 */
export function findDateRangeError({ from, to }: Range): string | undefined {
  if (from === to) return undefined;
  if (!from || !to || to < from) return messages.endBeforeStart;
  const isLong = daysBetween(from, to) >= maxComparisonDays;
  return isLong ? fillPlaceholders(messages.tooManyDays, { max: maxComparisonDays }) : undefined;
}

/** Adds the error that {@link findDateRangeError} finds to a schema's check. */
export function refineDateRange(days: Range, check: z.RefinementCtx): void {
  const message = findDateRangeError(days);
  if (message) check.addIssue({ code: 'custom', path: ['to'], message });
}

/** An employee's id, or `nobody` for leads without an advisor. */
export const advisorIdOrNobody = z.union([z.literal('nobody'), id]);

/** The days of `span` are meant if `from` and `to` are absent, else this week up to the dealer's today. */
const query = z
  .object({
    span: z.enum(comparisonSpans).optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
    by: z.enum(comparisonGroupings).default('serviceCenter'),
    serviceCenter: id.optional(),
    advisor: advisorIdOrNobody.optional(),
    platform: platformOrNone.optional(),
  })
  .superRefine(refineDateRange);

/** Returns the same days of the week before for up to a week, else as many days, which end the day before the range. */
export function getPrecedingDays({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const shift = -Math.max(7, daysBetween(from, to) + 1);
  return { from: addDays(from, shift), to: addDays(to, shift) };
}

/** Returns the figures of some days beside those of as many days before, in all and by center, advisor or platform. */
export const getWorkComparison = endpoint({
  method: 'GET',
  path: '/management/reports/comparison',
  summary:
    'Enquiries, how soon they were answered, bookings, completions and losses of some days beside those of as many before, up to the same time of day while the days are not over; and how many cars are booked for today and tomorrow',
  tag: 'Reports',
  reads: 'dashboard',
  who: managementLevels,
  query,
  reply: workComparison,
});

/** Streams the comparison of some days with those before, by center, advisor or platform, as CSV. */
export const downloadWorkComparison = endpoint({
  method: 'GET',
  path: '/management/reports/comparison/csv',
  summary: 'The comparison by center, advisor or platform, and of all, as CSV; its days are in its name',
  tag: 'Reports',
  who: managementLevels,
  query,
  streams: 'text/csv; charset=utf-8',
});

type ComparedScope = Pick<ManagementLeadFilters, 'serviceCenter' | 'advisor' | 'platform'>;

/** @returns filters of management's list for exactly the leads counted by a number; undefined for numbers without a list. */
export function getComparisonLeadFilter(
  figure: keyof WorkFigures,
  { from, to, until }: ComparedDays,
  of: ComparedScope,
): ManagementLeadFilters | undefined {
  const counted = { ...of, ...(until !== undefined && { until }) };
  const entered = { ...counted, enteredFrom: from, enteredTo: to };
  const since = { ...counted, statusFrom: from, statusTo: to };
  const { advisor, ...elsewhere } = counted;
  const bookings = { ...elsewhere, ...(advisor && { bookedBy: advisor }), bookingFrom: from, bookingTo: to };
  const lists: Partial<Record<keyof WorkFigures, ManagementLeadFilters>> = {
    entered,
    inTarget: { ...entered, response: 'inTarget' },
    answered: { ...entered, response: 'answered' },
    median: { ...entered, response: 'answered' },
    ninetieth: { ...entered, response: 'answered' },
    booked: { ...counted, bookedFrom: from, bookedTo: to },
    ...(advisor !== 'nobody' && {
      bookingsDue: { ...bookings, booking: 'due' },
      shownUp: { ...bookings, booking: 'shownUp' },
      didNotCome: { ...bookings, booking: 'didNotCome' },
    }),
    completed: { ...since, status: 'completed' },
    lost: { ...since, status: 'lostCustomer' },
  };
  return lists[figure];
}
