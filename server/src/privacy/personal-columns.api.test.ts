import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { addComment } from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import { mergeCustomers } from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { getSingleLeadsHistory } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer, exportCustomer } from '#contract/privacy/erasure.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { erasureJob } from './erasure-job.service.ts';

const columns: Record<string, Partial<Record<'personal' | 'derived' | 'other', readonly string[]>>> = {
  audit_log: { other: ['action', 'actor_id', 'address', 'at', 'details', 'id', 'subject_id'] },
  authenticator_apps: { other: ['added_at', 'employee_id', 'last_step', 'secret'] },
  bulk_actions: {
    other: [
      'action',
      'advisor_id',
      'created_at',
      'employee_id',
      'finished_at',
      'id',
      'undo_at',
      'undone_at',
      'value',
    ],
  },
  bulk_leads: { other: ['advisor_id', 'bulk_id', 'lead_id', 'reason', 'state', 'version'] },
  customer_addresses: {
    personal: ['area', 'city', 'label', 'line'],
    other: ['created_at', 'customer_id', 'home_id', 'id', 'is_default', 'last_modified_by', 'updated_at'],
  },
  customer_counts: { other: ['customers', 'slot'] },
  customer_erasures: { other: ['customer_id', 'finished_at', 'leads', 'requested_at', 'requested_by'] },
  customer_merges: {
    personal: ['replaced'],
    other: ['id', 'kept_id', 'merged_at', 'merged_by', 'merged_ids', 'undone_at', 'undone_by'],
  },
  customer_suggestions: {
    personal: ['value'],
    derived: ['key'],
    other: ['customer_id', 'field', 'is_waiting', 'lead_id', 'suggested_at', 'suggested_by'],
  },
  customer_messages: {
    personal: ['answer', 'text'],
    other: [
      ...[
        'answered_at',
        'asked_at',
        'attempts',
        'booking_version',
        'due_at',
        'id',
        'kind',
        'language',
        'lead_id',
      ],
      ...[
        'parts',
        'rating',
        'reason',
        'refused_ways',
        'round',
        'service_center_id',
        'state',
        'state_at',
        'try_at',
        'way',
        'whatsapp_reason',
      ],
    ],
  },
  customers: {
    personal: ['email', 'mobile', 'name'],
    derived: ['search_grams', 'search_key'],
    other: [
      ...[
        'created_at',
        'id',
        'import_id',
        'is_erasing',
        'last_modified_by',
        'merged_at',
        'merged_into',
        'stopped_messages',
        'updated_at',
        'version',
      ],
    ],
  },
  dealer: {
    other: [
      'archived_months',
      'audit_months',
      'created_at',
      'dismissed_steps',
      'joins_open_leads',
      'logo',
      'lost_reasons',
      'message_texts',
      'name',
      'neglected_after_days',
      'next_time_zone',
      'only_one',
      'picture_megabytes',
      'picture_months',
      'phone_country',
      'requires_second_factor',
      'retention_by',
      'service_may_correct',
      'service_may_merge',
      'service_may_overbook',
      'time_zone',
    ],
  },
  duplicate_checks: { other: ['customer_id', 'noted_at'] },
  duplicate_keys: { derived: ['key'], other: ['customer_id', 'district', 'reason'] },
  duplicate_pairs: {
    other: [
      ...['centers', 'customer_id', 'dismissed_at', 'dismissed_by', 'found_at', 'id', 'kind'],
      ...['one_id', 'other_id', 'reasons'],
    ],
  },
  erased_numbers: { other: ['erased_at', 'hash'] },
  stopped_numbers: { other: ['hash', 'stopped_at'] },
  employee_service_centers: { other: ['employee_id', 'service_center_id'] },
  employees: {
    other: [
      'away_until',
      'created_at',
      'dp',
      'email',
      'id',
      'is_active',
      'is_connection',
      'level',
      'name',
      'password_hash',
      'updated_at',
    ],
  },
  booking_rules: { other: ['closures', 'days_ahead', 'notice_minutes', 'service_center_id', 'week'] },
  bookings: {
    other: [
      ...['booked_at', 'booked_by', 'confirmed_at', 'day', 'ended_at', 'ended_try_again_at', 'ending'],
      ...['is_held', 'is_moved', 'lead_id', 'lead_version', 'offering_id', 'outcome', 'outcome_at'],
      ...['outcome_by', 'outcome_id', 'outcome_version', 'ready_at', 'ready_by', 'service_center_id', 'time'],
    ],
  },
  connection_sources: { other: ['connection_id', 'external_id', 'offering_id', 'service_center_id'] },
  connection_days: { other: ['accepted', 'connection_id', 'day', 'refused'] },
  connection_volumes: { other: ['bytes', 'connection_id', 'deliveries', 'hour', 'refused_at'] },
  stored_volumes: { other: ['bytes', 'connection_id', 'deliveries', 'slot'] },
  connections: {
    other: [
      'answer_text_id',
      ...[
        'created_at',
        'id',
        'is_paused',
        'kind',
        'last_modified_by',
        'mapping',
        'offering_id',
        'platform',
        'secret',
      ],
      ...['service_center_id', 'updated_at'],
    ],
  },
  delivery_attachments: {
    personal: ['content', 'name'],
    other: ['bytes', 'connection_id', 'delivery_id', 'id', 'type'],
  },
  message_pictures: {
    derived: ['thumbnail'],
    other: [
      ...['attachment_id', 'attempts', 'connection_id', 'delivery_id', 'height', 'reason', 'state'],
      ...['stored_at', 'try_at', 'unfinished', 'width'],
    ],
  },
  declined_offers: { other: ['created_at', 'delivery_id', 'employee_id', 'field', 'id', 'undone_at'] },
  deliveries: {
    personal: ['answer', 'body', 'phone', 'summary', 'user_id'],
    derived: ['enquiry', 'key', 'parsed'],
    other: [
      ...[
        'answer_reason',
        'answer_state',
        'answered_at',
        'attempts',
        'connection_id',
        'contact_id',
        'content_type',
        'id',
        'is_fetched',
        'lead_id',
        'reason',
        'received_at',
        'resolved_by',
      ],
      ...['state', 'try_at', 'unfinished'],
    ],
  },
  holidays: { other: ['day', 'name', 'service_center_id'] },
  idempotency_keys: { derived: ['body_hash'], other: ['created_at', 'employee_id', 'key', 'lead_id'] },
  import_chunks: { derived: ['bytes'], other: ['import_id', 'place'] },
  import_leads: { other: ['former_id', 'import_id', 'lead_id', 'merged_into', 'row', 'versions'] },
  import_rows: {
    personal: ['cells'],
    derived: ['phone'],
    other: ['differing', 'import_id', 'joined_id', 'joined_version', 'outcome', 'reasons', 'row'],
  },
  imports: {
    derived: ['checked', 'sample', 'top'],
    other: [
      ...['beside', 'created_at', 'employee_id', 'encoding', 'ended_at', 'fault', 'file_name', 'handled'],
      ...[
        'header_row',
        'headers',
        'id',
        'is_remembered',
        'joined',
        'kept',
        'kept_count',
        'kind',
        'noun',
        'refused',
      ],
      ...['restored', 'reverted_by', 'reverted_customer', 'reverted_customers', 'reverted_joined'],
      ...['reverted_lead', 'reverted_leads', 'rows', 'separator'],
      ...['settings', 'shape', 'sheet', 'sheets', 'skipped', 'started_at', 'state', 'taken'],
    ],
  },
  intake_centers: { other: ['assignment', 'service_center_id'] },
  intake_turns: { other: ['advisor_id', 'at', 'service_center_id'] },
  invite_service_centers: { other: ['invite_id', 'service_center_id'] },
  invites: { other: ['accepted_at', 'created_at', 'email', 'expires_at', 'id', 'invited_by', 'level'] },
  jobs: {
    other: ['attempts', 'created_at', 'id', 'key', 'kind', 'last_error', 'lease', 'payload', 'run_at'],
  },
  lead_comments: { personal: ['text'], other: ['created_at', 'employee_id', 'id', 'lead_id'] },
  lead_contacts: {
    personal: ['earlier', 'note'],
    other: [
      'channel',
      'corrected_at',
      'created_at',
      'employee_id',
      'follow_up',
      'id',
      'is_message',
      'key',
      'lead_id',
      'lead_version',
      'moved_to',
      'outcome',
      'replaced',
      'try_again_at',
      'undone_at',
    ],
  },
  lead_advisor_counts: {
    other: ['advisor_id', 'due_on', 'leads', 'service_center_id', 'slot', 'status'],
  },
  lead_due_counts: { other: ['due_from', 'kind', 'leads', 'service_center_id', 'slot'] },
  lead_totals: { derived: ['key'], other: ['figure', 'leads', 'service_center_id', 'slot'] },
  lead_figures: {
    derived: ['key'],
    other: ['entered_on', 'figure', 'leads', 'service_center_id', 'slot', 'time_zone'],
  },
  lead_mentions: { other: ['comment_id', 'employee_id', 'is_read', 'lead_id'] },
  lead_merges: {
    other: [
      ...['id', 'joined_ids', 'lead_id', 'merged_at', 'merged_by', 'replaced', 'undone_at', 'undone_by'],
      'version',
    ],
  },
  lead_versions: {
    personal: ['snapshot'],
    other: ['changed_fields', 'created_at', 'edited_by', 'ended_try_again_at', 'id', 'lead_id', 'version'],
  },
  leads: {
    personal: ['email', 'job_id', 'lost_reason', 'name', 'notes', 'phone', 'source', 'vehicle_number'],
    derived: ['search_grams', 'search_key'],
    other: [
      'advisor_id',
      'appointment_date',
      'appointment_time',
      'arrived_for',
      'response_restarted_at',
      'changed_fields',
      'contact_attempts',
      'created_at',
      'customer_id',
      'due_at',
      'due_kind',
      'editor_ids',
      'filled_platform',
      'first_booked_at',
      'first_follow_up_at',
      'follow_up_count',
      'follow_up_on',
      'furthest_status',
      'is_day_booked',
      'id',
      'import_id',
      'is_active',
      'joined_ids',
      'last_contact_at',
      'last_modified_by',
      'merged_into',
      'next_follow_up_dates',
      'offering_id',
      'platform',
      'recorded_by',
      'reminded_for',
      'responded_at',
      'response_due_at',
      'response_minutes',
      'service_center_id',
      'status',
      'status_at',
      'touched_at',
      'try_again_at',
      'updated_at',
      'version',
    ],
  },
  login_steps: { other: ['address', 'employee_id', 'expires_at', 'token_hash', 'user_agent'] },
  meta_connections: {
    other: [
      ...['accounts', 'app_secret', 'fetch_after', 'fetch_pauses', 'id', 'numbers', 'page_token'],
      ...['token_asked_at', 'token_ended_at', 'token_ends_at'],
    ],
  },
  message_checks: { other: ['lead_id', 'noted_at'] },
  message_settings: {
    other: [
      ...['day_before_at', 'is_on', 'kinds', 'language', 'only_one', 'per_day', 'per_person'],
      ...['quiet_from', 'quiet_to', 'templates_read_at', 'thank_you_after_hours', 'unapproved_templates'],
    ],
  },
  migrations: { other: ['applied_at', 'checksum', 'name'] },
  offerings: {
    other: [
      'booking_minutes',
      'bookings_per_day',
      'created_at',
      'end_date',
      'id',
      'is_active',
      'last_modified_by',
      'location',
      'name',
      'start_date',
      'type',
      'updated_at',
    ],
  },
  one_time_tokens: {
    other: ['created_at', 'employee_id', 'expires_at', 'invite_id', 'purpose', 'token_hash'],
  },
  passkey_challenges: { other: ['challenge', 'expires_at', 'login_step', 'purpose', 'session_id'] },
  passkeys: {
    other: [
      'added_at',
      'counter',
      'credential_id',
      'employee_id',
      'id',
      'last_used_at',
      'name',
      'public_key',
      'transports',
    ],
  },
  pictures: { other: ['bytes', 'created_at', 'name'] },
  recovery_codes: { other: ['code_hash', 'employee_id'] },
  registrations: {
    other: [
      'code_expires_at',
      'code_hash',
      'created_at',
      'dp',
      'email',
      'id',
      'key_hash',
      'name',
      'network',
      'password_hash',
    ],
  },
  response_targets: { other: ['minutes', 'platform'] },
  second_factor_offers: { other: ['expires_at', 'secret', 'session_id'] },
  service_centers: {
    other: [
      'address',
      'contact_no',
      'created_at',
      'id',
      'is_active',
      'last_modified_by',
      'name',
      'updated_at',
    ],
  },
  sessions: { other: ['created_at', 'employee_id', 'id', 'last_seen_at', 'token_hash', 'user_agent'] },
  sms_gateway: {
    other: [
      ...['failing_since', 'failure', 'is_paused', 'only_one', 'pauses', 'secrets', 'settings', 'try_after'],
    ],
  },
  throttles: { other: ['key', 'resets_at', 'tries'] },
  website_forms: {
    other: ['asks_day', 'center_ids', 'id', 'offering_ids', 'origins', 'texts', 'thanks_address'],
  },
  whatsapp_messages: {
    derived: ['extra', 'recipient', 'text', 'wamid'],
    other: [
      ...[
        'attempts',
        'connection_id',
        'contact_id',
        'customer_message_id',
        'delivery_id',
        'id',
        'lead_id',
        'number',
      ],
      ...['reason', 'state', 'state_at', 'try_at', 'until'],
    ],
  },
  working_hours: { other: ['service_center_id', 'valid_from', 'week'] },
};

