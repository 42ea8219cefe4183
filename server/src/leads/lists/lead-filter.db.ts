import { type RawBuilder, sql } from 'kysely';
import type { OpenStatus } from '#contract/leads/lead-lists.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type {
  bookingFilters,
  contactResultFilters,
  LeadMilestone,
  LeadStage,
  OfferingTypeOrNone,
  PlatformOrNone,
  responseFilters,
} from '#contract/leads/management-lead-filters.ts';
import { type BookingScope, bookingConditions, isBookingDue } from '#server/db/booking-fragments.ts';
import { hasOpenStatus, isOpenLead, joinConditions } from '#server/db/fragments.ts';
import { matchesSearch } from '#server/db/text-search.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

/** Days, both included, and when they begin and end. */
export type Days = { from?: string; to?: string; begins?: Date; ends?: Date };

/**
 * A filter of leads; absent parts do not narrow. `statusDays`: of entry into the present status; `until`: bounds these days within
 * their last one; `followUp`: potential leads' newest follow-up date; `neglected`: see {@link ofNeglected}; `imported`: the import
 * that brought them in; `booking`: of a booking that was due before a day and, on it, a time.
 */
export type LeadFilter = {
  isActive: boolean;
  status?: LeadStatus;
  centers?: readonly string[];
  recorder?: string;
  offering?: string;
  entered?: Days;
  statusDays?: Days;
  platform?: PlatformOrNone;
  offeringType?: OfferingTypeOrNone;
  stage?: { stages: readonly LeadStage[]; lost?: boolean };
  lostReason?: string;
  milestone?: LeadMilestone;
  bookedDays?: Days;
  until?: { moment: Date; days: readonly CountedDays[] };
  response?: { of: (typeof responseFilters)[number]; now: Date; until?: Date };
  contact?: Pick<Days, 'begins' | 'ends'> & { by: string; of?: (typeof contactResultFilters)[number] };
  booking?: BookingScope & { of: (typeof bookingFilters)[number]; by?: string };
  isOpen?: true;
  appointmentTo?: string;
  advisor?: 'nobody' | string;
  followUp?: { from?: string; to?: string };
  neglected?: NeglectCriteria;
  imported?: string;
  search?: TextSearch;
};

/** The parts of a filter that name days: of the entry of a lead, of its present status, and of its first booking. */
export type CountedDays = 'entered' | 'statusDays' | 'bookedDays';

/** The criteria of a neglected lead: open, no contact or change of status since `attendedBefore`, and nothing planned from `today` on. */
export type NeglectCriteria = { status: OpenStatus; attendedBefore: Date; today: string };

const countedAt: Record<CountedDays, string> = {
  entered: 'created_at',
  statusDays: 'status_at',
  bookedDays: 'first_booked_at',
};

type Condition<Part extends keyof LeadFilter> = (value: NonNullable<LeadFilter[Part]>) => RawBuilder<unknown>;

/** Makes conditions in SQL of the parts of a filter that a table can tell. */
export type LeadConditions = { [Part in keyof LeadFilter]?: Condition<Part> };

