import { type RawBuilder, sql } from 'kysely';
import { selectStoppedMessages } from '#server/db/stopped-messages.ts';
import { type Collection, defineCollection } from './collections.db.ts';

type FoundCustomer = { id: string; keptId: string | null; keptName: string | null };

/** Builds the query of a customer: one row or none, with `keptId` and `keptName` of the one into whom they were merged, else null. */
export function selectCustomer(id: string): RawBuilder<FoundCustomer> {
  return sql<FoundCustomer>`
    select c.id, kept.id as "keptId", kept.name as "keptName"
    from customers c left join customers kept on kept.id = c.merged_into where c.id = ${id}`;
}

function columns(source: string, names: Record<string, string>): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(
    Object.entries(names).map(([wire, column]) => [wire, sql.ref(`${source}.${column}`)]),
  );
}

const snapshotCells = Object.fromEntries(
  Object.entries({
    ...{
      name: 'name',
      email: 'email',
      phone: 'phone',
      platform: 'platform',
      vehicleNumber: 'vehicle_number',
    },
    ...{ notes: 'notes', status: 'status', jobId: 'job_id', isActive: 'is_active' },
    ...{ appointmentDate: 'appointment_date', appointmentTime: 'appointment_time' },
    ...{
      followUpCount: 'follow_up_count',
      nextFollowUpDates: 'next_follow_up_dates',
      lostReason: 'lost_reason',
      source: 'source',
    },
  }).map(([wire, column]) => [wire, sql`v.snapshot ->> ${column}`]),
);

type FoundFile = { id: string; bytes: number };

/** Builds the query of the files that came with the customer's enquiries, as far as they are stored. */
export function selectCustomerFiles(id: string): RawBuilder<FoundFile> {
  return sql<FoundFile>`
    select a.id, a.bytes from delivery_attachments a
    where a.content is not null and a.delivery_id in (select t.id from ${ownDeliveries(id)}) order by a.id`;
}

/** Builds the query of a part of a file. @param from how many bytes come before it. */
export function selectFilePart(id: string, from: number, bytes: number): RawBuilder<{ part: Buffer }> {
  return sql<{ part: Buffer }>`
    select substring(content from ${from + 1}::integer for ${bytes}::integer) as part
    from delivery_attachments where id = ${id}`;
}

function ownDeliveries(id: string): RawBuilder<unknown> {
  const family = sql`from customers where id = ${id} or merged_into = ${id}`;
  const anyPhone = sql`any(array(select mobile ${family}))`;
  const ownLeads = sql`(select id from leads where customer_id = any(array(select id ${family})))`;
  return sql`deliveries t where t.lead_id in ${ownLeads} or t.phone = ${anyPhone} or (t.lead_id is null
    and t.phone in (select unnest(array[d.phone, d.user_id]) from deliveries d where d.lead_id in ${ownLeads}))`;
}

/**
 * Lists the CSV files of the export of a customer and of those merged into it. Centers and offerings are named; employees are not:
 * they are not the customer's data.
 */
