import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as session from '#contract/session.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';

const newPassword = 'gear-box-77';
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

let places = 0;
const elsewhere = () => `198.51.100.${++places}`;
const reset = (token: string, password = newPassword, remoteAddress = elsewhere()) =>
  app.send({
    method: 'PATCH',
    url: `${basePath}/public/auth/resetEmployeePassword/`,
    payload: { token, newPassword: password },
    remoteAddress,
  });
const forget = (email: unknown) =>
  app.send({
    method: 'POST',
    url: `${basePath}/public/auth/forgotPassword/`,
    payload: { email },
    remoteAddress: elsewhere(),
  });
const login = (email: string, password: string) => app.call(auth.login, { body: { email, password } });
const isSignedIn = async (token: string) => (await app.call(session.getMe, { token })).status === 200;

async function lost() {
  const employee = await app.signIn('manager');
  expect((await forget(employee.email)).status).toBe(200);
  const mail = await mailbox.next(employee.email);
  return { ...employee, mail, link: mail.token };
}

describe('a forgotten password', () => {
  test('is reset by the emailed link, which ends every session', async () => {
    const { email, token, link } = await lost();
    const other = signedInBy(await login(email, testPassword)).token;
    expect((await app.call(auth.getEmailFromToken, { params: { token: link } })).data).toEqual({
      email,
      purpose: 'passwordReset',
    });
    expect((await reset(link)).status).toBe(200);
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false]);
    expect((await login(email, testPassword)).status).toBe(401);
    expect((await login(email, newPassword)).status).toBe(200);
    expect((await mailbox.next(email)).subject).toBe('Your password for Test Motors was changed');
  });

  test('is answered alike for known and unknown addresses; only a known one gets an email', async () => {
    const { email } = await app.signIn('service');
    const strip = ({ status, data }: Awaited<ReturnType<typeof forget>>) => ({ status, data });
    const known = await forget(email.toUpperCase());
    const unknown = await forget('nobody@recovery.example');
    expect(strip(unknown)).toEqual(strip(known));
    expect(strip(known)).toEqual({ status: 200, data: { ok: true } });
    expect(await mailbox.count(email)).toBe(1);
    expect(await mailbox.count('nobody@recovery.example')).toBe(0);
  });

  test('does the same work for known and unknown addresses while the caller waits', async () => {
    const quiet = await TestApp.open();
    const { email } = await quiet.signIn('service');
    const written = async () =>
      (await quiet.pool.query("select kind, payload, attempts from jobs order by payload ->> 'email' desc"))
        .rows;
    const audited = async () => (await quiet.pool.query('select from audit_log')).rowCount;
    const before = await audited();
    for (const address of [email, 'nobody@recovery.example'])
      await quiet.call(auth.forgotPassword, { body: { email: address } });
    expect(await written()).toEqual([
      { kind: 'mail', payload: { about: 'passwordReset', email, registrationId: null }, attempts: 0 },
      {
        kind: 'mail',
        payload: { about: 'passwordReset', email: 'nobody@recovery.example', registrationId: null },
        attempts: 0,
      },
    ]);
    expect(await audited()).toBe(before);
    await quiet.close();
  });

  test.each(['', 'nadia', 'nadia@', '@example.com', 'a b@example.com'])(
    'of what is no address (%j) is 404',
    async (email) => {
      const { status, error } = await forget(email);
      expect([status, error.message]).toEqual([404, 'No Employee Found']);
    },
  );
});

test('a password logs in from every keyboard, in whatever Unicode form it is typed (F124)', async () => {
  const { email, link } = await lost();
  const chosen = 'Gärtnerei-ﬁt-পড়া-9';
  expect((await reset(link, chosen.normalize('NFD'))).status).toBe(200);
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    expect((await login(email, chosen.normalize(form))).status, form).toBe(200);
  expect((await login(email, 'Gartnerei-fit-পড়া-9')).status).toBe(401);
});