let app: TestApp;
let token: string;
let center: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  center = (await addFixtures(app)).north;
});
afterAll(() => app.close());

const newPhone = () => `017130000${String(++phones).padStart(2, '0')}`;
const record = async (body: object) => {
  const sent = { name: 'Amina', phone: newPhone(), serviceCenter: center, ...body };
  const { data } = await app.call(leads.createLead, { token, body: sent });
  return { ...data, customer: String(data.customer) };
};
const edit = async (id: string, body: object) =>
  (await app.call(leads.editLead, { token, params: { id }, body })).data;
const erase = async (id: string, phone: string) =>
  (await app.call(eraseCustomer, { token, params: { id }, body: { phone } })).status;

async function deliver(lead: string): Promise<void> {
  const body = { name: 'Site', platform: 'website' } as const;
  const { connection } = (await app.call(createConnection, { token, body })).data;
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, state, lead_id)
     values (gen_random_uuid(), $1, 'text x', now(), 'Name: Amina', 'lead', $2)`,
    [connection._id, lead],
  );
  await app.pool.query(
    `insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
     select gen_random_uuid(), id, connection_id, 'a', 'b', 500, 'c' from deliveries where lead_id = $1`,
    [lead],
  );
}

async function tell(lead: string): Promise<void> {
  await app.pool.query(
    `insert into customer_messages (id, lead_id, booking_version, kind, service_center_id, due_at, state, state_at)
     select gen_random_uuid(), id, 1, 'thankYou', service_center_id, now(), 'sent', now() from leads where id = $1`,
    [lead],
  );
}

async function refuse(phone: string): Promise<void> {
  await app.pool.query(
    `with made as (
       insert into imports (id, employee_id, noun, state, file_name, kind, headers, shape, sample, settings, is_remembered, created_at)
       select gen_random_uuid(), id, 'leads', 'done', 'a', 'csv', '[]', '', '[]', '{}', false, now() from employees limit 1 returning id)
     insert into import_rows (import_id, row, outcome, phone, cells, reasons) select id, 2, 'refused', $1, '[]', '' from made`,
    [phone],
  );
}

test('every column of the database is declared personal or not (F47)', async () => {
  const { rows } = await app.pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by 1`);
  const declared = Object.entries(columns).map(([name, kinds]) => [name, Object.values(kinds).flat().sort()]);
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(rows.map(({ name, columns }) => [name, columns.sort()])),
  );
});

