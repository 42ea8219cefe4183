import { followUpSlots } from '#contract/business.ts';
import { calendarDate } from '#contract/dates.ts';
import {
  countsAsLost,
  decideMove,
  type LeadProgress,
  type LeadProgressChange,
  type LeadStatus,
  type MoveContext,
} from '#contract/lead-status.ts';
import type { Lead } from '#contract/leads.ts';
import { messages } from '#contract/messages.ts';
import { type Comparison, compareEdits, type FieldTexts } from './lead-conflict.ts';

/** What the change-lead-status modal holds while it is filled in; text is '' for none. */
export type MoveFormValues = {
  status: LeadStatus;
  followUpCount: number;
  /** The date that is added to the lead's follow-up dates. */
  nextFollowUpDate: string;
  appointmentDate: string;
  appointmentTime: string;
  lostReason: string;
  jobId: string;
  notes: string;
};

export const moveFields = [
  'status',
  'followUpCount',
  'nextFollowUpDate',
  'appointmentDate',
  'appointmentTime',
  'lostReason',
  'jobId',
  'notes',
] as const satisfies readonly (keyof MoveFormValues)[];
export type MoveField = (typeof moveFields)[number];

/** What filled-in values come to: the change to send, and a message of the contract for each field that stands in its way. */
export type Verdict = { change: LeadProgressChange; errors: Partial<Record<MoveField, string>> };

/** @returns the modal as it opens; a lead with three follow-ups made is shown as lost. */
export function moveValuesOf(lead: Lead): MoveFormValues {
  return {
    status: countsAsLost(lead) ? 'lostCustomer' : lead.status,
    followUpCount: lead.followUpCount,
    nextFollowUpDate: '',
    appointmentDate: lead.appointmentDate ?? '',
    appointmentTime: lead.appointmentTime ?? '',
    lostReason: lead.lostReason ?? '',
    jobId: lead.jobId ?? '',
    notes: lead.notes ?? '',
  };
}

/** Judges what is filled in by the rules that the server refuses by. @param base the lead that the change is made to. */
export function judge(values: MoveFormValues, base: Lead, context: MoveContext): Verdict {
  const isDate = (text: string) => text === '' || calendarDate.safeParse(text).success;
  const change = changeOf(values, base, isDate);
  const result = decideMove(progressOf(base), change, context);
  const errors: Verdict['errors'] = {};
  if (!result.ok) {
    const { nextFollowUpDates, ...fields } = result.fields;
    Object.assign(errors, fields, nextFollowUpDates && { nextFollowUpDate: nextFollowUpDates });
  }
  if (values.status === 'potential' && !isDate(values.nextFollowUpDate)) {
    errors.nextFollowUpDate = messages.invalidDate;
  }
  if (values.status === 'booked' && !isDate(values.appointmentDate)) {
    errors.appointmentDate = messages.invalidDate;
  }
  return { change, errors };
}

/** @returns the fields of the status in view, and the notes, as far as they differ from the lead. */
function changeOf(values: MoveFormValues, base: Lead, isDate: (text: string) => boolean): LeadProgressChange {
  const { status, followUpCount, nextFollowUpDate, appointmentDate } = values;
  const wished: LeadProgressChange = { status, notes: values.notes.trim() || null };
  if (status === 'potential') {
    if (nextFollowUpDate && isDate(nextFollowUpDate)) {
      wished.nextFollowUpDates = [...base.nextFollowUpDates, nextFollowUpDate];
    }
    if (base.status === 'potential') wished.followUpCount = followUpCount;
  }
  if (status === 'booked') {
    if (isDate(appointmentDate)) wished.appointmentDate = appointmentDate || null;
    wished.appointmentTime = values.appointmentTime || null;
  }
  if (status === 'completed') wished.jobId = values.jobId.trim() || null;
  if (status === 'lostCustomer') wished.lostReason = values.lostReason.trim() || null;
  const now = progressOf(base);
  const changed = Object.entries(wished).filter(
    ([field, value]) => now[field as keyof LeadProgress] !== value,
  );
  return Object.fromEntries(changed);
}

/**
 * Compares a change with one that was first. A change that belongs to a status disputes it with whoever moved the lead to
 * another one.
 */
export function compareMoves(before: Lead, theirs: Lead, { change }: Verdict): Comparison<MoveField> {
  const { disputed, taken } = compareEdits(
    moveFields,
    textsOf(progressOf(before)),
    textsOf(progressOf(theirs)),
    textsOf({ ...progressOf(before), ...change }),
  );
  const { notes: _notes, ...bound } = change;
  const isBound = Object.keys(bound).length > 0 && change.status !== theirs.status;
  if (!isBound || !taken.includes('status')) return { disputed, taken };
  return { disputed: ['status', ...disputed], taken: taken.filter((field) => field !== 'status') };
}

/** @returns the form's values for some fields as another state of the lead has them. */
export function takeOverMove(theirs: Lead, fields: readonly MoveField[]): Partial<MoveFormValues> {
  const now = moveValuesOf(theirs);
  return Object.fromEntries(fields.map((field) => [field, now[field]]));
}

/**
 * @returns the date of each follow-up slot, as far as it is set. The newest date belongs to the follow-up that comes next.
 * @param upcoming a date that is being added for the one after `made`.
 */
export function slotDates(
  base: Pick<Lead, 'followUpCount' | 'nextFollowUpDates'>,
  made: number,
  upcoming: string,
): (string | undefined)[] {
  const { followUpCount, nextFollowUpDates: dates } = base;
  return Array.from({ length: followUpSlots }, (_slot, at) => {
    if (upcoming && at === made) return upcoming;
    const fromEnd = followUpCount - at;
    return fromEnd < 0 ? undefined : dates[dates.length - 1 - fromEnd];
  });
}

function progressOf(lead: Lead): LeadProgress {
  const { status, followUpCount, nextFollowUpDates, appointmentDate, appointmentTime } = lead;
  const { lostReason, jobId, notes } = lead;
  return {
    status,
    followUpCount,
    nextFollowUpDates,
    appointmentDate,
    appointmentTime,
    lostReason,
    jobId,
    notes,
  };
}

function textsOf({ nextFollowUpDates, ...progress }: LeadProgress): FieldTexts<MoveField> {
  return {
    status: progress.status,
    followUpCount: String(progress.followUpCount),
    nextFollowUpDate: nextFollowUpDates.join(' '),
    appointmentDate: progress.appointmentDate ?? '',
    appointmentTime: progress.appointmentTime ?? '',
    lostReason: progress.lostReason ?? '',
    jobId: progress.jobId ?? '',
    notes: progress.notes ?? '',
  };
}
