import type { Selectable } from 'kysely';
import { hasAppointment } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import type { ReferenceNames } from '#server/context.ts';
import type { Leads } from '#server/db/types.ts';
import { buildSearchKey } from '#server/lib/search/search-key.ts';

/** A row of `leads` without the columns that only indexes read or the database derives. */
export type LeadRow = Omit<
  Selectable<Leads>,
  'search_key' | 'search_grams' | 'follow_up_on' | 'touched_at' | 'due_kind' | 'due_at'
>;

const fields = {
  id: null,
  version: null,
  customer_id: null,
  name: 'name',
  email: 'email',
  phone: 'phone',
  platform: 'platform',
  vehicle_number: 'vehicleNumber',
  notes: 'notes',
  status: 'status',
  job_id: 'jobId',
  is_active: 'isActive',
  service_center_id: 'serviceCenter',
  offering_id: 'serviceOrCampaign',
  appointment_date: 'appointmentDate',
  appointment_time: 'appointmentTime',
  follow_up_count: 'followUpCount',
  next_follow_up_dates: 'nextFollowUpDates',
  lost_reason: 'lostReason',
  advisor_id: 'advisor',
  recorded_by: null,
  editor_ids: null,
  last_modified_by: null,
  changed_fields: null,
  created_at: null,
  updated_at: null,
  status_at: null,
  furthest_status: null,
  first_follow_up_at: null,
  first_booked_at: null,
  is_day_booked: null,
  contact_attempts: null,
  last_contact_at: null,
  try_again_at: null,
  reminded_for: null,
  arrived_for: null,
  response_due_at: null,
  responded_at: null,
  response_minutes: null,
  response_restarted_at: null,
  filled_platform: null,
  source: null,
  merged_into: 'mergedInto',
  joined_ids: 'joinedLeads',
  import_id: null,
} as const satisfies Record<keyof LeadRow, keyof Lead | null>;

const laterSource = { site: null, medium: null, term: null, isLate: false };

/** The columns of a {@link LeadRow}. */
export const leadColumns = Object.keys(fields) as (keyof LeadRow)[];

type Fields = typeof fields;

/** A column whose change makes a new version of the lead. */
export type VersionedColumn = { [C in keyof Fields]: Fields[C] extends null ? never : C }[keyof Fields];

/** The columns whose change makes a new version, each with its field in the contract. */
export const versionedFields = Object.entries(fields).filter(([, field]) => field !== null) as [
  VersionedColumn,
  keyof Lead,
][];

/** Tells whether the names know every center, offering and person that a lead refers to. */
export function areAllNamed(row: LeadRow, { centers, offerings, people }: ReferenceNames): boolean {
  const { advisor_id: advisor, offering_id: offering } = row;
  return (
    centers.has(row.service_center_id) &&
    (offering === null || offerings.has(offering)) &&
    people.has(row.recorded_by) &&
    people.has(row.last_modified_by) &&
    (advisor === null || people.has(advisor)) &&
    row.editor_ids.every((editor) => people.has(editor))
  );
}

/** Returns true once a lead has been booked for its day, also when it no longer is; false while it is the day that the customer asked for. */
export function isDayBooked(lead: Pick<LeadRow, 'status' | 'is_day_booked' | 'furthest_status'>): boolean {
  const { status, is_day_booked, furthest_status } = lead;
  return (
    hasAppointment(status) ||
    (is_day_booked ?? (furthest_status === 'booked' || furthest_status === 'completed'))
  );
}

/** Converts a row to the lead of the contract; an unknown name is ''. Hides nothing: see {@link redactLead}. */
export function toLead(row: LeadRow, { centers, offerings, people }: ReferenceNames): Lead {
  const named = (id: string): Person => ({ _id: id, name: people.get(id) ?? '' });
  const center = centers.get(row.service_center_id);
  const offering = row.offering_id ? offerings.get(row.offering_id) : undefined;
  const recorder = named(row.recorded_by);
  const editors = row.editor_ids.map(named);
  return {
    _id: row.id,
    entryId: row.id,
    version: row.version,
    customer: row.customer_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    platform: row.platform,
    vehicleNumber: row.vehicle_number,
    notes: row.notes,
    status: row.status,
    jobId: row.job_id,
    isActive: row.is_active,
    isErased: row.customer_id === null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    statusAt: row.status_at.toISOString(),
    serviceCenter: {
      _id: row.service_center_id,
      name: center?.name ?? '',
      address: center?.address ?? null,
      contactNo: center?.contactNo ?? null,
    },
    serviceOrCampaign: row.offering_id && offering ? { _id: row.offering_id, ...offering } : null,
    appointmentDate: row.appointment_date,
    appointmentTime: row.appointment_time,
    isDayBooked: isDayBooked(row),
    followUpCount: row.follow_up_count,
    nextFollowUpDates: row.next_follow_up_dates,
    lostReason: row.lost_reason,
    employee: recorder,
    advisor: row.advisor_id ? named(row.advisor_id) : null,
    employees: [recorder, ...editors.filter((editor) => editor._id !== recorder._id)],
    editedBy: editors,
    lastModifiedBy: named(row.last_modified_by),
    changedFields: row.changed_fields,
    contactAttempts: row.contact_attempts,
    lastContactAt: row.last_contact_at?.toISOString() ?? null,
    tryAgainAt: row.try_again_at?.toISOString() ?? null,
    responseDueAt: row.response_due_at?.toISOString() ?? null,
    respondedAt: row.responded_at?.toISOString() ?? null,
    responseMinutes: row.response_minutes,
    source: row.source && { ...laterSource, ...row.source },
    mergedInto: row.merged_into,
    joinedLeads: row.joined_ids,
  };
}

/** Builds the text by which a lead is searched; '' for an erased one. */
export function getSearchKey(
  lead: Pick<LeadRow, 'name' | 'phone' | 'email' | 'vehicle_number' | 'customer_id'>,
): string {
  if (lead.customer_id === null) return '';
  return buildSearchKey([lead.name, lead.phone, lead.email, lead.vehicle_number]);
}
