import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import {
  decideMove,
  findAddedDates,
  type LeadProgressChange,
  type LeadStatus,
  type MoveResult,
} from '#contract/leads/lead-status.ts';
import {
  archiveLead,
  createLeadBody,
  editLead,
  type Lead,
  type moveLead,
  moveLeadBody,
} from '#contract/leads/leads.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { addDays } from '#contract/text/dates.ts';
import { getBodyValue } from '#web/features/leads/record/body-value.ts';
import { mayCall } from '#web/lib/api/may-call.ts';

const progressFields = moveLeadBody
  .omit({ version: true, overbook: true, serviceCenter: true })
  .keyof().options;
type ProgressField = (typeof progressFields)[number];

/** The fields of a lead whose earlier value can be restored. */
export const restorableFields = [...createLeadBody.keyof().options, ...progressFields, 'isActive'] as const;
export type RestorableField = (typeof restorableFields)[number];

/** The reason why the earlier value of a field cannot be restored. */
export type RestoreRefusal =
  | { reason: 'managementOnly' }
  | { reason: 'noMove'; from: LeadStatus; to: LeadStatus }
  | { reason: 'notWhileStatus'; status: LeadStatus }
  | { reason: 'neededWhileStatus'; status: LeadStatus }
  | { reason: 'withStatus' }
  | { reason: 'dateOver' }
  | { reason: 'rule'; message: string };

/** The call that restores a field's earlier value, `same` where it needs none, or why it cannot be restored. */
export type RestorePlan =
  | { kind: 'same' }
  | { kind: 'edit'; body: EndpointBodyInput<typeof editLead> }
  | { kind: 'move'; body: EndpointBodyInput<typeof moveLead> }
  | { kind: 'archive'; body: EndpointBodyInput<typeof archiveLead> }
  | { kind: 'refused'; why: RestoreRefusal };

type RestoreContext = { level: Level; today: string };

/** Plans how a field gets the value of an earlier version back, by the rules of the lead's present status; sends nothing. */
export function planRestore(
  field: RestorableField,
  version: LeadVersion,
  current: Lead,
  context: RestoreContext,
): RestorePlan {
  if (equal(version[field], current[field])) return { kind: 'same' };
  if (isProgress(field)) return planMove(field, version, current, context);
  const needs = field === 'isActive' ? archiveLead : editLead;
  if (!mayCall(needs, context.level)) return { kind: 'refused', why: { reason: 'managementOnly' } };
  const base = { version: current.version };
  if (field === 'isActive') return { kind: 'archive', body: { ...base, isActive: version.isActive } };
  return { kind: 'edit', body: { ...base, [field]: getBodyValue(version, field) } };
}

function planMove(
  field: ProgressField,
  version: LeadVersion,
  current: Lead,
  { level, today }: RestoreContext,
): RestorePlan {
  const change = changeFor(field, version, current, today);
  const result = decideMove(current, change, {
    today,
    farthest: addDays(today, maxDaysAhead),
    isManagement: isManagement(level),
  });
  const refuse = (why: RestoreRefusal): RestorePlan => ({ kind: 'refused', why });
  if (!result.ok) return refuse(whyNot(result, field, version, current));
  if (field !== 'status' && result.next.status !== current.status) return refuse({ reason: 'withStatus' });
  if (!equal(result.next[field], version[field]))
    return refuse({ reason: 'notWhileStatus', status: current.status });
  return { kind: 'move', body: { ...change, version: current.version } };
}

function changeFor(
  field: ProgressField,
  version: LeadVersion,
  current: Lead,
  today: string,
): LeadProgressChange {
  const { status, followUpCount, appointmentDate, appointmentTime, lostReason } = version;
  const nextFollowUpDates = datesAgain(version, current, today);
  if (field === 'followUpCount') {
    const owesDate = current.status === 'potential' && followUpCount > current.followUpCount;
    return owesDate ? { followUpCount, nextFollowUpDates } : { followUpCount };
  }
  if (field !== 'status') return { [field]: version[field] };
  if (status === 'potential') return { status, nextFollowUpDates };
  if (status === 'booked' && appointmentDate && appointmentDate >= today)
    return { status, appointmentDate, appointmentTime };
  return status === 'lostCustomer' ? { status, lostReason } : { status };
}

function datesAgain(version: LeadVersion, current: Lead, today: string): string[] {
  const ahead = version.nextFollowUpDates.filter((date) => date >= today);
  const gained = findAddedDates(current.nextFollowUpDates, ahead);
  return [...current.nextFollowUpDates, ...(gained.length > 0 ? gained : ahead.slice(-1))];
}

function whyNot(
  { status, fields }: Extract<MoveResult, { ok: false }>,
  field: ProgressField,
  version: LeadVersion,
  current: Lead,
): RestoreRefusal {
  const [message = messages.reopenNotAllowed] = Object.values(fields);
  if (status === 403) return { reason: 'rule', message };
  if (fields.status) return { reason: 'noMove', from: current.status, to: version.status };
  const isMissing = needMessages.some((one) => one === message);
  // The version had all its status needs: only a date can have passed.
  const isOver = isMissing
    ? field === 'status' || field === 'followUpCount'
    : message === messages.dateInPast;
  if (isOver) return { reason: 'dateOver' };
  return isMissing ? { reason: 'neededWhileStatus', status: current.status } : { reason: 'rule', message };
}

const needMessages = [
  messages.followUpDateMissing,
  messages.appointmentDateMissing,
  messages.lostReasonMissing,
] as const;

function isProgress(field: RestorableField): field is ProgressField {
  return progressFields.some((one) => one === field);
}

function equal(one: unknown, other: unknown): boolean {
  const key = (value: unknown) =>
    typeof value === 'object' && value !== null && '_id' in value ? value._id : JSON.stringify(value);
  return key(one) === key(other);
}
