import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import { decideMove, type LeadProgress, type LeadProgressChange } from '#contract/leads/lead-status.ts';
import { isManagement } from '#contract/levels.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { forbidden, invalidFields } from '#server/lib/refusal.ts';
import type { LeadRow } from './lead-rows.ts';

/** The progress of a lead that has just come in: pending, with nothing planned. */
export const newLeadProgress = {
  status: 'pending',
  follow_up_count: 0,
  next_follow_up_dates: [],
  appointment_date: null,
  appointment_time: null,
  lost_reason: null,
  job_id: null,
  notes: null,
} satisfies Partial<LeadRow>;

type ProgressColumns = Pick<LeadRow, keyof typeof newLeadProgress>;

/**
 * Decides by the contract's rules which columns a wished change of a lead's progress changes; writes nothing. Columns that stay are
 * left out, so that they replace nothing that the same call says about them.
 *
 * @param asOf when it was moved, if not now.
 * @throws Refusal 400 with the rule's message per field, 403.
 */
export function progressChanges(
  context: ActorContext,
  row: ProgressColumns,
  wished: LeadProgressChange,
  asOf?: Date,
): Partial<ProgressColumns> {
  if (Object.keys(wished).length === 0) return {};
  const dayOf = (at: Date) => dateInTimeZone(context.dealer.timeZone, at);
  const today = dayOf(context.clock.now());
  const result = decideMove(toProgress(row), wished, {
    today: asOf ? dayOf(asOf) : today,
    farthest: addDays(today, maxDaysAhead),
    isManagement: isManagement(context.actor.level),
  });
  if (result.ok) return columnsThatDiffer(row, toColumns(result.next));
  throw result.status === 403 ? forbidden(messages.reopenNotAllowed) : invalidFields(result.fields);
}

function columnsThatDiffer(row: ProgressColumns, next: ProgressColumns): Partial<ProgressColumns> {
  const columns = Object.keys(newLeadProgress) as (keyof ProgressColumns)[];
  const changed = columns.filter((column) => JSON.stringify(row[column]) !== JSON.stringify(next[column]));
  return Object.fromEntries(changed.map((column) => [column, next[column]]));
}

function toProgress(row: ProgressColumns): LeadProgress {
  return {
    status: row.status,
    followUpCount: row.follow_up_count,
    nextFollowUpDates: row.next_follow_up_dates,
    appointmentDate: row.appointment_date,
    appointmentTime: row.appointment_time,
    lostReason: row.lost_reason,
    jobId: row.job_id,
    notes: row.notes,
  };
}

function toColumns(progress: LeadProgress): ProgressColumns {
  return {
    status: progress.status,
    follow_up_count: progress.followUpCount,
    next_follow_up_dates: progress.nextFollowUpDates,
    appointment_date: progress.appointmentDate,
    appointment_time: progress.appointmentTime,
    lost_reason: progress.lostReason,
    job_id: progress.jobId,
    notes: progress.notes,
  };
}
