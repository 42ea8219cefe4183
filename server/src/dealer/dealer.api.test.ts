import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/dealer.ts';
import { basePath } from '#contract/endpoint.ts';
import * as leads from '#contract/leads.ts';
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
    { isSetUp: true, name: 'Padma Motors', logo: null, timeZone: 'Asia/Dhaka', phoneCountry: 'IN' },
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
