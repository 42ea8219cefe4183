import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as contract from '#contract/dealer.ts';
import { basePath } from '#contract/endpoint.ts';
import * as leads from '#contract/leads.ts';
import { getMe } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createLead } from '#server/leads/leads.service.ts';
import { liveThrough, recountLeads } from '#server/testing/lead-lives.ts';
import { addGround } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let ground: Awaited<ReturnType<typeof addGround>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  ground = await addGround(app);
  boss = await app.signIn('superAdmin');
});
afterAll(() => app.close());

const edit = (body: object, token = boss.token) =>
  app.call(contract.editDealer, { token, body: { ...body } });

test('the superAdmin changes name, phone country and logo; absent fields stay', async () => {
  const { status, data } = await edit({ name: ' Padma Motors ', phoneCountry: 'IN' });
  expect([status, data]).toEqual([
    200,
    {
      isSetUp: true,
      name: 'Padma Motors',
      logo: null,
      timeZone: 'Asia/Dhaka',
      phoneCountry: 'IN',
      isPhoneCountryFixed: false,
    },
  ]);
  const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#1b64da' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('logo', new Blob([new Uint8Array(png)]), 'logo.png');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const changed = await app.send<typeof contract.editDealer>({
    method: 'PATCH',
    url: `${basePath}/management/dealer`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      authorization: `Bearer ${boss.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
  });
  expect(changed.data.logo).toMatch(/^pictures\//);
  expect((await app.send({ method: 'GET', url: `/${changed.data.logo}` })).status).toBe(200);
  expect((await app.call(contract.getDealer)).data).toEqual(changed.data);
  expect((await edit({ logo: null, phoneCountry: 'BD' })).data.logo).toBeNull();
  expect((await app.send({ method: 'GET', url: `/${changed.data.logo}` })).status).toBe(404);
});

test.each([
  ['name', { name: '' }, 'Name is Required'],
  ['timeZone', { timeZone: 'Asia/Atlantis' }, 'Choose a time zone'],
  ['timeZone', { timeZone: '+05:30' }, 'Choose a time zone'],
  ['phoneCountry', { phoneCountry: 'bd' }, 'Choose a country'],
  ['logo', { logo: 'pictures/other.webp' }, undefined],
  ['isSetUp', { isSetUp: false }, 'Unknown field'],
])('refuses a wrong %s beside it: %j', async (field, body, message) => {
  const before = (await app.call(contract.getDealer)).data;
  const { status, error } = await edit(body);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  if (message) expect(error.fields?.[field]).toBe(message);
  expect((await app.call(contract.getDealer)).data).toEqual(before);
});

test('another time zone moves every lead to its days there, and every counter with it', async () => {
  const people = [(await app.signIn('admin')).id, (await app.signIn('manager')).id];
  const offerings = [ground.oil, ground.pads, null];
  const centers = [ground.north, ground.south];
  await liveThrough(app, 150, {
    timeZone: 'Asia/Dhaka',
    now: testNoon,
    seed: 4,
    people,
    centers,
    offerings,
  });
  boss = await app.signIn('superAdmin');
  const before = await days();
  const history = await versions();
  for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Dhaka']) {
    expect((await edit({ timeZone })).data.timeZone).toBe(timeZone);
    const recounted = await recountLeads(app, timeZone);
    const kept = new Map((await days()).map((row) => [row.id, row]));
    expect(recounted.length).toBeGreaterThan(50);
    for (const { id, enteredOn, statusOn } of recounted)
      expect(kept.get(id)).toEqual({ id, entered_on: enteredOn, status_on: statusOn });
    if (timeZone !== 'Asia/Dhaka') expect([...kept.values()]).not.toEqual(before);
    await expectCountersToBeARecount();
  }
  expect(await days()).toEqual(before);
  expect(await versions()).toEqual(history);
});

test('writes go on afterwards, on the days of the new time zone', async () => {
  await edit({ timeZone: 'Pacific/Kiritimati' });
  const { token } = await app.signIn('dataEntry');
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: ground.north };
  const { data } = await app.call(leads.createLead, { token, body });
  const row = (await days()).find(({ id }) => id === data._id);
  expect(row).toMatchObject({ entered_on: '2026-03-10', status_on: '2026-03-10' });
  await expectCountersToBeARecount();
  await edit({ timeZone: 'Asia/Dhaka' });
  await expectCountersToBeARecount();
});

test('leads that are written while the time zone changes are counted once', async () => {
  const { token } = await app.signIn('dataEntry');
  const write = (number: number) =>
    app.call(leads.createLead, {
      token,
      body: { name: `Crossing ${number}`, phone: '01712345678', serviceCenter: ground.south },
    });
  const zones = ['America/Los_Angeles', 'Asia/Dhaka', 'Europe/Berlin', 'Asia/Dhaka'];
  const writing = Array.from({ length: 40 }, (_, number) => write(number));
  for (const timeZone of zones) expect((await edit({ timeZone })).status).toBe(200);
  for (const { status } of await Promise.all(writing)) expect(status).toBe(201);
  await expectCountersToBeARecount();
});

test('the phone country stays once a lead is recorded, archived or not: its number would become another', async () => {
  const fresh = await TestApp.open();
  const { token } = await fresh.signIn('superAdmin');
  const { north } = await addGround(fresh);
  const change = (body: object) => fresh.call(contract.editDealer, { token, body: { ...body } });
  expect((await change({ phoneCountry: 'NP' })).status).toBe(200);
  expect((await change({ phoneCountry: 'BD' })).data).toMatchObject({ isPhoneCountryFixed: false });
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
  const { data: lead } = await fresh.call(leads.createLead, { token, body });
  await fresh.call(leads.archiveLead, { token, params: { id: lead._id }, body: { isActive: false } });

  const { status, error } = await change({ name: 'Padma Motors', phoneCountry: 'NP' });
  expect([status, error.fields]).toEqual([
    400,
    { phoneCountry: 'Stays as it is since the first lead was recorded: stored numbers are read by it' },
  ]);
  expect((await fresh.call(contract.getDealer)).data).toMatchObject({
    name: 'Test Motors',
    phoneCountry: 'BD',
    isPhoneCountryFixed: true,
  });
  expect((await change({ name: 'Padma Motors', phoneCountry: 'BD' })).data.name).toBe('Padma Motors');
  await fresh.close();
});

test('a first lead that is being recorded while the phone country changes keeps it as it is', async () => {
  const fresh = await TestApp.open();
  const { token } = await fresh.signIn('superAdmin');
  const { north } = await addGround(fresh);
  const actor = (await fresh.call(getMe, { token })).data;
  const rules = { timeZone: 'Asia/Dhaka', phoneCountry: 'BD' };
  const recorded = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const recording = inTransaction(fresh.db, async (db) => {
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
    await createLead({ ...fresh.context, db, actor, dealer: rules }, body);
    recorded.resolve();
    await goOn.promise;
  });
  await recorded.promise;
  const changing = fresh.call(contract.editDealer, { token, body: { phoneCountry: 'NP' } });
  await vi.waitUntil(async () => (await fresh.pool.query('select from pg_locks where not granted')).rowCount);
  goOn.resolve();
  await recording;
  expect((await changing).status).toBe(400);
  expect((await fresh.call(contract.getDealer)).data.phoneCountry).toBe('BD');
  await fresh.close();
});

async function days() {
  const { rows } = await app.pool.query<{ id: string; entered_on: string; status_on: string }>(
    'select id, entered_on, status_on from leads order by id',
  );
  return rows;
}

async function versions() {
  return (
    await app.pool.query('select count(*)::int as versions, max(created_at) as newest from lead_versions')
  ).rows;
}

/** Counters kept by day, summed over their slots, against what counting the leads anew makes of them. */
async function expectCountersToBeARecount() {
  const tables = ['lead_entry_counts', 'lead_status_counts', 'lead_figures'];
  const read = async (table: string) => {
    const { rows: columns } = await app.pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and column_name not in ('slot', 'leads')",
      [table],
    );
    const keys = columns.map(({ name }) => name).join(', ');
    const { rows } = await app.pool.query(
      `select ${keys}, sum(leads)::int as leads from ${table} group by ${keys} having sum(leads) <> 0 order by ${keys}`,
    );
    return rows;
  };
  const kept = [];
  for (const table of tables) kept.push(await read(table));
  await app.pool.query('select recount_lead_days()');
  for (const [place, table] of tables.entries()) {
    const recounted = await read(table);
    expect(recounted.length).toBeGreaterThan(0);
    expect(kept[place], table).toEqual(recounted);
  }
}
