import type { Pool } from 'pg';

const busyDays = 60;

const batch = 20_000;

const patienceMs = 3 * 3_600_000;

const counted = ['leads', 'customers'];

const filled = ['leads', 'lead_versions', 'bookings', 'customers', 'customer_addresses'];

const longestSeconds = 110 * 365 * 86_400;

/**
 * Generates leads with first versions, bookings and counters: 20 centers, 40 offerings; one lead a minute for sixty days up to `newest`,
 * one an hour before, closer where that would exceed 110 years. Those that nobody has tried are to be answered within an hour. The same on every run. Gathers statistics.
 */
export async function fillWithLeads(
  pool: Pool,
  employeeId: string,
  leads: number,
  newest: Date,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    for (const table of counted) await client.query(`alter table ${table} disable trigger user`);
    const { rows: later } = await client.query<{ drop: string; make: string }>(keysAndIndexes, [filled]);
    for (const { drop } of later) await client.query(drop);
    const patiently = { query_timeout: patienceMs };
    for (const statement of statements(employeeId, leads, newest))
      await client.query({ ...statement, ...patiently });
    for (const { make: text } of later.reverse()) await client.query({ text, ...patiently });
    for (const table of counted) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    // Days are counted one after the other, so their rows lie together.
    await client.query({ text: 'cluster lead_figures using lead_figures_pkey', ...patiently });
    await client.query({ text: 'vacuum analyze', ...patiently });
  } finally {
    // Without its time limit it is good for nothing else.
    client.release(true);
  }
}

