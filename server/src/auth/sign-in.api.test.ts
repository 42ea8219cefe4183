import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as session from '#contract/session.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
let mailbox: Mailbox;

beforeAll(async () => {
  app = await TestApp.open({ registration: 'open' });
  mailbox = await Mailbox.open(app, 'open');
});
beforeEach(() => app.clock.set(testNoon));
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

let places = 0;
const elsewhere = () => `198.51.100.${++places}`;

const from = (address: string, path: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.send({
    method: 'POST',
    url: `${basePath}/public/auth/${path}`,
    payload: payload as object,
    remoteAddress: address,
    headers,
  });
const login = (email: string, password = testPassword, address = elsewhere()) =>
  from(address, 'login/', { email, password });
const outcome = ({ status, error }: Awaited<ReturnType<typeof from>>) => ({
  status,
  code: error.code,
  message: error.message,
});

const addWaiting = (email: string, address = elsewhere()) =>
  from(address, 'register/', { name: 'Waiting', email, password: testPassword });

describe('signing in', () => {
  test('answers the employee with level, centers and a token that works', async () => {
    const manager = await app.signIn('manager');
    const { status, data } = await app.call(auth.login, {
      body: { email: ` ${manager.email.toUpperCase()} `, password: testPassword },
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      _id: manager.id,
      name: manager.name,
      email: manager.email,
      level: 'manager',
      dp: null,
      serviceCenter: [],
      needsSecondFactor: false,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const me = await app.call(session.getMe, { token: signedInBy({ data }).token });
    expect(me.data._id).toBe(manager.id);
  });

  test('refuses an unknown address, a wrong password and a waiting registration alike', async () => {
    const { email } = await app.signIn('manager');
    await addWaiting('waiting@test.example');
    const refusals = await Promise.all([
      login('nobody@test.example'),
      login(email, 'wrong-password'),
      login('waiting@test.example'),
      login('waiting@test.example', 'wrong-password'),
      login(email, `${testPassword}${'x'.repeat(100)}`),
    ]);
    for (const refusal of refusals) {
      expect(outcome(refusal)).toEqual({
        status: 401,
        code: 'unauthorized',
        message: 'Wrong Email or Password',
      });
      expect(Object.keys(refusal.error).sort()).toEqual(['code', 'message', 'requestId']);
    }
  });

  test('sends a fresh code to whoever knows the password of a waiting registration, and to nobody else', async () => {
    await addWaiting('fresh@test.example');
    await mailbox.next('fresh@test.example');
    await login('fresh@test.example', 'wrong-password');
    await login('nobody2@test.example');
    expect(await mailbox.count('fresh@test.example')).toBe(1);
    await login('fresh@test.example');
    expect((await mailbox.next('fresh@test.example')).code).toMatch(/^\d{6}$/);
    expect(await mailbox.count('nobody2@test.example')).toBe(0);
  });

  test.each([
    ['an array', ['a@test.example', 'b@test.example']],
    ['an object', { $ne: null }],
    ['a number', 7],
    ['nothing', null],
  ])('refuses an email given as %s, on every call, without a mail', async (_, email) => {
    const bodies: [string, object][] = [
      ['login/', { email, password: testPassword }],
      ['register/', { email, name: 'X', password: testPassword }],
      ['forgotPassword/', { email }],
      ['verifyEmail/', { email, code: '123456' }],
      ['resendCode/', { email }],
      ['requestInvitation/', { email }],
    ];
    for (const [path, body] of bodies) {
      const { status, error } = await from(elsewhere(), path, body);
      expect(status, path).toBe(400);
      expect(error.fields, path).toHaveProperty('email');
    }
    const { rows } = await app.pool.query('select from jobs');
    expect(rows).toEqual([]);
  });

  test('refuses unknown fields', async () => {
    const { email } = await app.signIn('manager');
    const body = { email, password: testPassword, level: 'superAdmin' };
    const { status, error } = await from(elsewhere(), 'login/', body);
    expect(status).toBe(400);
    expect(error.fields).toEqual({ level: 'Unknown field' });
  });
});

describe('throttles', () => {
  test('100 wrong passwords under other letters, headers and fields meet 429; the owner elsewhere signs in', async () => {
    const { email } = await app.signIn('manager');
    const attacker = elsewhere();
    const answers = [];
    for (let turn = 0; turn < 100; turn++) {
      const written = [...email].map((letter, at) =>
        (turn >> (at % 7)) & 1 ? letter.toUpperCase() : letter,
      );
      const response = await from(
        attacker,
        'login/',
        { email: ` ${written.join('')} `, password: `wrong-password-${turn}` },
        {
          'x-forwarded-for': `203.0.113.${turn}`,
          'x-real-ip': `203.0.113.${turn}`,
          forwarded: `for=10.0.0.${turn}`,
        },
      );
      answers.push(response);
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(refused).toHaveLength(90);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(email, testPassword, attacker)).status).toBe(429);
    expect((await login(email)).status).toBe(200);
    app.clock.set(new Date(testNoon.getTime() + 15 * 60_000));
    expect((await login(email, testPassword, attacker)).status).toBe(200);
  });

  test('end with their window, also if the clock was a day ahead and is set back (F15.15)', async () => {
    const { email } = await app.signIn('manager');
    const attacker = elsewhere();
    const fail = async () => (await login(email, 'wrong-password', attacker)).status;
    app.clock.set(new Date(testNoon.getTime() + 86_400_000));
    for (let turn = 0; turn < 10; turn++) expect(await fail()).toBe(401);
    expect(await fail()).toBe(429);
    // Clocks of several processes differ by a little.
    app.clock.set(new Date(testNoon.getTime() + 86_400_000 - 60_000));
    expect(await fail()).toBe(429);
    app.clock.set(testNoon);
    expect(await fail()).toBe(401);
    expect((await login(email, testPassword, attacker)).status).toBe(200);
  });

  test('one address that tries many accounts meets 429 too', async () => {
    const attacker = elsewhere();
    let status = 0;
    for (let turn = 0; turn <= 100; turn++)
      ({ status } = await login(`target${turn}@test.example`, 'wrong-password', attacker));
    expect(status).toBe(429);
  });

  test('an IPv6 client does not escape by another address of its network', async () => {
    const { email } = await app.signIn('manager');
    let status = 0;
    for (let turn = 0; turn <= 10; turn++)
      ({ status } = await login(email, 'wrong-password', `2001:db8:7:7:${turn + 1}::${turn}`));
    expect(status).toBe(429);
    expect((await login(email, testPassword, '2001:db8:7:8::1')).status).toBe(200);
  });

  test.runIf(isLongRun)('correct passwords never run into them', async () => {
    const { email } = await app.signIn('manager');
    const office = elsewhere();
    for (let turn = 0; turn < 105; turn++) await login(email, testPassword, office);
    expect((await login(email, testPassword, office)).status).toBe(200);
  });

  test.each([
    ['register/', { name: 'X', password: testPassword }, 201],
    ['forgotPassword/', {}, 200],
    ['resendCode/', {}, 200],
    ['requestInvitation/', {}, 200],
    ['verifyEmail/', { code: '123456' }, 400],
  ])('%s meets 429 after ten attempts, for known and unknown addresses alike', async (path, more, usual) => {
    const { email } = await app.signIn('manager');
    for (const address of [email, 'unknown-to-all@test.example']) {
      const attacker = elsewhere();
      const statuses = [];
      for (let turn = 0; turn < 12; turn++)
        statuses.push((await from(attacker, path, { email: address, ...more })).status);
      expect(statuses).toEqual([...Array(10).fill(usual), 429, 429]);
    }
  });

  test.runIf(isLongRun)(
    'one site cannot use up the emails of an address, nor all sites flood it (F10.2)',
    async () => {
      const { email } = await app.signIn('manager');
      const forget = (address: string) => from(address, 'forgotPassword/', { email });
      for (let turn = 0; turn < 9; turn++) await forget('198.18.0.1');
      expect(await mailbox.count(email)).toBe(6);
      for (let turn = 0; turn < 9; turn++) await forget(`2001:db8:77:${turn}::1`);
      expect(await mailbox.count(email)).toBe(12);
      await forget(elsewhere());
      expect(await mailbox.count(email)).toBe(13);
      for (let turn = 0; turn < 20; turn++) await forget(elsewhere());
      expect(await mailbox.count(email)).toBe(24);
      app.clock.set(new Date(testNoon.getTime() + 60 * 60_000));
      expect((await forget(elsewhere())).status).toBe(200);
      expect(await mailbox.count(email)).toBe(25);
    },
  );

  test.runIf(isLongRun)(
    'refused logins leave few rows, and old ones are deleted in small steps (F10.1)',
    async () => {
      await app.pool.query('delete from throttles');
      const rows = async () => (await app.pool.query('select from throttles')).rowCount;
      const attacker = elsewhere();
      for (let turn = 0; turn < 130; turn++) await login(`flood${turn}@test.example`, 'wrong', attacker);
      expect(await rows()).toBeLessThanOrEqual(102);
      app.clock.set(new Date(testNoon.getTime() + 15 * 60_000));
      const before = Number(await rows());
      await login('after@test.example', 'wrong');
      expect(Number(await rows())).toBe(before - 20 + 2);
      for (let turn = 0; turn < 14; turn++) await login('after@test.example', 'wrong', '198.18.0.9');
      expect(await rows()).toBeLessThan(10);
      const client = await app.pool.connect();
      // So few rows are otherwise read whole once they are analysed.
      await client.query('begin; set local enable_seqscan = off');
      const { rows: plan } = await client.query(
        `explain select key from throttles where resets_at <= now() order by resets_at limit 10 for update skip locked`,
      );
      await client.query('rollback');
      client.release();
      expect(JSON.stringify(plan)).toContain('throttles_by_end');
    },
  );

  test('the first refusal of a network in a window is in the audit log, the others are not (F10.9)', async () => {
    const noted = async (address: string) =>
      (
        await app.pool.query<{ call: string }>(
          `select details->>'call' as call from audit_log where action = 'throttled' and address = $1`,
          [address],
        )
      ).rows.map(({ call }) => call);
    const attacker = elsewhere();
    for (const email of ['one@test.example', 'two@test.example'])
      for (let turn = 0; turn < 13; turn++) await from(attacker, 'forgotPassword/', { email });
    expect(await noted(attacker)).toEqual(['POST /public/auth/forgotPassword']);
    for (let turn = 0; turn < 12; turn++) await login('one@test.example', 'wrong', attacker);
    expect((await noted(attacker)).sort()).toEqual([
      'POST /public/auth/forgotPassword',
      'POST /public/auth/login',
    ]);
    app.clock.set(new Date(testNoon.getTime() + 15 * 60_000));
    for (let turn = 0; turn < 12; turn++) await login('one@test.example', 'wrong', attacker);
    expect(await noted(attacker)).toHaveLength(3);
  });

  test('the throttles hold no email and no client address', async () => {
    const { rows } = await app.pool.query<{ key: string }>('select key from throttles');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });
});

test('passwords are stored as argon2id of at least 19 MiB, two passes, one lane', async () => {
  const { rows } = await app.pool.query<{ password_hash: string }>('select password_hash from employees');
  expect(rows.length).toBeGreaterThan(0);
  for (const { password_hash } of rows) {
    const cost = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(password_hash);
    expect(Number(cost?.[1])).toBeGreaterThanOrEqual(19_456);
    expect(Number(cost?.[2])).toBeGreaterThanOrEqual(2);
    expect(Number(cost?.[3])).toBe(1);
  }
});

test('there is no account and no session before set-up', async () => {
  const empty = await TestApp.open({ isSetUp: false });
  const { rows } = await empty.pool.query(
    'select (select count(*)::int from employees) + (select count(*)::int from sessions) as made',
  );
  expect(rows[0]?.made).toBe(0);
  await empty.close();
});