/** Writes the condition in SQL for each part of a filter, on rows of `leads`. */
export const leadConditions: Required<LeadConditions> = {
  isActive: (isActive) => (isActive ? sql`is_active` : sql`not is_active`),
  status: (status) => sql`status = ${status}`,
  centers: isOfCenters,
  recorder: (employee) => sql`recorded_by = ${employee}`,
  offering: (offering) => sql`offering_id = ${offering}`,
  entered: ({ begins, ends }) =>
    joinConditions([begins && sql`created_at >= ${begins}`, ends && sql`created_at < ${ends}`]),
  statusDays: ({ begins, ends }) =>
    joinConditions([begins && sql`status_at >= ${begins}`, ends && sql`status_at < ${ends}`]),
  platform: (platform) => (platform === 'none' ? sql`platform is null` : sql`platform = ${platform}`),
  offeringType: (type) =>
    type === 'none'
      ? sql`offering_id is null`
      : sql`offering_id in (select id from offerings where type = ${type})`,
  stage: ({ stages, lost }) => {
    const reached = sql`furthest_status = any(${stages}::text[])`;
    return lost === undefined ? reached : sql`${reached} and (status = 'lostCustomer') = ${lost}`;
  },
  lostReason: (reason) =>
    sql`status = 'lostCustomer' and lost_reason_key(lost_reason) = lost_reason_key(${reason})`,
  milestone: (milestone) =>
    milestone === 'firstFollowUp' ? sql`first_follow_up_at is not null` : sql`first_booked_at is not null`,
  bookedDays: ({ begins, ends }) =>
    joinConditions([begins && sql`first_booked_at >= ${begins}`, ends && sql`first_booked_at < ${ends}`]),
  until: ({ moment, days }) =>
    joinConditions(days.map((each) => sql`${sql.ref(countedAt[each])} < ${moment}`)),
  response: ({ of, now, until }) => {
    const byThen = until ? sql` and responded_at < ${until}` : sql``;
    const conditions = {
      answered: sql`response_minutes is not null${byThen}`,
      inTarget: sql`responded_at <= response_due_at${byThen}`,
      late: sql`due_kind = 'new' and response_due_at < ${now}`,
    };
    return conditions[of];
  },
  contact: ({ by, of, begins, ends }) => {
    const made = joinConditions([
      sql`employee_id = ${by} and undone_at is null`,
      begins && sql`created_at >= ${begins}`,
      ends && sql`created_at < ${ends}`,
      of && (of === 'reached' ? sql`outcome = 'reached'` : sql`follow_up = ${of}`),
    ]);
    return sql`id in (select lead_id from lead_contacts where ${made})`;
  },
  booking: ({ of, by, ...scope }) =>
    sql`id in (select lead_id from bookings b where ${joinConditions([
      isBookingDue(scope),
      of !== 'due' && bookingConditions[of],
      by && sql`b.booked_by = ${by}`,
    ])})`,
  isOpen: () => hasOpenStatus(),
  appointmentTo: (date) => sql`status = 'booked' and appointment_date <= ${date}`,
  advisor: (advisor) => (advisor === 'nobody' ? sql`advisor_id is null` : sql`advisor_id = ${advisor}`),
  followUp: ({ from, to }) =>
    joinConditions([
      sql`status = 'potential'`,
      from && sql`follow_up_on >= ${from}`,
      to && sql`follow_up_on <= ${to}`,
    ]),
  neglected: ofNeglected,
  imported: (importId) => sql`import_id = ${importId}`,
  search: matchesSearch,
};

/**
 * Builds the condition that all parts of a filter meet.
 *
 * @param parts writes the condition of each part.
 * @returns undefined when the filter has a part that `parts` lacks, so that these conditions cannot express it.
 */
export function buildLeadCondition(parts: Required<LeadConditions>, filter: LeadFilter): RawBuilder<unknown>;
export function buildLeadCondition(
  parts: LeadConditions,
  filter: Partial<LeadFilter>,
): RawBuilder<unknown> | undefined;
export function buildLeadCondition(
  parts: LeadConditions,
  filter: Partial<LeadFilter>,
): RawBuilder<unknown> | undefined {
  const conditionOfPart = <Part extends keyof LeadFilter>(part: Part) => {
    const value = filter[part];
    const condition: Condition<Part> | undefined = parts[part];
    return value === undefined ? [] : [condition?.(value)];
  };
  const conditions = (Object.keys(filter) as (keyof LeadFilter)[]).flatMap(conditionOfPart);
  return conditions.includes(undefined) ? undefined : joinConditions(conditions);
}

/** A condition in SQL: the lead is open, and this employee is its advisor or, if it has none, changed it last. */
export function isOpenLeadWorkedBy(employeeId: string): RawBuilder<boolean> {
  return sql<boolean>`${isOpenLead()}
    and (advisor_id = ${employeeId} or (advisor_id is null and last_modified_by = ${employeeId}))`;
}

/** When somebody last cared for a lead, in SQL: its last contact or change of status. */
export const attendedAt = sql.raw('greatest(status_at, last_contact_at)');

function ofNeglected({ attendedBefore, ...neglect }: NeglectCriteria): RawBuilder<unknown> {
  return joinConditions([hasNoDayAhead(neglect), sql`${attendedAt} < ${attendedBefore}`]);
}

/**
 * A condition in SQL: the lead has this open status, and its follow-up or appointment is before `today`; a pending lead has no such
 * day.
 */
export function hasNoDayAhead({
  status,
  today,
}: Omit<NeglectCriteria, 'attendedBefore'>): RawBuilder<unknown> {
  const days = { pending: undefined, potential: sql`follow_up_on`, booked: sql`appointment_date` };
  const dayToCome = days[status];
  return joinConditions([sql`status = ${sql.lit(status)}`, dayToCome && sql`${dayToCome} < ${today}`]);
}

/** A condition in SQL: the lead is of one of these service centers. */
export function isOfCenters(centers: readonly string[]): RawBuilder<boolean> {
  const [center, ...others] = centers;
  return center && others.length === 0
    ? sql<boolean>`service_center_id = ${center}`
    : sql<boolean>`service_center_id = any(${centers}::uuid[])`;
}
