import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as contract from '#contract/login/second-factor.ts';
import * as session from '#contract/session.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { codeAt, turnOnSecondFactor } from '#server/testing/second-factor/second-factors.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
});
beforeEach(async () => {
  app.clock.set(testNoon);
  await app.pool.query('delete from throttles');
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

const later = (seconds: number) => app.clock.set(new Date(testNoon.getTime() + seconds * 1000));
const logIn = (email: string, password = testPassword) => app.call(auth.login, { body: { email, password } });
const finish = (token: string, code: string) =>
  app.call(contract.finishLoginWithCode, { body: { token, code } });

async function protectedPerson(level: 'manager' | 'superAdmin' = 'manager') {
  const person = await app.signIn(level);
  const { secret, recoveryCodes } = await turnOnSecondFactor(app, person);
  later(60);
  return { ...person, secret, recoveryCodes, code: codeAt(secret, app.clock.now()) };
}

async function secondStepOf(email: string): Promise<string> {
  const { status, data } = await logIn(email);
  expect(status).toBe(200);
  return auth.secondStepReply.parse(data).secondStep.token;
}

const actionsOn = async (id: string) => {
  const { rows } = await app.pool.query<{ action: string }>(
    'select action from audit_log where actor_id = $1 or subject_id = $1 order by id',
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('turning it on', () => {
  test('takes the code of the offered app, ends other sessions, and gives ten codes, once', async () => {
    const { id, email, token } = await app.signIn('service');
    const other = signedInBy(await logIn(email)).token;
    const { data: offer } = await app.call(contract.startAuthenticatorSetUp, { token, body: {} });
    expect(new URL(offer.link).searchParams.get('secret')).toBe(offer.secret);
    expect(offer.link).toMatch(/^otpauth:\/\/totp\/Test%20Motors:service\d+%40test\.example\?/);
    const confirm = (code: string) => app.call(contract.confirmAuthenticatorSetUp, { token, body: { code } });
    expect((await confirm('000000')).error.fields).toHaveProperty('code');
    expect((await app.call(contract.getSecondFactor, { token })).data.isOn).toBe(false);
    const code = codeAt(offer.secret, app.clock.now());
    const { data } = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    for (const one of data.recoveryCodes ?? []) expect(one).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect((await app.call(contract.getSecondFactor, { token })).data).toEqual({
      isOn: true,
      isRequired: false,
      app: { addedAt: testNoon.toISOString() },
      passkeys: [],
      mayAddPasskey: true,
      recoveryCodesLeft: 10,
    });
    expect((await app.call(session.getMe, { token: other })).status).toBe(401);
    expect((await confirm(code)).status).toBe(404);
    expect((await mailbox.next(email)).subject).toBe('Two-step login for Test Motors is on');
    expect(await actionsOn(id)).toContain('secondFactorOn');
  });

  test('needs the password ten minutes after the login', async () => {
    const { token } = await app.signIn('manager');
    const start = (body: { password?: string }) =>
      app.call(contract.startAuthenticatorSetUp, { token, body });
    expect((await start({})).status).toBe(200);
    later(600);
    expect((await start({})).error.fields).toEqual({ password: 'This field is Required' });
    expect((await start({ password: 'wrong-password' })).error.fields).toHaveProperty('password');
    expect((await start({ password: testPassword })).status).toBe(200);
  });

  test('is called off after 15 minutes, and not confirmed from another session', async () => {
    const person = await app.signIn('manager');
    const other = signedInBy(await logIn(person.email)).token;
    const { data } = await app.call(contract.startAuthenticatorSetUp, { token: person.token, body: {} });
    const confirm = (token: string) =>
      app.call(contract.confirmAuthenticatorSetUp, {
        token,
        body: { code: codeAt(data.secret, app.clock.now()) },
      });
    expect((await confirm(other)).status).toBe(404);
    later(15 * 60);
    expect((await confirm(person.token)).status).toBe(404);
  });
});

describe('the second step of a login', () => {
  test('is asked for after the right password only, and opens a session', async () => {
    const { email, id, code } = await protectedPerson();
    expect((await logIn(email, 'wrong-password')).status).toBe(401);
    const { data } = await logIn(email);
    expect(data).toEqual({ secondStep: { token: expect.any(String), hasApp: true, hasPasskey: false } });
    const token = await secondStepOf(email);
    const account = await finish(token, code);
    expect(account.data).toMatchObject({ _id: id, level: 'manager' });
    expect((await app.call(session.getMe, { token: account.data.token })).status).toBe(200);
    expect((await finish(token, codeAt('A'.repeat(32), testNoon))).status).toBe(401);
  });

  test('its token is no session, belongs to one person, and ends after ten minutes', async () => {
    const person = await protectedPerson();
    const stranger = await protectedPerson();
    const token = await secondStepOf(person.email);
    expect((await app.call(session.getMe, { token })).status).toBe(401);
    expect((await app.call(auth.getEmailFromToken, { params: { token } })).status).toBe(404);
    const reset = { token, newPassword: 'gear-box-77' };
    expect((await app.call(auth.resetPassword, { body: reset })).status).toBe(404);
    expect((await finish(token, stranger.code)).status).toBe(400);
    expect((await finish(stranger.token, person.code)).status).toBe(401);
    const { rows } = await app.pool.query<{ text: string }>('select s::text as text from login_steps s');
    expect(JSON.stringify(rows)).not.toContain(token);
    later(60 + 600);
    expect((await finish(token, codeAt(person.secret, app.clock.now()))).error.message).toBe(
      'This login took too long. Start again.',
    );
  });

  test('takes a code of the half minute before or after, and none further away', async () => {
    const { email, secret } = await protectedPerson();
    const codeIn = (seconds: number) => codeAt(secret, new Date(app.clock.now().getTime() + seconds * 1000));
    later(300);
    const token = await secondStepOf(email);
    for (const seconds of [-60, 60]) expect((await finish(token, codeIn(seconds))).status).toBe(400);
    expect((await finish(token, codeIn(-30))).status).toBe(200);
    expect((await finish(await secondStepOf(email), codeIn(30))).status).toBe(200);
  });

  test('takes a code once, even of 20 at the same moment and with tokens of their own', async () => {
    const { email, code } = await protectedPerson();
    const tokens = [];
    for (let turn = 0; turn < 10; turn++) tokens.push(await secondStepOf(email));
    const answers = await Promise.all([...tokens, ...tokens].map((token) => finish(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.pool.query('delete from throttles');
    expect((await finish(await secondStepOf(email), code)).status).toBe(400);
  });

  test('takes a recovery code once, however it is typed, and tells the owner', async () => {
    const { id, email, recoveryCodes } = await protectedPerson();
    const [first = '', second = ''] = recoveryCodes;
    expect(
      (await finish(await secondStepOf(email), ` ${first.toUpperCase().replaceAll('0', 'O')}`)).status,
    ).toBe(200);
    expect((await finish(await secondStepOf(email), first)).status).toBe(400);
    const tokens = await Promise.all(Array.from({ length: 9 }, () => secondStepOf(email)));
    const answers = await Promise.all(tokens.map((token) => finish(token, second)));
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(1);
    const { token = '' } = opened[0]?.data ?? {};
    expect((await app.call(contract.getSecondFactor, { token })).data.recoveryCodesLeft).toBe(8);
    await mailbox.next(email);
    expect((await mailbox.next(email)).subject).toBe('A recovery code was used at Test Motors');
    expect(await actionsOn(id)).toEqual(expect.arrayContaining(['recoveryCodeUsed', 'secondStepFailed']));
    const { rows } = await app.pool.query<{ all: string }>(
      `select (select string_agg(r::text, '') from recovery_codes r) || (select string_agg(l::text, '') from audit_log l) as all`,
    );
    for (const code of recoveryCodes) expect(rows[0]?.all).not.toContain(code);
  });

  test('meets 429 after ten wrong codes, from wherever they come', async () => {
    const { email, code } = await protectedPerson();
    const token = await secondStepOf(email);
    const tryFrom = (place: number, typed: string) =>
      app.send({
        method: 'POST',
        url: '/api/employeeApp/public/auth/login/code',
        remoteAddress: `198.18.${place}.1`,
        payload: { token, code: typed },
      });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let turn = 0; turn < 10; turn++) expect((await tryFrom(turn, wrong)).status).toBe(400);
    const refused = await tryFrom(11, code);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('is not avoided by a new password from an emailed link, which ends those that wait', async () => {
    const { email, secret } = await protectedPerson();
    const waiting = await secondStepOf(email);
    await app.call(auth.forgotPassword, { body: { email } });
    await mailbox.next(email);
    const { token } = await mailbox.next(email);
    const newPassword = 'gear-box-77';
    expect((await app.call(auth.resetPassword, { body: { token, newPassword } })).status).toBe(200);
    const code = codeAt(secret, app.clock.now());
    expect((await finish(waiting, code)).status).toBe(401);
    const { data } = await logIn(email, newPassword);
    expect((await finish(auth.secondStepReply.parse(data).secondStep.token, code)).status).toBe(200);
  });
});

test('new recovery codes replace the others; turning it off takes a password and a code, and leaves none', async () => {
  const { email, token, recoveryCodes } = await protectedPerson();
  const body = { password: testPassword };
  const { data } = await app.call(contract.renewRecoveryCodes, { token, body });
  const turnOff = (typed: Record<string, string>) =>
    app.call(contract.turnOffSecondFactor, { token, body: typed });
  expect((await finish(await secondStepOf(email), recoveryCodes[0] ?? '')).status).toBe(400);
  expect((await finish(await secondStepOf(email), data.recoveryCodes[0] ?? '')).status).toBe(200);
  const waiting = await secondStepOf(email);
  const [, , code = ''] = data.recoveryCodes;
  expect((await turnOff(body)).error.fields).toHaveProperty('code');
  expect((await turnOff({ ...body, code: recoveryCodes[1] ?? '' })).error.fields).toHaveProperty('code');
  expect((await turnOff({ password: 'wrong-password', code })).error.fields).toHaveProperty('password');
  expect((await app.call(contract.getSecondFactor, { token })).data).toMatchObject({ recoveryCodesLeft: 9 });
  expect((await turnOff({ ...body, code })).status).toBe(200);
  expect((await finish(waiting, data.recoveryCodes[1] ?? '')).status).toBe(401);
  expect(signedInBy(await logIn(email)).email).toBe(email);
  expect((await app.call(contract.renewRecoveryCodes, { token, body })).status).toBe(404);
  const { rows } = await app.pool.query(
    'select from recovery_codes r join employees e on e.id = r.employee_id where e.email = $1',
    [email],
  );
  expect(rows).toEqual([]);
});

describe('a reset', () => {
  const reset = (token: string, id: string) =>
    app.call(contract.resetSecondFactor, { token, params: { id } });

  test('by a super admin ends the sessions, is audited and mailed, and the password is enough', async () => {
    const boss = await app.signIn('superAdmin');
    for (const level of ['manager', 'superAdmin'] as const) {
      const lost = await protectedPerson(level);
      const waiting = await secondStepOf(lost.email);
      expect((await reset(boss.token, lost.id)).data).toMatchObject({ _id: lost.id, hasSecondFactor: false });
      expect((await app.call(session.getMe, { token: lost.token })).status).toBe(401);
      expect((await finish(waiting, lost.code)).status).toBe(401);
      expect(signedInBy(await logIn(lost.email)).email).toBe(lost.email);
      await mailbox.next(lost.email);
      expect((await mailbox.next(lost.email)).subject).toBe('Two-step login for Test Motors was reset');
      expect(await actionsOn(lost.id)).toContain('secondFactorReset');
    }
  });

  test('is for others alone', async () => {
    const boss = await protectedPerson('superAdmin');
    expect((await reset(boss.token, boss.id)).status).toBe(403);
    expect((await app.call(contract.getSecondFactor, { token: boss.token })).data.isOn).toBe(true);
  });
});
