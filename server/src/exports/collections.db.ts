import { type RawBuilder, sql } from 'kysely';
import type { Leads } from '#server/db/types.ts';

/** A CSV file of an export. `select` yields its columns by their names on the wire. */
export type Collection = { name: string; columns: readonly string[]; select: RawBuilder<unknown> };

/**
 * Defines a CSV file of an export.
 *
 * @param cells SQL by column name on the wire.
 * @param rows what follows `from`, in order of creation.
 */
export function defineCollection(
  name: string,
  cells: Record<string, RawBuilder<unknown>>,
  rows: RawBuilder<unknown>,
): Collection {
  return {
    name,
    columns: Object.keys(cells),
    select: sql`select ${sql.join(Object.values(cells))} from ${rows}`,
  };
}

const lists = ['next_follow_up_dates', 'editor_ids', 'changed_fields', 'centers', 'mentions'];
const flags = ['is_active', 'is_default', 'is_moved'];

const leadColumns = {
  customer: 'customer_id',
  name: 'name',
  email: 'email',
  phone: 'phone',
  platform: 'platform',
  vehicleNumber: 'vehicle_number',
  notes: 'notes',
  status: 'status',
  jobId: 'job_id',
  isActive: 'is_active',
  serviceCenter: 'service_center_id',
  serviceOrCampaign: 'offering_id',
  appointmentDate: 'appointment_date',
  appointmentTime: 'appointment_time',
  followUpCount: 'follow_up_count',
  nextFollowUpDates: 'next_follow_up_dates',
  lostReason: 'lost_reason',
  employee: 'recorded_by',
  advisor: 'advisor_id',
  editedBy: 'editor_ids',
  lastModifiedBy: 'last_modified_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  source: 'source',
  mergedInto: 'merged_into',
} as const satisfies Record<string, keyof Leads>;

function table(
  name: string,
  columns: Record<string, string>,
  from: RawBuilder<unknown>,
  order = sql`l.id`,
): Collection {
  const cells = Object.entries(columns).map(([wire, column]) => [wire, ofTable(column)]);
  return defineCollection(name, Object.fromEntries(cells), sql`${from} order by ${order}`);
}

function ofTable(column: string): RawBuilder<unknown> {
  const value = sql.ref(`l.${column}`);
  if (lists.includes(column)) return sql`array_to_string(${value}, ' ')`;
  return flags.includes(column) ? sql`${value}::text` : value;
}

function ofSnapshot(column: string): RawBuilder<unknown> {
  const value = sql`v.snapshot ->> ${column}`;
  return lists.includes(column) ? sql`translate(${value}, '[]",', '')` : value;
}

const snapshotCells = Object.fromEntries(
  Object.entries(leadColumns).map(([wire, column]) => [wire, ofSnapshot(column)]),
);

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The CSV files of the export of everything, but for audit entries. */
export const collections: readonly Collection[] = [
  table('leads', { _id: 'id', version: 'version', ...leadColumns }, sql`leads l`),
  defineCollection(
    'lead_history',
    {
      ...{ _id: sql`v.id`, entryId: sql`v.lead_id`, version: sql`v.version` },
      changedFields: sql`array_to_string(v.changed_fields, ' ')`,
      ...snapshotCells,
      createdAt: sql`v.created_at`,
    },
    sql`lead_versions v order by v.lead_id, v.version`,
  ),
  table(
    'lead_contacts',
    {
      ...{ _id: 'id', entryId: 'lead_id', employee: 'employee_id', channel: 'channel', outcome: 'outcome' },
      ...{
        note: 'note',
        tryAgainAt: 'try_again_at',
        movedTo: 'moved_to',
        version: 'lead_version',
        followUp: 'follow_up',
      },
      ...{ createdAt: 'created_at', correctedAt: 'corrected_at', earlier: 'earlier', undoneAt: 'undone_at' },
    },
    sql`lead_contacts l`,
  ),
  table(
    'lead_comments',
    {
      ...{ _id: 'id', entryId: 'lead_id', employee: 'employee_id', text: 'text', mentions: 'mentions' },
      createdAt: 'created_at',
    },
    sql`(select c.*, array(select m.employee_id from lead_mentions m where m.comment_id = c.id order by 1) as mentions
      from lead_comments c) l`,
  ),
  table(
    'bookings',
    {
      ...{ entryId: 'lead_id', version: 'lead_version', serviceCenter: 'service_center_id' },
      ...{ serviceOrCampaign: 'offering_id', date: 'day', time: 'time', isMoved: 'is_moved' },
      ...{ bookedBy: 'booked_by', bookedAt: 'booked_at', ending: 'ending', endedAt: 'ended_at' },
      ...{ outcome: 'outcome', outcomeBy: 'outcome_by', outcomeAt: 'outcome_at' },
      ...{ confirmedAt: 'confirmed_at', readyAt: 'ready_at' },
    },
    sql`bookings l`,
    sql`l.lead_id, l.lead_version`,
  ),
  table(
    'customers',
    {
      ...{ _id: 'id', name: 'name', email: 'email', mobile: 'mobile', mergedInto: 'merged_into', ...stamps },
      mergedIntoMobile: 'kept_mobile',
    },
    sql`(select c.*, k.mobile as kept_mobile from customers c left join customers k on k.id = c.merged_into) l`,
    // An import finds whom a merged one belongs to among the rows before it.
    sql`l.merged_into is not null, l.id`,
  ),
  table(
    'customer_addresses',
    {
      ...{ _id: 'id', customer: 'customer_id', label: 'label', line: 'line', area: 'area', city: 'city' },
      isDefault: 'is_default',
      ...stamps,
      ...{ name: 'name', mobile: 'mobile' },
    },
    // By name and number an import knows whose they are; it makes the first one the usual one.
    sql`(select a.*, c.name, c.mobile from customer_addresses a join customers c on c.id = a.customer_id) l`,
    sql`not l.is_default, l.id`,
  ),
  table(
    'service_centers',
    {
      ...{ _id: 'id', name: 'name', address: 'address', contactNo: 'contact_no', isActive: 'is_active' },
      ...stamps,
    },
    sql`service_centers l`,
  ),
  table(
    'services_and_campaigns',
    {
      ...{ _id: 'id', name: 'name', type: 'type', location: 'location', startDate: 'start_date' },
      ...{ endDate: 'end_date', isActive: 'is_active' },
      ...stamps,
      ...{ bookingMinutes: 'booking_minutes', bookingsPerDay: 'bookings_per_day' },
    },
    sql`offerings l`,
  ),
  table(
    'employees',
    {
      ...{ _id: 'id', name: 'name', email: 'email', level: 'level' },
      isActive: 'is_active',
      serviceCenter: 'centers',
      ...stamps,
    },
    sql`(select e.*, array(select ec.service_center_id from employee_service_centers ec
      where ec.employee_id = e.id order by 1) as centers from employees e where not e.is_connection) l`,
  ),
  table(
    'employee_invites',
    {
      ...{ _id: 'id', email: 'email', invitedBy: 'invited_by', createdAt: 'created_at' },
      ...{ expiresAt: 'expires_at', acceptedAt: 'accepted_at' },
      ...{ level: 'level', serviceCenter: 'centers' },
    },
    sql`(select i.*, array(select ic.service_center_id from invite_service_centers ic
      where ic.invite_id = i.id order by 1) as centers from invites i) l`,
  ),
];
