import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { mergeCustomers } from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { importFile, refusedCsv } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

let from: TestApp;
let to: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let advisor: typeof boss;
let token: string;

beforeAll(async () => {
  from = await TestApp.open();
  fixtures = await addFixtures(from);
  boss = await from.signIn('superAdmin');
  advisor = await from.signIn('service', [fixtures.north]);
  await fill();
  to = await TestApp.open();
  for (const table of ['service_centers', 'offerings', 'employees', 'employee_service_centers'])
    await copyTable(table);
  ({ token } = await to.signIn('manager'));
});
afterAll(async () => {
  await from.close();
  await to.close();
});

/** The dealer has the same centers, offerings and people in both. */
async function copyTable(table: string): Promise<void> {
  const { rows } = await from.pool.query(`select * from ${table}`);
  await to.pool.query(
    `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Leads of every status and kind, and customers with and without a number, merged and with an address. */
async function fill(): Promise<void> {
  const moves: [string, Omit<leads.MoveLeadBody, 'version'>][] = [
    ['Potential', { status: 'potential', nextFollowUpDates: ['2026-03-14', '2026-03-12'] }],
    ['Booked', { status: 'booked', appointmentDate: '2026-03-20', appointmentTime: '16:30' }],
    ['Completed', { status: 'completed', jobId: 'J-17' }],
    ['Lost', { status: 'lostCustomer', lostReason: 'Went, "elsewhere"' }],
    ['Pending', {}],
  ];
  const { token: bossToken } = boss;
  for (const [place, [name, move]] of moves.entries()) {
    const phone = `0171800000${place}`;
    const body = {
      ...{ name: `${name} "Amina", ও`, phone, email: `${name.toLowerCase()}@example.com` },
      ...{ serviceCenter: fixtures.north, serviceOrCampaign: fixtures.oil, platform: 'website' as const },
      ...{
        vehicleNumber: 'GA 11-2233',
        notes: '=1+1; first line\n"second", line',
        appointmentDate: '2026-03-19',
      },
    };
    const { data: lead } = await from.call(leads.createLead, { token: advisor.token, body });
    const params = { id: lead._id };
    if (Object.keys(move).length > 0)
      expect((await from.call(leads.moveLead, { token: bossToken, params, body: move })).status).toBe(200);
    if (name === 'Potential') {
      const booking = { status: 'booked', appointmentDate: '2026-03-21' } as const;
      await from.call(leads.moveLead, { token: bossToken, params, body: booking });
    }
  }
  const foreign = { name: 'Foreign', phone: '+442079460958', serviceCenter: fixtures.south };
  const { data: archived } = await from.call(leads.createLead, { token: bossToken, body: foreign });
  await from.call(leads.archiveLead, {
    ...{ token: bossToken, params: { id: archived._id } },
    body: { isActive: false },
  });
  await withoutNumber();
  const [one = '', other = ''] = await Promise.all(
    ['01718100001', '01718100002'].map(async (phone) => {
      const body = { name: `Merged ${phone}`, phone, serviceCenter: fixtures.south };
      return String((await from.call(leads.createLead, { token: bossToken, body })).data.customer);
    }),
  );
  const versions = [one, other].map((_id) => ({ _id, version: 1 }));
  const merge = { keep: other, name: 'Merged', email: 'm@example.com', customers: versions };
  expect((await from.call(mergeCustomers, { token: bossToken, body: merge })).status).toBe(201);
  await from.call(customers.createAddress, {
    ...{ token: bossToken, params: { id: other } },
    body: { label: 'Home', line: 'Road 5, House 2', area: 'Banani', city: 'Dhaka' },
  });
}

/** Somebody whose number WhatsApp does not tell. */
async function withoutNumber(): Promise<void> {
  const { data } = await from.call(leads.createLead, {
    token: boss.token,
    body: { name: 'Only WhatsApp', phone: '01718200001', serviceCenter: fixtures.north },
  });
  const id = 'BD.ABCdef123456789';
  await from.pool.query('update leads set phone = $1 where id = $2', [id, data._id]);
  await from.pool.query('update customers set mobile = $1 where id = $2', [id, data.customer]);
}

const zipOf = async () =>
  unzip(
    (
      await from.app.inject({
        url: `${basePath}${downloadAllCollections.path}`,
        headers: { authorization: `Bearer ${boss.token}` },
      })
    ).rawPayload,
  );

const leadsOf = async (app: TestApp, only = 'true') =>
  (
    await app.pool.query(
      `select name, phone, email, platform, vehicle_number, notes, status, job_id, is_active, service_center_id, offering_id,
         employee_id, advisor_id, appointment_date, appointment_time, next_follow_up_dates, lost_reason,
         date_trunc('second', created_at) as created_at
       from leads where ${only} order by phone, name`,
    )
  ).rows;

const customersOf = async (app: TestApp) =>
  (
    await app.pool.query(
      `select c.name, c.mobile, c.email, k.mobile as merged_into,
         (select json_agg(json_build_array(a.label, a.line, a.area, a.city, a.is_default) order by a.line)
          from customer_addresses a where a.customer_id = c.id) as addresses
       from customers c left join customers k on k.id = c.merged_into order by c.mobile`,
    )
  ).rows;

test('what the whole export holds of customers and leads comes back as it was (F140)', async () => {
  const zip = await zipOf();
  const taken = async (name: string, noun: 'customers' | 'leads', duplicates: 'add' | 'join') => {
    const done = await importFile(to, token, String(zip.get(name)), { noun, duplicates });
    expect([done.refused, await refusedCsv(to, token, done._id)]).toMatchObject([0, expect.anything()]);
    return done;
  };
  await taken('customers.csv', 'customers', 'join');
  await taken('customer_addresses.csv', 'customers', 'join');
  expect(await customersOf(to)).toEqual(await customersOf(from));
  await taken('leads.csv', 'leads', 'add');
  expect(await leadsOf(to)).toEqual(await leadsOf(from));
  expect(await customersOf(to)).toEqual(await customersOf(from));
});

test('and what the CSV of leads holds (F140)', async () => {
  const { payload } = await from.app.inject({
    url: `${basePath}${downloadLeadsCsv.path}`,
    headers: { authorization: `Bearer ${boss.token}` },
  });
  const done = await importFile(to, token, payload, { noun: 'leads', duplicates: 'add' });
  expect([done.refused, await refusedCsv(to, token, done._id)]).toMatchObject([0, expect.anything()]);
  expect(await leadsOf(to, `import_id = '${done._id}'`)).toEqual(await leadsOf(from, 'is_active'));
});
