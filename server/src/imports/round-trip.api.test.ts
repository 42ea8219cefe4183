import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { mergeCustomers } from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { checkFile, importFile, refusedCsv, revertFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
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
  await copyTables(to);
  ({ token } = await to.signIn('manager'));
});
afterAll(async () => {
  await from.close();
  await to.close();
});

async function copyTables(app: TestApp): Promise<void> {
  app.clock.set(from.clock.now());
  for (const table of ['service_centers', 'offerings', 'employees', 'employee_service_centers']) {
    const { rows } = await from.pool.query(`select * from ${table}`);
    await app.pool.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  }
}

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
  await fillMerged();
  const [one = '', other = ''] = await Promise.all(
    ['01718100001', '01718100002'].map(async (phone) => {
      const body = { name: `Merged ${phone}`, phone, serviceCenter: fixtures.south };
      return String((await from.call(leads.createLead, { token: bossToken, body })).data.customer);
    }),
  );
  const versions = [one, other].map((_id) => ({ _id, version: 1 }));
  const merge = { keep: other, name: 'Merged', email: 'm@example.com', customers: versions };
  expect((await from.call(mergeCustomers, { token: bossToken, body: merge })).status).toBe(201);
  await from.call(customers.createCustomerAddress, {
    ...{ token: bossToken, params: { id: other } },
    body: { label: 'Home', line: 'Road 5, House 2', area: 'Banani', city: 'Dhaka' },
  });
}

/** Leads that were merged into an open, a lost and an archived one, followed up several times, and from an ad. */
async function fillMerged(): Promise<void> {
  const { token: user } = boss;
  const ends: ((lead: leads.Lead) => Promise<unknown>)[] = [
    async () => undefined,
    ({ _id }) =>
      from.call(leads.moveLead, {
        ...{ token: user, params: { id: _id }, body: { status: 'lostCustomer', lostReason: 'Too far' } },
      }),
    ({ _id }) =>
      from.call(leads.archiveLead, { token: user, params: { id: _id }, body: { isActive: false } }),
  ];
  for (const [place, end] of ends.entries()) {
    const asked: leads.Lead[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const body = {
        name: `${name} of ${place}`,
        phone: `0171830000${place}`,
        serviceCenter: fixtures.north,
      };
      from.clock.set(new Date(from.clock.now().getTime() + 3_600_000));
      asked.push((await from.call(leads.createLead, { token: user, body })).data);
    }
    const [first, second, third] = asked;
    if (!first || !second || !third) throw new Error('No leads were created');
    const dates = ['2026-03-14', '2026-03-15', '2026-03-16'];
    for (const [count, date] of dates.entries()) {
      const body = {
        ...{ status: 'potential' as const, nextFollowUpDates: dates.slice(0, count + 1) },
        followUpCount: Math.min(count, 2),
      };
      expect([
        date,
        (await from.call(leads.moveLead, { token: user, params: { id: second._id }, body })).status,
      ]).toEqual([...[date, 200]]);
    }
    const seen = await Promise.all(
      asked.map(
        async ({ _id }) => (await from.call(leads.getLead, { token: user, params: { id: _id } })).data,
      ),
    );
    const body = { kept: second._id, leads: seen.map(({ _id, version }) => ({ _id, version })) };
    const merged = await from.call(mergeLeads, { token: user, body });
    expect(merged.status).toBe(200);
    await end(merged.data.lead);
  }
  const source = {
    ...{
      channel: 'meta',
      form: 'Eid, "offer"',
      campaign: 'ঈদ',
      ad: null,
      page: null,
      site: null,
      medium: null,
    },
    ...{ term: null, isLate: false },
  };
  await from.pool.query("update leads set source = $1 where phone = '01718000000'", [JSON.stringify(source)]);
}

async function withoutNumber(): Promise<void> {
  const { data } = await from.call(leads.createLead, {
    token: boss.token,
    body: { name: 'Only WhatsApp', phone: '01718200001', serviceCenter: fixtures.north },
  });
  const id = 'BD.ABCdef123456789';
  await from.pool.query('update leads set phone = $1 where id = $2', [id, data._id]);
  await from.pool.query('update customers set mobile = $1 where id = $2', [id, data.customer]);
}

const zipOf = async (app: TestApp, user: string) =>
  unzip(
    (
      await app.app.inject({
        url: `${basePath}${downloadAllCollections.path}`,
        headers: { authorization: `Bearer ${user}` },
      })
    ).rawPayload,
  );