export function listCustomerCollections(id: string): readonly Collection[] {
  const family = sql`from customers where id = ${id} or merged_into = ${id}`;
  const anyOfThem = sql`any(array(select id ${family}))`;
  const anyPhone = sql`any(array(select mobile ${family}))`;
  const ownLeads = sql`(select id from leads where customer_id = ${anyOfThem})`;
  const named = sql`leads l join service_centers c on c.id = l.service_center_id left join offerings o on o.id = l.offering_id`;
  return [
    defineCollection(
      'customer',
      {
        ...columns('c', {
          ...{ _id: 'id', name: 'name', email: 'email', mobile: 'mobile' },
          ...{ mergedInto: 'merged_into', mergedAt: 'merged_at' },
          ...{ createdAt: 'created_at', updatedAt: 'updated_at' },
        }),
        stoppedMessages: selectStoppedMessages('c'),
      },
      sql`customers c where c.id = ${anyOfThem} order by c.merged_at nulls first, c.id`,
    ),
    defineCollection(
      'addresses',
      {
        ...columns('a', { _id: 'id', label: 'label', line: 'line', area: 'area', city: 'city' }),
        isDefault: sql`a.is_default::text`,
        ...columns('a', { createdAt: 'created_at', updatedAt: 'updated_at' }),
      },
      sql`customer_addresses a where a.customer_id = ${anyOfThem} order by a.id`,
    ),
    defineCollection(
      'suggestions',
      {
        ...columns('s', { field: 'field', value: 'value', entryId: 'lead_id', suggestedAt: 'suggested_at' }),
        isWaiting: sql`s.is_waiting::text`,
      },
      sql`customer_suggestions s where s.customer_id = ${anyOfThem} order by s.suggested_at, s.field, s.key`,
    ),
    defineCollection(
      'leads',
      {
        ...columns('l', {
          ...{ _id: 'id', version: 'version', name: 'name', email: 'email', phone: 'phone' },
          ...{ platform: 'platform', vehicleNumber: 'vehicle_number', notes: 'notes', status: 'status' },
          jobId: 'job_id',
        }),
        isActive: sql`l.is_active::text`,
        serviceCenter: sql`c.name`,
        serviceOrCampaign: sql`o.name`,
        ...columns('l', { appointmentDate: 'appointment_date', appointmentTime: 'appointment_time' }),
        followUpCount: sql`l.follow_up_count`,
        nextFollowUpDates: sql`array_to_string(l.next_follow_up_dates, ' ')`,
        ...columns('l', {
          ...{
            lostReason: 'lost_reason',
            contactAttempts: 'contact_attempts',
            lastContactAt: 'last_contact_at',
          },
          ...{ tryAgainAt: 'try_again_at', createdAt: 'created_at', updatedAt: 'updated_at' },
        }),
        source: sql`l.source::text`,
        ...columns('l', { mergedInto: 'merged_into' }),
      },
      sql`${named} where l.customer_id = ${anyOfThem} order by l.id`,
    ),
    defineCollection(
      'lead_history',
      {
        ...columns('v', { entryId: 'lead_id', version: 'version' }),
        changedFields: sql`array_to_string(v.changed_fields, ' ')`,
        ...snapshotCells,
        ...columns('v', { createdAt: 'created_at' }),
      },
      sql`lead_versions v where v.lead_id in ${ownLeads} or (v.lead_id in (
          select lead_id from lead_versions where 'phone' = any(changed_fields)) and v.snapshot ->> 'phone' = ${anyPhone})
        order by v.lead_id, v.version`,
    ),
    defineCollection(
      'contacts',
      columns('t', {
        ...{ entryId: 'lead_id', channel: 'channel', outcome: 'outcome', note: 'note' },
        ...{ tryAgainAt: 'try_again_at', movedTo: 'moved_to', earlier: 'earlier', createdAt: 'created_at' },
        ...{ correctedAt: 'corrected_at', undoneAt: 'undone_at' },
      }),
      sql`lead_contacts t where t.lead_id in ${ownLeads} order by t.id`,
    ),
    defineCollection(
      'bookings',
      {
        ...columns('t', { entryId: 'lead_id', date: 'day', time: 'time', bookedAt: 'booked_at' }),
        ...{ serviceCenter: sql`c.name`, serviceOrCampaign: sql`o.name` },
        ...columns('t', {
          ending: 'ending',
          endedAt: 'ended_at',
          outcome: 'outcome',
          outcomeAt: 'outcome_at',
        }),
        ...columns('t', { confirmedAt: 'confirmed_at', readyAt: 'ready_at' }),
      },
      sql`bookings t join service_centers c on c.id = t.service_center_id left join offerings o on o.id = t.offering_id
        where t.lead_id in ${ownLeads} order by t.lead_id, t.lead_version`,
    ),
    defineCollection(
      'comments',
      columns('t', { entryId: 'lead_id', text: 'text', createdAt: 'created_at' }),
      sql`lead_comments t where t.lead_id in ${ownLeads} order by t.id`,
    ),
    defineCollection(
      'messages',
      columns('t', {
        ...{
          _id: 'id',
          entryId: 'lead_id',
          kind: 'kind',
          way: 'way',
          state: 'state',
          reason: 'reason',
          text: 'text',
        },
        ...{
          dueAt: 'due_at',
          sentAt: 'asked_at',
          answer: 'answer',
          answeredAt: 'answered_at',
          rating: 'rating',
        },
      }),
      sql`customer_messages t where t.lead_id in ${ownLeads} order by t.id`,
    ),
    defineCollection(
      'intake',
      {
        _id: sql`t.id`,
        ...columns('t', { entryId: 'lead_id', receivedAt: 'received_at', contentType: 'content_type' }),
        ...columns('t', { phone: 'phone', userId: 'user_id', summary: 'summary', answer: 'answer' }),
        text: sql`delivery_text(t.body)`,
      },
      sql`${ownDeliveries(id)} order by t.id`,
    ),
    defineCollection(
      'intake_files',
      {
        ...columns('a', { enquiry: 'delivery_id', name: 'name', type: 'type', bytes: 'bytes' }),
        file: sql`case when a.content is not null then 'files/' || a.id end`,
      },
      sql`delivery_attachments a where a.delivery_id in (select t.id from ${ownDeliveries(id)}) order by a.id`,
    ),
    defineCollection(
      'merges',
      columns('m', { _id: 'id', replaced: 'replaced', mergedAt: 'merged_at', undoneAt: 'undone_at' }),
      sql`customer_merges m where m.kept_id = ${anyOfThem} order by m.id`,
    ),
    defineCollection(
      'refused_rows',
      { ...columns('t', { phone: 'phone', reasons: 'reasons' }), cells: sql`t.cells::text` },
      sql`import_rows t where t.phone = ${anyPhone} order by t.import_id, t.row`,
    ),
    defineCollection(
      'audit',
      columns('a', { _id: 'id', at: 'at', action: 'action' }),
      sql`audit_log a where a.details ->> 'customer' = any(array(select id::text ${family})) order by a.at, a.id`,
    ),
  ];
}
