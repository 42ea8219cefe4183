import type { Pool } from 'pg';

/**
 * Fills the database with generated leads, each with its first version, and the counters that they make: 20 centers,
 * 40 offerings, one lead a minute back from `newest`. The same on every run. Statistics are gathered afterwards.
 */
export async function fillWithLeads(
  pool: Pool,
  employeeId: string,
  leads: number,
  newest: Date,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table leads disable trigger user');
    for (const { text, values } of statements(employeeId, leads, newest)) await client.query(text, values);
    await client.query('alter table leads enable trigger user');
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

function statements(employeeId: string, leads: number, newest: Date): { text: string; values?: unknown[] }[] {
  const id = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`;
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
          'customer ' || n || E'\\n017' || lpad(n::text, 8, '0')
        from generate_series(0, $1::int / 3) n`,
      values: [leads, newest],
    },
    {
      text: `insert into leads (id, version, customer_id, name, phone, vehicle_number, status, service_center_id, offering_id,
          appointment_date, follow_up_count, next_follow_up_dates, lost_reason, is_active, employee_id, last_modified_by,
          created_at, updated_at, entered_on, status_on, status_at, furthest_status, first_booked_at, platform, search_key)
        select ${id('lead', 'n')}, 1, ${id('customer', '(n / 3)')}, name, phone, vehicle, status,
          ${id('center', '(hash % 20)')}, ${id('offering', '(hash % 40)')},
          case when status = 'booked' then current_date end, case when status = 'lostCustomer' then 4 else 0 end,
          case when status = 'potential' then array[current_date] else '{}' end,
          case when status = 'lostCustomer' then 'Price' end, n % 50 <> 0, $2, $2, at, at,
          (at at time zone 'Asia/Dhaka')::date, (at at time zone 'Asia/Dhaka')::date, at,
          case when status in ('potential', 'booked', 'completed') then status else 'pending' end,
          case when status = 'booked' then at + hash % 10000 * interval '1 minute' end,
          (array['facebook', 'whatsapp', 'website'])[1 + n % 4],
          lower(name || E'\\n' || phone || E'\\n' || vehicle)
        from (select n, abs(hashint4(n)) as hash, $3::timestamptz - n * interval '1 minute' as at,
            (array['Rahim', 'Karim', 'Salma', 'Nabila', 'Tanvir', 'Mehedi', 'Farhana', 'Zahid'])[1 + n % 8] || ' ' ||
            (array['Uddin', 'Hossain', 'Akter', 'Chowdhury', 'Islam', 'Sarkar', 'Talukder'])[1 + n % 7] || ' ' || n as name,
            '017' || lpad((n / 3)::text, 8, '0') as phone,
            'DHAKA METRO-GA ' || n % 90 || '-' || lpad((n % 9973)::text, 4, '0') as vehicle,
            (array['completed', 'completed', 'completed', 'lostCustomer', 'lostCustomer', 'booked', 'potential', 'pending'])
              [1 + abs(hashint4(n + 7)) % 8] as status
          from generate_series(0, $1::int - 1) n) drawn`,
      values: [leads, employeeId, newest],
    },
    {
      text: `insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
        select md5('version' || id)::uuid, id, 1, '{}', last_modified_by, created_at, to_jsonb(leads) - 'search_key' from leads
        where not exists (select from lead_versions v where v.lead_id = leads.id)`,
    },
    { text: 'truncate lead_counts' },
    {
      text: `insert into lead_counts select service_center_id, status, is_active, 0, count(*) from leads group by 1, 2, 3`,
    },
    { text: 'select recount_lead_days()' },
  ];
}
