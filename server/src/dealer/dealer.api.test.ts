import type { PoolClient } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import * as contract from '#contract/dealer.ts';
import { createInvite, resendInvite } from '#contract/invites.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { getMe } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { undoLeadChange } from '#server/leads/history/lead-history.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { moveLead } from '#server/leads/record/edit-leads.service.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { recountLeads, writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testDataDir, testNoon, testRules } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
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
      dialling: { code: '91', trunk: '0' },
      serviceMayCorrect: false,
      serviceMayMerge: false,
      serviceMayOverbook: false,
      joinsOpenLeads: true,
      neglectedAfterDays: { pending: 1, potential: 7, booked: 3 },
      mail: 'outbox',
      registration: 'invited',
      isLocalOnly: false,
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

test('in another time zone every lead counts on its days there, whoever asks with the old one (F13)', async () => {
  const people = [(await app.signIn('admin')).id, (await app.signIn('manager')).id];
  const offerings = [fixtures.oil, fixtures.pads, null];
  const centers = [fixtures.north, fixtures.south];
  await writeHistories(app, 150, {
    timeZone: 'Asia/Dhaka',
    now: testNoon,
    seed: 4,
    people,
    centers,
    offerings,
  });
  boss = await app.signIn('superAdmin');
  const history = await versions();
  for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'America/Santiago', 'Asia/Dhaka']) {
    expect((await edit({ timeZone })).data.timeZone).toBe(timeZone);
    await expectDayCountersToMatch(app, timeZone);
    const recounted = await recountLeads(app, timeZone);
    expect(recounted.length).toBeGreaterThan(50);
    for (const day of new Set(recounted.map(({ enteredOn }) => enteredOn)))
      expect(await entered(day), `${timeZone} ${day}`).toEqual(
        recounted
          .filter(({ enteredOn }) => enteredOn === day)
          .map(({ id }) => id)
          .sort(),
      );
  }
  expect(await versions()).toEqual(history);
});

test('a write that began under the old time zone follows the new one, and so does what it takes back (F13)', async () => {
  const actor = await getAccount(app.context, (await app.signIn('dataEntry')).id);
  const before = { ...app.context, actor, dealer: testRules };
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
  app.clock.set(new Date('2026-03-10T20:00:00.000Z'));
  const { _id } = await createLead(before, body);
  await edit({ timeZone: 'America/Los_Angeles' }, (await app.signIn('superAdmin')).token);

  // In Dhaka the 10th is yesterday, in Los Angeles today.
  const booked = await moveLead(before, _id, { status: 'booked', appointmentDate: '2026-03-10' });
  expect(booked.appointmentDate).toBe('2026-03-10');
  expect((await undoLeadChange(before, _id, booked.version)).status).toBe('pending');
  await createLead(before, { ...body, appointmentDate: '2026-03-10' });
  await expectDayCountersToMatch(app, 'America/Los_Angeles');
  app.clock.set(testNoon);
  await edit({ timeZone: 'Asia/Dhaka' });
});

test('leads that are written while the time zone changes are counted once (F13)', async () => {
  const { token } = await app.signIn('dataEntry');
  const write = (number: number) =>
    app.call(leads.createLead, {
      token,
      body: { name: `Crossing ${number}`, phone: '01712345678', serviceCenter: fixtures.south },
    });
  const zones = ['America/Los_Angeles', 'Asia/Dhaka', 'Europe/Berlin', 'Asia/Dhaka'];
  const writing = Array.from({ length: 40 }, (_, number) => write(number));
  for (const timeZone of zones) expect((await edit({ timeZone })).status).toBe(200);
  for (const { status } of await Promise.all(writing)) expect(status).toBe(201);
  await expectDayCountersToMatch(app, 'Asia/Dhaka');
});

