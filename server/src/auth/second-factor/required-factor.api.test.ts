import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import * as contract from '#contract/login/second-factor.ts';
import { getMe, listOwnSessions } from '#contract/session.ts';
import { noEmployeeId } from '#server/testing/lead-samples.ts';
import { codeAt, turnOnSecondFactor } from '#server/testing/second-factor/second-factors.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let recoveryCodes: string[];
beforeAll(async () => {
  app = await TestApp.open();
  boss = await app.signIn('superAdmin');
  ({ recoveryCodes } = await turnOnSecondFactor(app, boss));
});
beforeEach(async () => {
  app.clock.set(testNoon);
  await rule(false);
});
afterAll(() => app.close());

const rule = (isRequired: boolean, token = boss.token) =>
  app.call(contract.editSecondFactorRule, { token, body: { isRequired } });

const open = [
  'GET /session/me',
  'POST /session/logout',
  'GET /session/secondFactor',
  'POST /session/secondFactor/app',
  'POST /session/secondFactor/app/confirm',
  'POST /session/secondFactor/passkeys',
  'POST /session/secondFactor/passkeys/start',
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function answersTo(token: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const isLast = ({ path }: Endpoint) => path === '/session/logout';
  const calls = endpoints.filter(({ who }) => who !== 'public');
  for (const { method, path } of [...calls.filter((each) => !isLast(each)), ...calls.filter(isLast)]) {
    const { status, error } = await app.send({
      method,
      url: `${basePath}${path.replace(/:\w+/g, noEmployeeId)}`,
      headers: { authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { payload: { unknown: true } }),
    });
    found.set(`${method} ${path}`, status === 403 ? error.code : String(status));
  }
  return found;
}

test('whoever lacks a required second factor reaches nothing but what sets one up', async () => {
  await rule(true);
  for (const level of ['superAdmin', 'admin', 'manager'] as const) {
    const { email } = await app.signIn(level);
    const account = signedInBy(await app.call(auth.login, { body: { email, password: testPassword } }));
    expect(account.needsSecondFactor).toBe(true);
    if (level !== 'superAdmin') continue;
    const answers = [...(await answersTo(account.token))];
    const reached = answers.filter(([, answer]) => answer !== 'second_factor_required');
    const ofOthers = endpoints.filter(({ who }) => who !== 'public' && !who.includes(level));
    expect(reached.map(([call]) => call).sort()).toEqual([...open, ...ofOthers.map(nameOf)].sort());
  }
});

test('it holds for open sessions from the next request, on every process, until one is set up', async () => {
  const { server } = await app.openSibling();
  const manager = await app.signIn('manager');
  const url = `${basePath}${listOwnSessions.path}`;
  const headers = { authorization: `Bearer ${manager.token}` };
  const there = async () => (await server.inject({ url, headers })).statusCode;
  const here = async () => (await app.call(listOwnSessions, { token: manager.token })).status;
  expect([await here(), await there()]).toEqual([200, 200]);
  await rule(true);
  expect([await there(), await here()]).toEqual([403, 403]);
  const refused = await app.call(listOwnSessions, { token: manager.token });
  expect(refused.error).toMatchObject({
    code: 'second_factor_required',
    message: 'Set up two-step login first. Your dealer requires it of management.',
  });
  expect((await app.call(getMe, { token: manager.token })).data.needsSecondFactor).toBe(true);
  await turnOnSecondFactor(app, manager);
  expect([await there(), await here()]).toEqual([200, 200]);
  expect((await app.call(getMe, { token: manager.token })).data.needsSecondFactor).toBe(false);

  await app.call(contract.resetSecondFactor, { token: boss.token, params: { id: manager.id } });
  const body = { email: manager.email, password: testPassword };
  const again = signedInBy(await app.call(auth.login, { body }));
  expect((await app.call(listOwnSessions, { token: again.token })).status).toBe(403);
  await rule(false);
  expect((await app.call(listOwnSessions, { token: again.token })).status).toBe(200);
});

test('it is of management alone, and of whoever gets there', async () => {
  await rule(true);
  const entry = await app.signIn('dataEntry');
  expect((await app.call(listOwnSessions, { token: entry.token })).status).toBe(200);
  await app.pool.query(`update employees set level = 'manager' where id = $1`, [entry.id]);
  await app.hub.awaitInvalidation();
  expect((await app.call(listOwnSessions, { token: entry.token })).error.code).toBe('second_factor_required');
});

test('a required one cannot be turned off', async () => {
  await rule(true);
  const { token } = boss;
  const body = { password: testPassword, code: recoveryCodes[0] ?? '' };
  const refused = await app.call(contract.turnOffSecondFactor, { token, body });
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'Your dealer requires two-step login of management, so you cannot turn it off',
  ]);
  expect((await app.call(contract.getSecondFactor, { token })).data).toMatchObject({
    isOn: true,
    isRequired: true,
    recoveryCodesLeft: 10,
  });
  const entry = await app.signIn('dataEntry');
  const { secret } = await turnOnSecondFactor(app, entry);
  app.clock.set(new Date(testNoon.getTime() + 60_000));
  const off = { password: testPassword, code: codeAt(secret, app.clock.now()) };
  expect((await app.call(contract.turnOffSecondFactor, { token: entry.token, body: off })).status).toBe(200);
});

test('a super admin requires it once they have one, sees who has none, and it is audited', async () => {
  const other = await app.signIn('superAdmin');
  const refused = await rule(true, other.token);
  expect(refused.error.fields).toEqual({
    isRequired: 'Turn on your own two-step login first, in your profile',
  });
  const { data: before } = await app.call(contract.getSecondFactorRule, { token: other.token });
  expect(before).toMatchObject({ isRequired: false, mayRequire: false });
  const { data } = await rule(true);
  expect(data).toEqual({
    isRequired: true,
    people: before.people,
    without: before.without,
    mayRequire: true,
  });
  await turnOnSecondFactor(app, other);
  expect((await app.call(contract.getSecondFactorRule, { token: other.token })).data.without).toBe(
    before.without - 1,
  );
  const { data: list } = await app.call(listEmployeesByLevel, {
    token: boss.token,
    params: { level: 'superAdmin' },
    query: { limit: '100' },
  });
  for (const { hasSecondFactor, needsSecondFactor } of list.employees)
    expect(needsSecondFactor).toBe(!hasSecondFactor);
  const { rows } = await app.pool.query<{ details: object }>(
    `select details from audit_log where action = 'settingsChanged' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ details: { fields: ['requiresSecondFactor'] } }]);
});