test('what is declared personal is in the customer’s export, and nowhere once they are erased (F47)', async () => {
  const lead = await record({ email: 'amina@example.com' });
  await record({ phone: lead.phone, name: 'Amina B' });
  const { customer } = lead;
  const params = { id: lead._id };
  const lost = { status: 'lostCustomer', lostReason: 'Too far' } as const;
  await app.call(leads.moveLead, { token, params, body: lost });
  const contact = { channel: 'call', outcome: 'busy' } as const;
  await app.call(logContact, { token, params, body: contact });
  await app.call(addComment, { token, params, body: { text: 'Called', mentions: [] } });
  await deliver(lead._id);
  await tell(lead._id);
  const address = { label: 'Home', line: 'Road 5', area: 'Banani', city: 'Dhaka' };
  await app.call(customers.createCustomerAddress, { token, params: { id: customer }, body: address });
  const twin = await record({ name: 'Amina C' });
  const merged = [customer, twin.customer].map((_id) => ({ _id, version: 1 }));
  const chosen = { customers: merged, keep: customer, name: 'Amina', email: 'amina@example.com' };
  expect((await app.call(mergeCustomers, { token, body: chosen })).status).toBe(201);
  await app.pool.query('update leads set is_active = false where customer_id = $1', [customer]);
  await app.pool.query("update leads set status = 'completed' where status = 'pending'");

  const mark = (table: string, column: string) => `mark-${table}-${column}.`;
  const rowsOf: Record<string, string> = {
    customers: 'id = $1',
    customer_addresses: 'customer_id = $1',
    import_rows: 'phone = (select mobile from customers where id = $1)',
    customer_merges: 'kept_id = $1',
    customer_suggestions: 'customer_id = $1',
    leads: "customer_id = $1 and status = 'lostCustomer'",
    lead_versions: 'lead_id in (select id from leads where customer_id = $1)',
    lead_contacts: 'lead_id in (select id from leads where customer_id = $1)',
    lead_comments: 'lead_id in (select id from leads where customer_id = $1)',
    customer_messages: 'lead_id in (select id from leads where customer_id = $1)',
    deliveries: 'lead_id in (select id from leads where customer_id = $1)',
    delivery_attachments:
      'delivery_id in (select d.id from deliveries d join leads l on l.id = d.lead_id where customer_id = $1)',
  };
  const jsonOf: Record<string, string> = {
    snapshot: `snapshot || json_build_object(${(columns.leads?.personal ?? [])
      .map((column) => `'${column}', '${mark('lead_versions', column)}'`)
      .join(', ')})::jsonb`,
    replaced: `jsonb_build_object('name', '${mark('customer_merges', 'replaced')}')`,
    source: `jsonb_build_object('channel', 'form', 'page', '${mark('leads', 'source')}')`,
    cells: `jsonb_build_array('${mark('import_rows', 'cells')}')`,
    earlier: `jsonb_build_array(json_build_object('channel', 'call', 'outcome', 'busy', 'note', '${mark('lead_contacts', 'earlier')}', 'until', now()))`,
  };
  await refuse(mark('customers', 'mobile'));
  const marks: string[] = [];
  for (const [table, { personal = [] }] of Object.entries(columns)) {
    if (personal.length === 0) continue;
    const sets = personal.map((column) => `${column} = ${jsonOf[column] ?? `'${mark(table, column)}'`}`);
    const isAppendOnly = ['lead_versions', 'lead_comments'].includes(table);
    if (isAppendOnly) await app.pool.query(`alter table ${table} disable trigger user`);
    const marked = await app.pool.query(`update ${table} set ${sets.join(', ')} where ${rowsOf[table]}`, [
      customer,
    ]);
    if (isAppendOnly) await app.pool.query(`alter table ${table} enable trigger user`);
    expect([table, (marked.rowCount ?? 0) > 0]).toEqual([table, true]);
    for (const column of markedOf(table, personal)) marks.push(mark(table, column));
  }

  const exported = await app.app.inject({
    url: `${basePath}${exportCustomer.path.replace(':id', customer)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const files = [...(await unzip(exported.rawPayload)).values()].join('');
  expect(marks.filter((each) => !files.includes(each))).toEqual([]);

  expect(await erase(customer, mark('customers', 'mobile'))).toBe(200);
  const { rows: jobs } = await app.pool.query("select id from jobs where kind = 'erasure'");
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-personal-'));
  await erasureJob(app.context, join(folder, 'erased.txt')).run(
    jobs[0].id,
    { customer },
    new AbortController().signal,
  );
  await rm(folder, { recursive: true });
  for (const table of Object.keys(columns)) {
    const { rows } = await app.pool.query(`select (t.*)::text as row from ${table} t`);
    expect(rows.filter(({ row }) => row.includes('mark-'))).toEqual([]);
  }
});

function markedOf(table: string, personal: readonly string[]): readonly string[] {
  return table === 'lead_versions' ? (columns.leads?.personal ?? []) : personal;
}

describe('a lead whose number was corrected', () => {
  const history = async (id: string) =>
    (await app.call(getSingleLeadsHistory, { token, params: { id } })).data.map(({ name, email, notes }) => [
      name,
      email,
      notes,
    ]);

  test('keeps nothing of the customer it had before but what it still says (F47)', async () => {
    const said = { name: 'Zubaida', email: 'zubaida@secret.example', notes: 'About the van' };
    const lead = await record(said);
    await edit(lead._id, { phone: newPhone() });
    await edit(lead._id, { name: 'Karim' });
    await edit(lead._id, { email: 'karim@example.com' });
    expect(await erase(lead.customer, lead.phone)).toBe(200);
    expect(await history(lead._id)).toEqual([
      ['Karim', 'karim@example.com', 'About the van'],
      ['Karim', null, 'About the van'],
      ['Erased customer', null, 'About the van'],
      ['Erased customer', null, null],
    ]);
    const query = { search: String((await history(lead._id))[0]?.[0]) };
    const { data } = await app.call(customers.listCustomers, { token, query });
    expect(data.customers).toMatchObject([
      { name: 'Karim', email: 'karim@example.com', hasSuggestion: false },
    ]);
    for (const table of Object.keys(columns)) {
      const { rows } = await app.pool.query(`select (t.*)::text as row from ${table} t`);
      expect(rows.filter(({ row }) => /zubaida/i.test(row))).toEqual([]);
    }
  });

  test('keeps what it says when only the number was wrong (F47)', async () => {
    const lead = await record({ name: 'Rokeya', email: 'rokeya@example.com' });
    const { phone } = await edit(lead._id, { phone: newPhone() });
    expect(await erase(lead.customer, lead.phone)).toBe(200);
    expect(await history(lead._id)).toEqual([
      ['Rokeya', 'rokeya@example.com', null],
      ['Erased customer', null, null],
    ]);
    const query = { search: phone };
    const { data } = await app.call(customers.listCustomers, { token, query });
    expect(data.customers).toMatchObject([{ name: 'Rokeya', email: 'rokeya@example.com' }]);
  });
});