describe('while leads are counted by their days in another time zone', () => {
  const timeZone = 'Asia/Kathmandu';
  let token: string;
  let counting: PoolClient;
  let changing: ReturnType<typeof edit>;

  beforeEach(async () => {
    token = (await app.signIn('dataEntry')).token;
    counting = await app.pool.connect();
    await counting.query('begin');
    await counting.query(
      `insert into lead_figures (time_zone, entered_on, service_center_id, figure, key, slot, leads)
       select $1, (created_at at time zone $1)::date, service_center_id, 'status', status, 16, 0 from leads where is_active limit 1`,
      [timeZone],
    );
    changing = edit({ timeZone });
    await vi.waitUntil(async () => (await counter()).rowCount, { timeout: 60_000 });
  });

  const counter = () =>
    app.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and query like '%count_lead_days(%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
    );
  const record = (name: string) =>
    app.call(leads.createLead, {
      token,
      body: { name, phone: '01712345678', serviceCenter: fixtures.south },
    });
  const recorded = async (search: string) => {
    const query = { status: 'pending', dateRange: 3, search } as const;
    return (await app.call(leads.listLeadsByStatus, { token, query })).data.totalLeadsCount;
  };

  test('people go on, on the days of the old one; broken off, the old one stays (F13)', async () => {
    expect((await record('Meanwhile')).status).toBe(201);
    expect(await recorded('meanwhile')).toBe(1);
    expect((await app.call(contract.getDealer)).data.timeZone).toBe('Asia/Dhaka');
    await app.pool.query('select pg_terminate_backend($1)', [(await counter()).rows[0].pid]);
    expect((await changing).status).toBe(503);
    await counting.query('rollback');
    counting.release();
    expect((await app.call(contract.getDealer)).data.timeZone).toBe('Asia/Dhaka');
    expect((await record('Afterwards')).status).toBe(201);
    await expectDayCountersToMatch(app, 'Asia/Dhaka');
  });

  test('what people write counts on the days of the new one too (F13)', async () => {
    const { data } = await record('In between');
    const move = { status: 'completed', jobId: 'JOB-7' } as const;
    expect((await app.call(leads.moveLead, { token, params: { id: data._id }, body: move })).status).toBe(
      200,
    );
    await expectDayCountersToMatch(app, 'Asia/Dhaka');
    await counting.query('rollback');
    counting.release();
    expect((await changing).data.timeZone).toBe(timeZone);
    await expectDayCountersToMatch(app, timeZone);
    expect((await record('Later')).status).toBe(201);
    await expectDayCountersToMatch(app, timeZone);
  });
});

test('whoever a lock keeps from writing is told when to try again (F13)', async () => {
  const hasty = await TestApp.open({ lockTimeoutMs: 50 });
  const { token } = await hasty.signIn('dataEntry');
  const { north } = await addFixtures(hasty);
  const client = await hasty.pool.connect();
  await client.query('begin; lock table leads in share row exclusive mode');
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
  const { status, headers } = await hasty.call(leads.createLead, { token, body });
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  await client.query('rollback');
  client.release();
  expect((await hasty.call(leads.createLead, { token, body })).status).toBe(201);
  await hasty.close();
});

test('the phone country stays once a lead is recorded, archived or not: its number would become another', async () => {
  const fresh = await TestApp.open();
  const { token } = await fresh.signIn('superAdmin');
  const { north } = await addFixtures(fresh);
  const change = (body: object) => fresh.call(contract.editDealer, { token, body: { ...body } });
  expect((await change({ phoneCountry: 'NP' })).status).toBe(200);
  expect((await change({ phoneCountry: 'BD' })).data).toMatchObject({ isPhoneCountryFixed: false });
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
  const { data: lead } = await fresh.call(leads.createLead, { token, body });
  await fresh.call(leads.archiveLead, { token, params: { id: lead._id }, body: { isActive: false } });

  const { status, error } = await change({ name: 'Padma Motors', phoneCountry: 'NP' });
  expect([status, error.fields]).toEqual([
    400,
    { phoneCountry: 'Fixed since the first lead was recorded: stored phone numbers depend on it' },
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
  const { north } = await addFixtures(fresh);
  const actor = (await fresh.call(getMe, { token })).data;
  const rules = testRules;
  const recorded = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const recording = inTransaction(fresh, async ({ db }) => {
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
    await createLead({ ...fresh.context, db, actor, dealer: rules }, body);
    recorded.resolve();
    await goOn.promise;
  });
  await recorded.promise;
  const changing = fresh.call(contract.editDealer, { token, body: { phoneCountry: 'NP' } });
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await fresh.pool.query(waiting)).rowCount).toBe(1);
  goOn.resolve();
  await recording;
  expect((await changing).status).toBe(400);
  expect((await fresh.call(contract.getDealer)).data.phoneCountry).toBe('BD');
  await fresh.close();
});

async function entered(day: string): Promise<string[]> {
  const query = { enteredFrom: day, enteredTo: day, limit: '100' };
  const { data } = await app.call(oversight.listManagementLeads, { token: boss.token, query });
  expect(data.totalLeadsCount).toBe(data.leads.length);
  return data.leads.map(({ _id }) => _id).sort();
}

async function versions() {
  return (
    await app.pool.query('select count(*)::int as versions, max(created_at) as newest from lead_versions')
  ).rows;
}

test('everybody learns whether emails are sent, only a superAdmin where they are kept instead (F32)', async () => {
  const invite = async (on: TestApp, token: string) => {
    const body = { email: 'new@example.com' };
    const { data } = await on.call(createInvite, { token, body });
    const again = await on.call(resendInvite, { token, params: { id: data._id } });
    expect(again.data.outbox).toBe(data.outbox);
    return data.outbox;
  };
  const stranger = await app.call(contract.getDealer);
  expect(stranger.data.mail).toBe('outbox');
  expect(stranger.text).not.toContain(testDataDir);
  expect(await invite(app, boss.token)).toBe(`${testDataDir}/outbox`);

  const mailing = await TestApp.open({ smtpUrl: 'smtp://127.0.0.1:9' });
  const { token } = await mailing.signIn('superAdmin');
  expect((await mailing.call(contract.getDealer)).data.mail).toBe('smtp');
  expect(await invite(mailing, token)).toBeNull();
  await mailing.close();
});