describe('a link', () => {
  test('works once', async () => {
    const { link } = await lost();
    expect((await reset(link)).status).toBe(200);
    const again = await reset(link, 'other-gear-box-7');
    expect([again.status, again.error.message]).toEqual([404, 'This link has expired']);
    expect((await app.call(auth.getEmailFromToken, { params: { token: link } })).status).toBe(404);
  });

  test('works once under 20 parallel attempts', async () => {
    const { email, link } = await lost();
    const passwords = Array.from({ length: 20 }, (_, place) => `gear-box-number-${place}`);
    const answers = await Promise.all(passwords.map((password) => reset(link, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await login(email, passwords[winner] ?? '')).status).toBe(200);
  });

  test('expires after 30 minutes', async () => {
    const { link } = await lost();
    app.clock.set(new Date(testNoon.getTime() + 30 * 60_000 - 1));
    expect((await app.call(auth.getEmailFromToken, { params: { token: link } })).status).toBe(200);
    app.clock.set(new Date(testNoon.getTime() + 30 * 60_000));
    expect((await app.call(auth.getEmailFromToken, { params: { token: link } })).status).toBe(404);
    expect((await reset(link)).status).toBe(404);
  });

  test('stops working when a newer one is issued', async () => {
    const { email, link } = await lost();
    await forget(email);
    const { token: newer } = await mailbox.next(email);
    expect((await reset(link)).status).toBe(404);
    expect((await reset(newer)).status).toBe(200);
  });

  test('stops working after a password change', async () => {
    const { token, link } = await lost();
    const body = { currentPassword: testPassword, newPassword };
    expect((await app.call(session.changePassword, { token, body })).status).toBe(200);
    expect((await reset(link)).status).toBe(404);
  });

  test('belongs to one person', async () => {
    const [one, two] = [await lost(), await lost()];
    expect((await reset(one.link)).status).toBe(200);
    expect((await login(two.email, testPassword)).status).toBe(200);
    expect((await login(two.email, newPassword)).status).toBe(401);
  });

  test('has at least 128 random bits', async () => {
    const { link } = await lost();
    expect(Buffer.from(link, 'base64url').length).toBeGreaterThanOrEqual(16);
  });

  test('is not used up by a password that is refused', async () => {
    const { link } = await lost();
    for (const [password, message] of [
      ['short', 'Use at least 8 characters'],
      ['x1'.repeat(13), 'Use at most 24 characters'],
      ['welcome123', 'This password is too easy to guess'],
    ] as const) {
      const { status, error } = await reset(link, password);
      expect([status, error.fields]).toEqual([400, { newPassword: message }]);
    }
    expect((await reset(link)).status).toBe(200);
  });

  test('that is guessed meets 429', async () => {
    const attacker = elsewhere();
    const statuses = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push((await reset('x'.repeat(43), newPassword, attacker)).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });
});

describe('changing a password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const { email, token } = await app.signIn('dataEntry');
    const other = signedInBy(await login(email, testPassword)).token;
    const body = { currentPassword: testPassword, newPassword };
    expect((await app.call(session.changePassword, { token, body })).data).toEqual({ ok: true });
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([true, false]);
    expect((await login(email, newPassword)).status).toBe(200);
    expect((await mailbox.next(email)).subject).toBe('Your password for Test Motors was changed');
  });

  test.each([
    ['currentPassword', { currentPassword: 'not-my-password' }, 'This is not your current password'],
    ['currentPassword', { currentPassword: '' }, 'This field is Required'],
    ['newPassword', { newPassword: 'short' }, 'Use at least 8 characters'],
    ['newPassword', { newPassword: 'baseball' }, 'This password is too easy to guess'],
    ['level', { level: 'superAdmin' }, 'Unknown field'],
  ])('refuses a wrong %s beside it: %j', async (field, wrong, message) => {
    const { token } = await app.signIn('dataEntry');
    const body = { currentPassword: testPassword, newPassword, ...wrong };
    const { status, error } = await app.call(session.changePassword, { token, body });
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
    expect(await isSignedIn(token)).toBe(true);
  });

  test('is throttled per account: a stolen session does not guess the password, wherever it is used (F10.3)', async () => {
    const { token } = await app.signIn('dataEntry');
    const guess = async (turn: number, password = `guess-number-${turn}`) => {
      const { status } = await app.send({
        method: 'PATCH',
        url: `${basePath}/session/password`,
        headers: { authorization: `Bearer ${token}` },
        payload: { currentPassword: password, newPassword },
        remoteAddress: elsewhere(),
      });
      return status;
    };
    const statuses = [];
    for (let turn = 0; turn < 10; turn++) statuses.push(await guess(turn));
    expect(statuses).toEqual(Array(10).fill(400));
    expect(await guess(11, testPassword)).toBe(429);
    const other = await app.signIn('dataEntry');
    const body = { currentPassword: testPassword, newPassword };
    expect((await app.call(session.changePassword, { token: other.token, body })).status).toBe(200);
  });

  test.each(['Superadmin1', 'Dhaka12345', 'Summer2026!', 'Test Motors 24', 'dataEntry.99', 'P@ssw0rd!!'])(
    'refuses %s, which is guessed soon by who knows the person and the dealer (F10.7)',
    async (guessable) => {
      const { token } = await app.signIn('dataEntry');
      const body = { currentPassword: testPassword, newPassword: guessable };
      const { status, error } = await app.call(session.changePassword, { token, body });
      expect([status, error.fields]).toEqual([400, { newPassword: 'This password is too easy to guess' }]);
    },
  );
});