const leadsOf = async (app: TestApp, only = 'true') =>
  (
    await app.pool.query(
      `select name, phone, email, platform, vehicle_number, notes, status, job_id, is_active, service_center_id, offering_id,
         recorded_by, advisor_id, appointment_date, appointment_time, next_follow_up_dates, follow_up_count, lost_reason,
         date_trunc('second', created_at) as created_at
       from leads where ${only} order by phone, leads.created_at, name`,
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
  const zip = await zipOf(from, boss.token);
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

/** Says what another dealer cannot have: IDs of records, and who changed what when over there, which its history and backups hold. */
const ofItsOwn = ['_id', 'version', 'customer', 'mergedInto', 'editedBy', 'lastModifiedBy', 'updatedAt'];

/** The rows of an exported file by the person's number and the moment of entry, without {@link ofItsOwn}; IDs as the persons they mean. */
async function exported(app: TestApp, user: string) {
  const leadsCsv = String((await zipOf(app, user)).get('leads.csv'));
  const rows = parse<Record<string, string>>(leadsCsv, { columns: true, bom: true });
  const nameById = new Map(rows.map(({ _id, name, createdAt }) => [_id, `${name} ${createdAt}`]));
  return rows
    .map((row) => ({
      ...Object.fromEntries(Object.entries(row).filter(([column]) => !ofItsOwn.includes(column))),
      mergedInto: nameById.get(row.mergedInto),
    }))
    .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

const reversed = (file: string) => {
  const [header, ...rows] = parse(file, { bom: true });
  return stringify([header ?? [], ...rows.reverse()]);
};

const orders = [
  ['in its order', 'join', (file: string) => file],
  ['turned round', 'add', reversed],
] as const;

test.each(isLongRun ? orders : orders.slice(0, 1))(
  'leads.csv of the whole export comes back column by column, %s, with %s, and once when it is loaded again (F140)',
  async (_, duplicates, order) => {
    const other = await TestApp.open();
    try {
      await copyTables(other);
      const user = await openSession(other.context, boss.id, null);
      const zip = await zipOf(from, boss.token);
      await importFile(other, user, String(zip.get('customers.csv')), {
        noun: 'customers',
        duplicates: 'join',
      });
      const file = order(String(zip.get('leads.csv')));
      const rows = await exported(from, boss.token);
      const counted = { refused: 0, differingCount: 0 };
      const first = await importFile(other, user, file, { duplicates });
      expect(first).toMatchObject({ ...counted, taken: rows.length });
      expect(await exported(other, user)).toEqual(rows);
      expect((await checkFile(other, user, file)).check).toMatchObject({ duplicates: rows.length });
      const again = await importFile(other, user, file, { duplicates: 'join' });
      expect(again).toMatchObject({ ...counted, joined: rows.length });
      const skipped = await importFile(other, user, file, { duplicates: 'skip' });
      expect(skipped).toMatchObject({ ...counted, skipped: rows.length });
      expect(await exported(other, user)).toEqual(rows);
      expect((await revertFile(other, user, first._id)).data).toMatchObject({ keptCount: 0 });
      expect(await exported(other, user)).toEqual([]);
    } finally {
      await other.close();
    }
  },
);

test('an export in two files comes back in either order, its merges too, and each file can be taken back and loaded again (F140)', async () => {
  const zip = await zipOf(from, boss.token);
  const [header = [], ...rows] = parse(String(zip.get('leads.csv')), { bom: true });
  const [mergedInto, ...told] = ['mergedInto', 'name', 'createdAt'].map((column) => header.indexOf(column));
  const partOf = (isMerged: boolean) => {
    const own = rows.filter((row) => (row[mergedInto ?? 0] !== '') === isMerged);
    return {
      file: stringify([header, ...own]),
      leads: own.map((row) => told.map((column) => row[column]).join(' ')),
    };
  };
  const [merged, others] = [partOf(true), partOf(false)];
  const whole = await exported(from, boss.token);
  const parted = whole.map((row) => ({ ...row, mergedInto: undefined }));
  const other = await TestApp.open();
  try {
    await copyTables(other);
    const user = await openSession(other.context, boss.id, null);
    const load = async ({ file }: { file: string }) =>
      (await importFile(other, user, file, { duplicates: 'add' }))._id;
    // A customer stays while the other file's leads are theirs.
    const takeBack = async (id: string) => {
      const { data } = await revertFile(other, user, id);
      expect(data?.kept.filter(({ noun }) => noun === 'leads')).toEqual([]);
    };
    const alone = ({ leads }: { leads: readonly string[] }) =>
      parted.filter((row: Record<string, unknown>) => leads.includes(`${row.name} ${row.createdAt}`));
    for (const [first, second] of [
      [others, merged],
      [merged, others],
    ] as const) {
      const one = await load(first);
      const left = await exported(other, user);
      expect(left).toEqual(alone(first));
      const two = await load(second);
      expect(await exported(other, user)).toEqual(whole);
      await takeBack(two);
      expect(await exported(other, user)).toEqual(left);
      const again = await load(second);
      expect(await exported(other, user)).toEqual(whole);
      await takeBack(one);
      expect(await exported(other, user)).toEqual(alone(second));
      await takeBack(again);
      expect(await exported(other, user)).toEqual([]);
    }
  } finally {
    await other.close();
  }
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
