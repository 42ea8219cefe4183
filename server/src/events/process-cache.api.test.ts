import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { addComment } from '#contract/comments.ts';
import { assignToManagement, assignToServiceCenter } from '#contract/employees.ts';
import { createConnection, editConnection, renewConnectionSecret } from '#contract/intake/connections.ts';
import { createLead, type LeadList, listLeads } from '#contract/leads/leads.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import { endOtherSessions, getMe, logout } from '#contract/session.ts';
import { onDatabase } from '#server/testing/databases.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { signedInBy, TestApp, testPassword } from '#server/testing/test-app.ts';
import { openEventHub } from './event-hub.ts';

const usualTrust = 3_000;

let app: TestApp;
let other: Awaited<ReturnType<TestApp['openSibling']>>['server'];
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  other = (await app.openSibling()).server;
});
afterAll(() => app.close());

async function askOther({ method, path }: Endpoint, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await other.inject({ method, url: `${basePath}${path}`, headers });
  return { status: answer.statusCode, data: answer.json() };
}

async function warm(token: string) {
  await expect.poll(() => app.hub.isCurrent()).toBe(true);
  for (let turn = 0; turn < 3; turn++) {
    await app.call(listLeads, { token });
    await askOther(listLeads, token);
  }
}

test.each([
  ['signing out', (token: string) => app.call(logout, { token })],
  [
    'ending it from another session',
    async (_token: string, email: string) => {
      const body = { email, password: testPassword };
      return app.call(endOtherSessions, { token: signedInBy(await app.call(auth.login, { body })).token });
    },
  ],
])('after %s a session is over on every process from the next request on', async (_how, end) => {
  const { token, email } = await app.signIn('manager');
  await warm(token);
  expect((await end(token, email)).status).toBeLessThan(300);
  expect((await askOther(getMe, token)).status).toBe(401);
  expect((await app.call(getMe, { token })).status).toBe(401);
});

test('a level and its centers hold on every process from the next request on', async () => {
  const boss = await app.signIn('superAdmin');
  const { id, token } = await app.signIn('service', [fixtures.south]);
  for (let turn = 0; turn < 5; turn++) {
    await warm(token);
    const serviceCenter = [turn % 2 === 0 ? fixtures.north : fixtures.south];
    const body = { id, serviceCenter };
    expect((await app.call(assignToServiceCenter, { token: boss.token, body })).status).toBe(200);
    const { data } = await askOther(getMe, token);
    expect(data.serviceCenter.map(({ _id }: { _id: string }) => _id)).toEqual(serviceCenter);
  }
  const body = { id, level: 'manager' } as const;
  expect((await app.call(assignToManagement, { token: boss.token, body })).status).toBe(200);
  expect((await askOther(getMe, token)).data.level).toBe('manager');
});

test('a new name is read on every process from the next request on', async () => {
  const { token } = await app.signIn('manager');
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
  await app.call(createLead, { token, body });
  for (const name of ['North by the river', 'North again']) {
    await warm(token);
    await app.call(editServiceCenter, { token, params: { id: fixtures.north }, body: { name } });
    const lists: LeadList[] = [
      (await askOther(listLeads, token)).data,
      (await app.call(listLeads, { token })).data,
    ];
    for (const { leads } of lists) expect(leads[0]?.serviceCenter.name).toBe(name);
  }
});

test('a paused connection and the secret of before are refused on every process from the next delivery on', async () => {
  const { token } = await app.signIn('superAdmin');
  const body = { name: 'Our site', platform: 'website', serviceCenter: fixtures.north } as const;
  const { connection, secret } = (await app.call(createConnection, { token, body })).data;
  const params = { id: connection._id };
  const deliver = async (carried: string) => {
    const headers = { authorization: `Bearer ${carried}`, 'content-type': 'application/json' };
    const sent = { method: 'POST', url: connection.path, headers, payload: '{}' } as const;
    return [(await app.send(sent)).status, (await other.inject(sent)).statusCode];
  };
  await warm(token);
  expect(await deliver(secret)).toEqual([200, 200]);
  await app.call(editConnection, { token, params, body: { isPaused: true } });
  expect(await deliver(secret)).toEqual([403, 403]);
  await app.call(editConnection, { token, params, body: { isPaused: false } });
  expect(await deliver(secret)).toEqual([200, 200]);
  const { data } = await app.call(renewConnectionSecret, { token, params });
  expect(await deliver(secret)).toEqual([401, 401]);
  expect(await deliver(data.secret)).toEqual([200, 200]);
});

test('what a process missed while it heard nothing is not trusted when it hears again', async () => {
  const { id, token } = await app.signIn('manager');
  await warm(token);
  await app.pool.query('alter table sessions disable trigger sessions_tell_end');
  await app.pool.query('delete from sessions where employee_id = $1', [id]);
  await app.pool.query('alter table sessions enable trigger sessions_tell_end');
  expect((await app.call(getMe, { token })).status).toBe(200);
  await app.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pitlane events' and datname = current_database()`);
  await expect.poll(async () => (await app.call(getMe, { token })).status).toBe(401);
  await expect.poll(async () => (await askOther(getMe, token)).status).toBe(401);
});

test('a new level, center or name waits for every process, a comment for none', async () => {
  const { token } = await app.signIn('superAdmin');
  const [one, other] = [await app.signIn('service', [fixtures.south]), await app.signIn('service')];
  const lead = { name: 'Karim', phone: '01712345679', serviceCenter: fixtures.south };
  const id = (await app.call(createLead, { token, body: lead })).data._id;
  const deaf = new pg.Client({
    ...onDatabase(inject('database').server, app.databaseName),
    application_name: 'pitlane events',
  });
  await deaf.connect();

  const began = performance.now();
  const took = async (call: Promise<{ status: number }>) => {
    expect((await call).status).toBeLessThan(300);
    return performance.now() - began;
  };
  const centers = { id: one.id, serviceCenter: [fixtures.south, fixtures.north] };
  const [comment, ...waiting] = await Promise.all([
    took(app.call(addComment, { token: one.token, params: { id }, body: { text: 'Calls back' } })),
    took(app.call(assignToManagement, { token, body: { id: other.id, level: 'manager' } })),
    took(app.call(assignToServiceCenter, { token, body: centers })),
    took(app.call(editServiceCenter, { token, params: { id: fixtures.south }, body: { name: 'South' } })),
  ]);
  for (const time of waiting) expect(time).toBeGreaterThanOrEqual(usualTrust - 5);
  expect(comment).toBeLessThan(Math.min(...waiting));
  await deaf.end();
});

test('a process that does not answer is waited for until it no longer trusts what it keeps', async () => {
  const config = onDatabase(inject('database').server, app.databaseName);
  const log = pino({ level: 'silent' });
  const trust = 1_000;
  const asking = openEventHub(config, log, { every: 100, patience: 5_000, trust });
  await expect.poll(() => asking.isCurrent()).toBe(true);
  await asking.awaitInvalidation();

  const deaf = new pg.Client({ ...config, application_name: 'pitlane events' });
  await deaf.connect();
  const began = performance.now();
  await asking.awaitInvalidation();
  expect(performance.now() - began).toBeGreaterThanOrEqual(trust - 5);
  await deaf.end();
  await asking.close();
  expect(asking.isCurrent()).toBe(false);
});
