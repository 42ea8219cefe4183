import { maxFollowUps } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import {
  decideMove,
  isShownAsLost,
  type LeadProgress,
  type LeadStatus,
  type MoveContext,
} from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { calendarDate, timeOfDay } from '#contract/text/dates.ts';
import {
  compareEdits,
  type EditComparison,
  type FieldTexts,
} from '#web/features/leads/form/lead-conflict.ts';

/** The form that changes a lead's status, as it is typed. */
export type MoveFormValues = {
  status: LeadStatus;
  followUpCount: number;
  nextFollowUpDate: string;
  appointmentDate: string;
  appointmentTime: string;
  serviceCenter: string;
  lostReason: string;
  jobId: string;
  notes: string;
};

const moveFields = [
  'status',
  'followUpCount',
  'nextFollowUpDate',
  'appointmentDate',
  'appointmentTime',
  'serviceCenter',
  'lostReason',
  'jobId',
  'notes',
] as const satisfies readonly (keyof MoveFormValues)[];
/** A field of the form that changes a lead's status. */
export type MoveField = (typeof moveFields)[number];

type MoveState = LeadProgress & { serviceCenter: string };
type MoveChange = Partial<MoveState>;

/** The outcome of checking a form: the change to send, and a contract message for each field that prevents it. */
export type MoveVerdict = { change: MoveChange; errors: Partial<Record<MoveField, string>> };

/** @returns the past appointment date of a lead that is not booked: it cannot be booked for it. */
export function getPassedAppointment(
  { status, appointmentDate }: Pick<Lead, 'status' | 'appointmentDate'>,
  today: string,
): string | undefined {
  return status !== 'booked' && appointmentDate && appointmentDate < today ? appointmentDate : undefined;
}

/** Returns the form's values for a lead as it is now; a past appointment of a lead that is not booked is left out. */
export function toMoveFormValues(lead: Lead, today: string): MoveFormValues {
  const isStale = getPassedAppointment(lead, today) !== undefined;
  return {
    status: isShownAsLost(lead) ? 'lostCustomer' : lead.status,
    followUpCount: lead.followUpCount,
    nextFollowUpDate: '',
    appointmentDate: (!isStale && lead.appointmentDate) || '',
    appointmentTime: (!isStale && lead.appointmentTime) || '',
    serviceCenter: lead.serviceCenter._id,
    lostReason: lead.lostReason ?? '',
    jobId: lead.jobId ?? '',
    notes: lead.notes ?? '',
  };
}

/** Judges a form by the server's own rules. @param base the lead that is changed. */
export function judgeMove(values: MoveFormValues, base: Lead, context: MoveContext): MoveVerdict {
  const isDate = (text: string) => text === '' || calendarDate.safeParse(text).success;
  const change = changeOf(values, base, isDate);
  const result = decideMove(stateOf(base), change, context);
  const errors: MoveVerdict['errors'] = {};
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
  if (values.status === 'booked' && !isTime(values.appointmentTime)) {
    errors.appointmentTime = messages.invalidTime;
  }
  return { change, errors };
}

const isTime = (text: string) => text === '' || timeOfDay.safeParse(text).success;

function changeOf(values: MoveFormValues, base: Lead, isDate: (text: string) => boolean): MoveChange {
  const { status, followUpCount, nextFollowUpDate, appointmentDate } = values;
  const wished: MoveChange = { status, notes: values.notes.trim() || null };
  if (status === 'potential') {
    if (nextFollowUpDate && isDate(nextFollowUpDate)) {
      wished.nextFollowUpDates = [...base.nextFollowUpDates, nextFollowUpDate];
    }
    if (base.status === 'potential') wished.followUpCount = followUpCount;
  }
  if (status === 'booked') {
    wished.serviceCenter = values.serviceCenter;
    if (isDate(appointmentDate)) wished.appointmentDate = appointmentDate || null;
    if (isTime(values.appointmentTime)) wished.appointmentTime = values.appointmentTime || null;
  }
  if (status === 'completed') wished.jobId = values.jobId.trim() || null;
  if (status === 'lostCustomer') wished.lostReason = values.lostReason.trim() || null;
  const now = stateOf(base);
  const changed = Object.entries(wished).filter(([field, value]) => now[field as keyof MoveState] !== value);
  return Object.fromEntries(changed);
}

/** Finds the fields of a change of status that others changed, too: those in conflict, and those that merge. */
export function compareMoves(
  before: Lead,
  theirs: Lead,
  { change }: Pick<MoveVerdict, 'change'>,
): EditComparison<MoveField> {
  const { conflictingFields: disputed, mergedFields: taken } = compareEdits(
    moveFields,
    textsOf(stateOf(before)),
    textsOf(stateOf(theirs)),
    textsOf({ ...stateOf(before), ...change }),
  );
  const { notes: _notes, ...bound } = change;
  const isBound = Object.keys(bound).length > 0 && change.status !== theirs.status;
  if (!isBound || !taken.includes('status')) return { conflictingFields: disputed, mergedFields: taken };
  return {
    conflictingFields: ['status', ...disputed],
    mergedFields: taken.filter((field) => field !== 'status'),
  };
}

/**
 * @returns the date of each follow-up slot; the newest belongs to the next. @param upcoming a date being added for
 *   the one after `made`.
 */
export function getFollowUpSlotDates(
  base: Pick<Lead, 'followUpCount' | 'nextFollowUpDates'>,
  made: number,
  upcoming: string,
): (string | undefined)[] {
  const { followUpCount, nextFollowUpDates: dates } = base;
  return Array.from({ length: maxFollowUps }, (_slot, at) => {
    if (upcoming && at === made) return upcoming;
    const fromEnd = followUpCount - at;
    return fromEnd < 0 ? undefined : dates[dates.length - 1 - fromEnd];
  });
}

function stateOf(lead: Lead): MoveState {
  const { status, followUpCount, nextFollowUpDates, appointmentDate, appointmentTime } = lead;
  const dates = { nextFollowUpDates, appointmentDate, appointmentTime };
  return {
    status,
    followUpCount,
    ...dates,
    serviceCenter: lead.serviceCenter._id,
    lostReason: lead.lostReason,
    jobId: lead.jobId,
    notes: lead.notes,
  };
}

function textsOf({ nextFollowUpDates, ...state }: MoveState): FieldTexts<MoveField> {
  const values = { ...state, nextFollowUpDate: nextFollowUpDates.join(' ') };
  const texts = moveFields.map((field) => [field, String(values[field] ?? '')]);
  return Object.fromEntries(texts) as FieldTexts<MoveField>;
}

/** The follow-up that was ticked last, and how many were ticked before, to take the tick back. */
export type LastTickedSlot = { slot: number; before: number };

/** Ticks a slot and all before it. @returns how many are ticked, and what unticking goes back to. */
export function tickFollowUp(made: number, slot: number): { made: number; last: LastTickedSlot } {
  return { made: slot, last: { slot, before: made } };
}

/** @returns how many stay ticked without this slot: as many as before, if ticked last. */
export function untickFollowUp(slot: number, last: LastTickedSlot | undefined): number {
  return last?.slot === slot ? last.before : slot - 1;
}

/** @returns how many stay ticked when no longer lost. @param recorded how many the lead has made. */
export function countTickedWhenNotLost(
  made: number,
  last: LastTickedSlot | undefined,
  recorded: number,
): number {
  if (made < maxFollowUps) return made;
  return last?.slot === maxFollowUps ? last.before : Math.min(recorded, maxFollowUps - 1);
}
