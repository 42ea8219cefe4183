import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as contract from '#contract/login/second-factor.ts';
import { getMe } from '#contract/session.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { turnOnSecondFactor } from '#server/testing/second-factor/second-factors.ts';
import { TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';
import { reportAbandonedLogins } from './login-steps.service.ts';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
});
beforeEach(() => app.clock.set(testNoon));
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

const later = (minutes: number) => app.clock.set(new Date(testNoon.getTime() + minutes * 60_000));

const logIn = (email: string, userAgent = 'a browser') =>
  app.call(auth.login, { body: { email, password: testPassword }, headers: { 'user-agent': userAgent } });
const stepOf = async (...login: Parameters<typeof logIn>) =>
  auth.secondStepReply.parse((await logIn(...login)).data).secondStep.token;

const missingOf = async (id: string) => {
  const { rows } = await app.pool.query<{ address: string }>(
    `select address from audit_log where subject_id = $1 and action = 'secondStepMissing'`,
    [id],
  );
  return rows;
};

test('a right password whose second step never comes is audited, and mailed to the owner once a day', async () => {
  const person = await app.signIn('manager');
  await turnOnSecondFactor(app, person);
  await mailbox.next(person.email);
  for (let turn = 0; turn < 3; turn++) await stepOf(person.email);
  later(9);
  await reportAbandonedLogins(app.context);
  expect(await missingOf(person.id)).toEqual([]);
  later(10);
  await reportAbandonedLogins(app.context);
  expect(await missingOf(person.id)).toEqual([{ address: '127.0.0.1' }]);
  expect((await mailbox.next(person.email)).subject).toBe('Someone entered your password for Test Motors');

  await stepOf(person.email);
  later(25);
  await reportAbandonedLogins(app.context);
  expect(await missingOf(person.id)).toHaveLength(2);
  expect(await mailbox.count(person.email)).toBe(2);
  later(24 * 60 + 11);
  await stepOf(person.email);
  later(24 * 60 + 30);
  await reportAbandonedLogins(app.context);
  expect(await mailbox.count(person.email)).toBe(3);
});

test('nobody is told of steps that they left in the browser where they then logged in', async () => {
  const person = await app.signIn('manager');
  const { recoveryCodes } = await turnOnSecondFactor(app, person);
  await stepOf(person.email);
  await stepOf(person.email, 'another browser');
  const token = await stepOf(person.email);
  expect(
    (
      await app.call(contract.finishLoginWithCode, {
        body: { token, code: recoveryCodes[0] ?? '' },
        headers: { 'user-agent': 'a browser' },
      })
    ).status,
  ).toBe(200);
  const { rows } = await app.pool.query('select user_agent from login_steps where employee_id = $1', [
    person.id,
  ]);
  expect(rows).toEqual([{ user_agent: 'another browser' }]);
});

async function duringLogin(person: { id: string; email: string }, change: string) {
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from employees where id = $1 for no key update', [person.id]);
    let isAnswered = false;
    const login = logIn(person.email).finally(() => {
      isAnswered = true;
    });
    for (let turn = 0; turn < 1_200 && !isAnswered && !(await isWaiting()); turn++) await wait(25);
    await client.query(change, [person.id]);
    await client.query('delete from sessions where employee_id = $1', [person.id]);
    await client.query('commit');
    return await login;
  } finally {
    client.release();
  }
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test('a login while two-step login is turned on leaves no session that only the password opened', async () => {
  const person = await app.signIn('manager');
  const { data } = await duringLogin(
    person,
    `insert into authenticator_apps (employee_id, secret, last_step, added_at) values ($1, '\\x00', 0, now())`,
  );
  expect(data).toHaveProperty('secondStep');
});

test('a login while the password is changed leaves no session that the old one opened', async () => {
  const person = await app.signIn('manager');
  const answer = await duringLogin(person, `update employees set password_hash = 'another' where id = $1`);
  expect(answer.status).toBe(401);
  expect((await app.call(getMe, { token: person.token })).status).toBe(401);
});
