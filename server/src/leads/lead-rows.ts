import type { Selectable } from 'kysely';
import type { Lead } from '#contract/leads/leads.ts';
import type { Person } from '#contract/people.ts';
import type { Names } from '#server/context.ts';
import type { Leads } from '#server/db/types.ts';

/** Without columns that only indexes read or the database derives. */
export type LeadRow = Omit<
  Selectable<Leads>,
  'search_key' | 'search_grams' | 'follow_up_on' | 'touched_at' | 'due_kind' | 'due_at'
>;

export function areAllNamed(row: LeadRow, { centers, offerings, people }: Names): boolean {
  const { advisor_id: advisor, offering_id: offering } = row;
  return (
    centers.has(row.service_center_id) &&
    (offering === null || offerings.has(offering)) &&
    people.has(row.employee_id) &&
    people.has(row.last_modified_by) &&
    (advisor === null || people.has(advisor)) &&
    row.editor_ids.every((editor) => people.has(editor))
  );
}

export function toLead(row: LeadRow, { centers, offerings, people }: Names): Lead {
  const named = (id: string): Person => ({ _id: id, name: people.get(id) ?? '' });
  const center = centers.get(row.service_center_id);
  const offering = row.offering_id ? offerings.get(row.offering_id) : undefined;
  const recorder = named(row.employee_id);
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
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    serviceCenter: {
      _id: row.service_center_id,
      name: center?.name ?? '',
      address: center?.address ?? null,
      contactNo: center?.contactNo ?? null,
    },
    serviceOrCampaign: row.offering_id && offering ? { _id: row.offering_id, ...offering } : null,
    appointmentDate: row.appointment_date,
    appointmentTime: row.appointment_time,
    followUpCount: row.follow_up_count,
    nextFollowUpDates: row.next_follow_up_dates,
    lostReason: row.lost_reason,
    employee: recorder,
    advisor: row.advisor_id ? named(row.advisor_id) : null,
    employees: [recorder, ...editors.filter((editor) => editor._id !== recorder._id)],
    editedBy: editors,
    lastModifiedBy: named(row.last_modified_by),
    changedFields: row.changed_fields,
    contactTries: row.contact_tries,
    lastContactAt: row.last_contact_at?.toISOString() ?? null,
    tryAgainAt: row.try_again_at?.toISOString() ?? null,
  };
}

const changeableFields = {
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
} as const satisfies Partial<Record<keyof LeadRow, keyof Lead>>;

export type LeadChanges = Partial<Pick<LeadRow, keyof typeof changeableFields>>;

/** What contacts change; no version keeps it. */
export type ContactFacts = Pick<
  LeadRow,
  'contact_tries' | 'last_contact_at' | 'try_again_at' | 'reminded_for'
>;

export function fieldsChanged(before: LeadRow, after: LeadChanges): string[] {
  const columns = Object.keys(changeableFields) as (keyof typeof changeableFields)[];
  return columns
    .filter((column) => column in after && !same(before[column], after[column]))
    .map((column) => changeableFields[column]);
}

export function changedColumns(row: LeadRow, fields: readonly string[]): LeadChanges {
  const columns = Object.entries(changeableFields).filter(([, field]) => fields.includes(field));
  return Object.fromEntries(
    columns.map(([column]) => [column, row[column as keyof typeof changeableFields]]),
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