const keysAndIndexes = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index
  where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`;

type Statement = { text: string; values?: unknown[] };

const id = (kind: string, number: string) =>
  `overlay(overlay(md5('${kind}' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

function statements(employeeId: string, leads: number, newest: Date): Statement[] {
  const batches = Array.from({ length: Math.ceil(leads / batch) }, (_, place) => place * batch);
  return [
    {
      text: `insert into service_centers (id, name, created_at, updated_at)
        select ${id('center', 'n')}, 'Center ' || n, $1, $1 from generate_series(0, 19) n`,
      values: [newest],
    },
    {
      text: `insert into offerings (id, name, type, created_at, updated_at)
        select ${id('offering', 'n')}, 'Service ' || n, 'service', $1, $1 from generate_series(0, 39) n`,
      values: [newest],
    },
    {
      text: `insert into customers (id, name, mobile, created_at, updated_at, search_key)
        select ${id('customer', 'n')}, 'Customer ' || n, '017' || lpad(n::text, 8, '0'), $2::timestamptz, $2,
          'customer' || n || E'\\n017' || lpad(n::text, 8, '0')
        from generate_series(0, $1::int / 3) n`,
      values: [leads, newest],
    },
    {
      text: `insert into customer_addresses (id, customer_id, line, is_default, created_at, updated_at)
        select ${id('address', 'n')}, ${id('customer', 'n')}, n || ' Lake Road', true, $2::timestamptz, $2
        from generate_series(0, $1::int / 3, 3) n`,
      values: [leads, newest],
    },
    ...batches.map((from) => leadsFrom(from, Math.min(from + batch, leads) - 1, leads, employeeId, newest)),
    {
      text: `insert into bookings (lead_id, lead_version, service_center_id, offering_id, day, time, booked_by, booked_at, is_moved)
        select id, version, service_center_id, offering_id, appointment_date, appointment_time, last_modified_by, updated_at, false
        from leads where is_active and status = 'booked'`,
    },
    {
      text: 'truncate lead_totals, lead_due_counts, lead_advisor_counts, customer_counts',
    },
    { text: 'insert into customer_counts select 0, count(*) from customers' },
    {
      text: `insert into lead_advisor_counts
        select lead.status, lead.service_center_id, lead.advisor_id, lead.due_on, 0, count(*)
        from leads l, open_lead(1, l) lead where lead.status is not null group by 1, 2, 3, 4`,
    },
    {
      text: `insert into lead_totals
        select of.figure, total_key(of.figure, of.key), lead.service_center_id, 0, count(*)
        from leads lead, lead_figure_keys(lead) of group by 1, 2, 3`,
    },
    {
      text: `insert into lead_due_counts (service_center_id, kind, due_from, slot, leads)
        select service_center_id, due_kind, due_from(due_kind, due_at), 0, count(*) from leads
        where due_kind is not null and (due_kind not in ('appointment', 'reminded') or arrived_for is distinct from appointment_date) group by 1, 2, 3`,
    },
    { text: `select count_lead_days('Asia/Dhaka', '00000000-0000-0000-0000-000000000000', ${leads})` },
  ];
}

function leadsFrom(first: number, last: number, leads: number, employeeId: string, newest: Date): Statement {
  const apart = Math.min(3_600, Math.floor(longestSeconds / leads));
  return {
    text: `with made as (
      insert into leads (id, version, customer_id, name, phone, vehicle_number, status, service_center_id, offering_id,
        appointment_date, appointment_time, follow_up_count, next_follow_up_dates, lost_reason, is_active, recorded_by, last_modified_by,
        created_at, updated_at, status_at, furthest_status, first_booked_at, platform, search_key, advisor_id, contact_attempts, try_again_at,
        response_due_at)
      select ${id('lead', 'n')}, 1, ${id('customer', '(n / 3)')}, name, phone, vehicle, status,
        ${id('center', '(hash % 20)')}, ${id('offering', '(hash % 40)')},
        case when status = 'booked' then day end,
        case when status = 'booked' and hash % 4 > 0 then lpad((9 + hash % 9)::text, 2, '0') || ':00' end, case when status = 'lostCustomer' then 4 else 0 end,
        case when status = 'potential' then array[day] else '{}' end,
        case when status = 'lostCustomer' then 'Price' end, n % 50 <> 0, $3, $3, at, at, at,
        case when status in ('potential', 'booked', 'completed') then status else 'pending' end,
        case when status = 'booked' then at + hash % 10000 * interval '1 minute' end,
        (array['facebook', 'whatsapp', 'website'])[1 + n % 4],
        search_form(name) || E'\\n' || phone || E'\\n' || search_form(vehicle),
        case when n % 3 = 0 or status = 'completed' and n % 500 <> 1 then $3::uuid end, tries, case when tries = 2 then $4::timestamptz + hash % 2880 * interval '1 minute' end,
        case when status = 'pending' and tries = 0 then at + interval '1 hour' end
      from (select n, abs(hashint4(n)) as hash,
          $4::timestamptz - least(n, $5::int) * interval '1 minute' - greatest(n - $5, 0) * ($6::int * interval '1 second') as at,
          ($4::timestamptz at time zone 'Asia/Dhaka')::date + abs(hashint4(n + 3)) % 41 - 20 as day, abs(hashint4(n + 5)) % 8 as tries,
          (array['Rahim', 'Karim', 'Salma', 'Nabila', 'Tanvir', 'Mehedi', 'Farhana', 'Zahid'])[1 + n % 8] || ' ' ||
          (array['Uddin', 'Hossain', 'Akter', 'Chowdhury', 'Islam', 'Sarkar', 'Talukder'])[1 + n % 7] || ' ' || n as name,
          '017' || lpad((n / 3)::text, 8, '0') as phone,
          'DHAKA METRO-GA ' || n % 90 || '-' || lpad((n % 9973)::text, 4, '0') as vehicle,
          (array['completed', 'completed', 'completed', 'lostCustomer', 'lostCustomer', 'booked', 'potential', 'pending'])
            [1 + abs(hashint4(n + 7)) % 8] as status
        from generate_series($1::int, $2::int) n) drawn
      returning *)
      insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
      select md5('version' || id)::uuid, id, 1, '{}', last_modified_by, created_at, to_jsonb(made) - '{search_key,search_grams}'::text[] from made`,
    values: [first, last, employeeId, newest, busyDays * 1_440, apart],
  };
}
