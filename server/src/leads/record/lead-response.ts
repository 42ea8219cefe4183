import type { WorkingHours } from '#contract/working-hours.ts';
import { addWorkingMinutes, countWorkingMinutes, getTargetMinutes } from '#contract/working-time.ts';
import type { LeadRow } from './lead-rows.ts';

/** The hours and time zone by which responses are timed. */
export type ResponseClock = { hours: WorkingHours; timeZone: string };

/** The response to an enquiry: by when it should be answered, when it was, and after how many working minutes. */
export type LeadResponse = Pick<LeadRow, 'response_due_at' | 'responded_at' | 'response_minutes'>;

type Due = Pick<
  LeadRow,
  'service_center_id' | 'platform' | 'filled_platform' | 'created_at' | 'response_restarted_at'
>;
type Enquiry = Pick<LeadRow, keyof Due | 'import_id' | 'source'>;

/** Computes by when an enquiry should be answered, at the hours of its present center; null when no working time follows. */
export function computeResponseDue({ hours, timeZone }: ResponseClock, enquiry: Due): Date | null {
  const { service_center_id: center } = enquiry;
  const from = getWaitingSince(enquiry);
  const minutes = getTargetMinutes(hours, timedPlatform(enquiry));
  return addWorkingMinutes(hours, { timeZone, center, from, minutes }) ?? null;
}

/** The platform whose target counts: none that an import has filled in, for the customer waits no more urgently for that. */
function timedPlatform({ platform, filled_platform }: Due): Due['platform'] {
  return platform === filled_platform ? null : platform;
}

/** Returns the response of an enquiry that nobody has answered: only a due moment, or nothing when it is not timed. Stores nothing. */
export function computeOpenResponse(clock: ResponseClock, enquiry: Enquiry): LeadResponse {
  if (!isResponseTimed(enquiry)) return noResponse;
  return { response_due_at: computeResponseDue(clock, enquiry), responded_at: null, response_minutes: null };
}

/** Returns since when the customer has waited for an answer: the enquiry, or a later one that restarted the clock. */
export function getWaitingSince({
  created_at,
  response_restarted_at,
}: Pick<Due, 'created_at' | 'response_restarted_at'>): Date {
  return response_restarted_at ?? created_at;
}

/**
 * Tells whether an answer to an enquiry is timed: nobody can answer in time what was imported, or came long after it was asked, until it
 * is asked once more.
 */
export function isResponseTimed({ import_id, source, response_restarted_at }: Enquiry): boolean {
  return response_restarted_at !== null || (import_id === null && !source?.isLate);
}

const noResponse: LeadResponse = { response_due_at: null, responded_at: null, response_minutes: null };

/**
 * Returns the response of a lead after a change; stores nothing. The clock stops when an enquiry is first answered, and runs again
 * when that is undone. What was answered keeps what it got; it has nothing when that was before responses were timed.
 *
 * @param at when it changes.
 */
export function computeResponseAfterChange(
  clock: ResponseClock,
  before: LeadRow,
  after: LeadRow,
  at: Date,
): LeadResponse {
  if (!isResponseTimed(after)) return noResponse;
  if (!isAnswered(after))
    return isWaitingAlike(before, after) ? responseOf(before) : computeOpenResponse(clock, after);
  const { response_due_at, response_minutes } = before;
  const respondedAt = isAnswered(before) ? after.responded_at : at;
  if (respondedAt === null || respondedAt === before.responded_at)
    return { response_due_at, response_minutes, responded_at: respondedAt };
  const { hours, timeZone } = clock;
  const { service_center_id: center } = before;
  const from = getWaitingSince(before);
  return {
    response_due_at: response_due_at ?? computeResponseDue(clock, before),
    responded_at: respondedAt,
    response_minutes: countWorkingMinutes(hours, { timeZone, center, from, to: respondedAt }),
  };
}

/**
 * Tells whether an enquiry waits on as it did. Then it keeps the time that it was given; other hours and targets are applied by a job.
 */
function isWaitingAlike(before: LeadRow, after: LeadRow): boolean {
  const isWaiting =
    before.is_active && isResponseTimed(before) && !isAnswered(before) && before.response_due_at !== null;
  return (
    isWaiting &&
    before.service_center_id === after.service_center_id &&
    timedPlatform(before) === timedPlatform(after) &&
    getWaitingSince(before).getTime() === getWaitingSince(after).getTime()
  );
}

function responseOf({ response_due_at, responded_at, response_minutes }: LeadRow): LeadResponse {
  return { response_due_at, responded_at, response_minutes };
}

/** Tells whether somebody has answered an enquiry: by a change of status or a contact. */
export function isAnswered({
  status,
  contact_attempts,
}: Pick<LeadRow, 'status' | 'contact_attempts'>): boolean {
  return status !== 'pending' || contact_attempts > 0;
}
