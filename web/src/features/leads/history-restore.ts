import { farthestAppointmentDays } from '#contract/business.ts';
import { addDays } from '#contract/dates.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { LeadVersion } from '#contract/lead-history.ts';
import {
  datesGained,
  decideMove,
  type LeadProgress,
  type LeadProgressChange,
  type LeadStatus,
} from '#contract/lead-status.ts';
import { archiveLead, editLead, type Lead, type moveLead } from '#contract/leads.ts';
import { isManagement, type Level } from '#contract/levels.ts';
import { messages } from '#contract/messages.ts';
import { mayCall } from '#web/lib/may-call.ts';

/** Fields that the status rules speak of: whoever may move a lead may restore them, as far as the rules allow. */
const progressFields = [
  'status',
  'jobId',
  'notes',
  'followUpCount',
  'nextFollowUpDates',
  'appointmentDate',
  'appointmentTime',
  'lostReason',
] as const satisfies readonly (keyof LeadProgress)[];
const recordedFields = [
  'name',
  'phone',
  'email',
  'platform',
  'serviceOrCampaign',
  'serviceCenter',
  'vehicleNumber',
] as const satisfies readonly (keyof Lead)[];

type ProgressField = (typeof progressFields)[number];
type RecordedField = (typeof recordedFields)[number];

/** Every field that can be restored from an earlier version. */
export const restorable = [...recordedFields, ...progressFields, 'isActive'] as const;
export type Restorable = (typeof restorable)[number];

/** Why a field is not offered; `message` is one of the contract's. */
export type RestoreRefusal =
  | { reason: 'managementOnly' }
  | { reason: 'noMove'; from: LeadStatus; to: LeadStatus }
  | { reason: 'notWhileStatus'; status: LeadStatus }
  | { reason: 'withStatus' }
  | { reason: 'rule'; message: string };

/** The write that restores a field, the version that it builds on included; or why there is none. */
export type RestorePlan =
  | { kind: 'same' }
  | { kind: 'edit'; body: BodyInput<typeof editLead> }
  | { kind: 'move'; body: BodyInput<typeof moveLead> }
  | { kind: 'archive'; body: BodyInput<typeof archiveLead> }
  | { kind: 'refused'; why: RestoreRefusal };

/** Who restores, and when: `today` is the dealer's calendar date. */
export type RestoreContext = { level: Level; today: string };

/** @returns how a field of the current lead becomes what it was in a version, by the ordinary writes and their rules. */
export function planRestore(
  field: Restorable,
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
  return { kind: 'edit', body: { ...base, [field]: recorded(version, field) } };
}

function planMove(
  field: ProgressField,
  version: LeadVersion,
  current: Lead,
  { level, today }: RestoreContext,
): RestorePlan {
  const change: LeadProgressChange =
    field === 'status' ? statusChange(version, current, today) : { [field]: version[field] };
  const result = decideMove(current, change, {
    today,
    farthest: addDays(today, farthestAppointmentDays),
    isManagement: isManagement(level),
  });
  const refuse = (why: RestoreRefusal): RestorePlan => ({ kind: 'refused', why });
  if (!result.ok) {
    const isForbidden = result.status === 403;
    if (result.fields.status && !isForbidden)
      return refuse({ reason: 'noMove', from: current.status, to: version.status });
    const [message = messages.reopenNotAllowed] = Object.values(result.fields);
    return refuse({ reason: 'rule', message });
  }
  if (field !== 'status' && result.next.status !== current.status) return refuse({ reason: 'withStatus' });
  if (!equal(result.next[field], version[field]))
    return refuse({ reason: 'notWhileStatus', status: current.status });
  return { kind: 'move', body: { ...change, version: current.version } };
}

/** A status comes back together with what it needs, as far as the version has something that still holds. */
function statusChange(version: LeadVersion, current: Lead, today: string): LeadProgressChange {
  const { status, appointmentDate, appointmentTime, lostReason } = version;
  if (status === 'potential') {
    const ahead = datesGained(current.nextFollowUpDates, version.nextFollowUpDates).filter(
      (date) => date >= today,
    );
    return { status, nextFollowUpDates: [...current.nextFollowUpDates, ...ahead] };
  }
  if (status === 'booked' && appointmentDate && appointmentDate >= today)
    return { status, appointmentDate, appointmentTime };
  return status === 'lostCustomer' ? { status, lostReason } : { status };
}

function recorded(version: LeadVersion, field: RecordedField): string | null {
  if (field === 'serviceCenter') return version.serviceCenter._id;
  if (field === 'serviceOrCampaign') return version.serviceOrCampaign?._id ?? null;
  return version[field];
}

function isProgress(field: Restorable): field is ProgressField {
  return progressFields.some((one) => one === field);
}

/** A reference is the same when it is the same record, whatever it is called by now. */
function equal(one: unknown, other: unknown): boolean {
  const key = (value: unknown) =>
    typeof value === 'object' && value !== null && '_id' in value ? value._id : JSON.stringify(value);
  return key(one) === key(other);
}
