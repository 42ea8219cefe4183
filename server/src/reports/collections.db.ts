import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

const rowsAtOnce = 500;

type Row = Record<string, unknown>;

/** A collection of the full export: its rows have the columns of the CSV, by their names on the wire. */
export type Collection = { name: string; columns: readonly string[]; select: RawBuilder<Row> };

/** The rows of a collection, a batch at a time. @param db a transaction. */
export async function* readCollection(db: Db, { select }: Collection): AsyncGenerator<Row[]> {
  await sql`declare export_rows no scroll cursor for ${select}`.execute(db);
  while (true) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(rowsAtOnce)} from export_rows`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close export_rows`.execute(db);
}

/** A lead's columns, of the row of `leads` that is called `l`. */
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
  employee: 'employee_id',
  advisor: 'advisor_id',
  editedBy: 'editor_ids',
  lastModifiedBy: 'last_modified_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Selects columns by their names on the wire, from a source whose rows are called `l`, in the order of their making. */
function collection(
  name: string,
  columns: Record<string, string>,
  from: RawBuilder<unknown>,
  order = ['id'],
): Collection {
  const selected = Object.entries(columns).map(
    ([wire, column]) => sql`l.${sql.ref(column)} as ${sql.ref(wire)}`,
  );
  const ordered = order.map((column) => sql`l.${sql.ref(column)}`);
  return {
    name,
    columns: Object.keys(columns),
    select: sql<Row>`select ${sql.join(selected)} from ${from} order by ${sql.join(ordered)}`,
  };
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The collections of the full export, in its order. No password, token or picture address is among the columns. */
export const collections: readonly Collection[] = [
  collection('leads', { _id: 'id', version: 'version', ...leadColumns }, sql`leads l`),
  collection(
    'lead_history',
    { _id: 'id', entryId: 'lead_id', version: 'version', changedFields: 'changed_fields', ...leadColumns },
    sql`(select v.id, v.lead_id, v.version, v.changed_fields, v.created_at, ${sql.join(
      Object.values(leadColumns)
        .filter((column) => column !== 'created_at')
        .map((column) => sql`s.${sql.ref(column)}`),
    )} from lead_versions v cross join lateral jsonb_populate_record(null::leads, v.snapshot) s) l`,
    ['lead_id', 'version'],
  ),
  collection(
    'customers',
    { _id: 'id', name: 'name', email: 'email', mobile: 'mobile', ...stamps },
    sql`customers l`,
  ),
  collection(
    'customer_addresses',
    {
      ...{ _id: 'id', customer: 'customer_id', label: 'label', line: 'line', area: 'area', city: 'city' },
      isDefault: 'is_default',
      ...stamps,
    },
    sql`customer_addresses l`,
  ),
  collection(
    'service_centers',
    {
      ...{ _id: 'id', name: 'name', address: 'address', contactNo: 'contact_no', isActive: 'is_active' },
      ...stamps,
    },
    sql`service_centers l`,
  ),
  collection(
    'services_and_campaigns',
    {
      ...{ _id: 'id', name: 'name', type: 'type', location: 'location', startDate: 'start_date' },
      ...{ endDate: 'end_date', isActive: 'is_active' },
      ...stamps,
    },
    sql`offerings l`,
  ),
  collection(
    'employees',
    {
      ...{ _id: 'id', name: 'name', email: 'email', level: 'level' },
      isActive: 'is_active',
      serviceCenter: 'centers',
      ...stamps,
    },
    sql`(select e.*, array(select ec.service_center_id from employee_service_centers ec
      where ec.employee_id = e.id order by 1) as centers from employees e) l`,
  ),
  collection(
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
