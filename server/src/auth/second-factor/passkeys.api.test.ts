import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as contract from '#contract/login/passkeys.ts';
import * as secondFactor from '#contract/login/second-factor.ts';
import { getMe } from '#contract/session.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { addSoftKey, codeAt, turnOnSecondFactor } from '#server/testing/second-factor/second-factors.ts';
import { SoftKey } from '#server/testing/second-factor/soft-key.ts';
import { signedInBy, TestApp, testNoon, testPassword, testPublicUrl } from '#server/testing/test-app.ts';

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

const later = (seconds: number) => app.clock.set(new Date(testNoon.getTime() + seconds * 1000));
const logIn = (email: string) => app.call(auth.login, { body: { email, password: testPassword } });
const stepOf = async (email: string) => auth.secondStepReply.parse((await logIn(email)).data).secondStep;
const ask = async (token: string) => (await app.call(contract.startPasskeyLogin, { body: { token } })).data;
const finish = (token: string, passkey: secondFactor.PasskeyProof) =>
  app.call(contract.finishPasskeyLogin, { body: { token, passkey } });
const factorOf = async ({ token }: { token: string }) =>
  (await app.call(secondFactor.getSecondFactor, { token })).data;
const startOf = async ({ token }: { token: string }) =>
  (await app.call(contract.startPasskeyRegistration, { token, body: {} })).data;

const rp = { id: new URL(testPublicUrl).hostname, name: 'Test Motors' };
const usable = { rpId: rp.id, allowCredentials: [], timeout: 0, userVerification: 'preferred' as const };
const makeable = {
  rp,
  user: { id: '', name: '', displayName: '' },
  pubKeyCredParams: [],
  timeout: 0,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'discouraged' as const,
    requireResidentKey: false,
    userVerification: 'preferred' as const,
  },
  attestation: 'none' as const,
};

describe('adding', () => {
  test('the first one turns two-step login on, ends other sessions and gives recovery codes', async () => {
    const person = await app.signIn('manager');
    const other = signedInBy(await logIn(person.email)).token;
    const { recoveryCodes } = await addSoftKey(app, person, 'Blue key');
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await factorOf(person)).toMatchObject({
      isOn: true,
      app: null,
      passkeys: [{ name: 'Blue key', addedAt: testNoon.toISOString(), lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    expect((await app.call(getMe, { token: other })).status).toBe(401);
    expect((await mailbox.next(person.email)).subject).toBe('Two-step login for Test Motors is on');
    expect((await addSoftKey(app, person, 'Spare key')).recoveryCodes).toEqual([]);
    expect((await mailbox.next(person.email)).subject).toBe('A passkey was added at Test Motors');
    expect((await factorOf(person)).passkeys.map(({ name }) => name)).toEqual(['Blue key', 'Spare key']);
  });

  test('takes what was asked for in this session, once, within five minutes and at this address', async () => {
    const person = await app.signIn('manager');
    const add = (passkey: contract.NewPasskey, { token }: { token: string } = person) =>
      app.call(contract.addPasskey, { token, body: { name: 'Key', passkey } });
    const other = { token: signedInBy(await logIn(person.email)).token };
    const key = new SoftKey(testPublicUrl);
    const made = key.create(await startOf(person));
    expect((await add(made, other)).status).toBe(400);
    expect(
      (await add(new SoftKey('https://leads.test.example.evil').create(await startOf(person)))).status,
    ).toBe(400);
    expect((await add(made)).status).toBe(400);
    const late = key.create(await startOf(person));
    later(301);
    expect((await add(late)).error.message).toBe(
      'This passkey was not accepted. Try again, or use another way.',
    );
    app.clock.set(testNoon);
    expect((await factorOf(person)).isOn).toBe(false);
    const right = key.create(await startOf(person));
    const answers = await Promise.all([add(right), add(right)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { excludeCredentials } = await startOf(person);
    expect(excludeCredentials.map(({ id }) => id)).toEqual([right.id]);
    later(600);
    const again = await app.call(contract.startPasskeyRegistration, { token: person.token, body: {} });
    expect(again.error.fields).toHaveProperty('password');
  });
});

describe('the second step of a login', () => {
  test('takes a passkey of theirs, which then is seen to be used', async () => {
    const person = await app.signIn('manager');
    const { key } = await addSoftKey(app, person);
    const step = await stepOf(person.email);
    expect(step).toMatchObject({ hasApp: false, hasPasskey: true });
    later(60);
    const answer = await finish(step.token, key.use(await ask(step.token)));
    expect(answer.data).toMatchObject({ _id: person.id });
    const [used] = (await factorOf({ token: answer.data.token })).passkeys;
    expect(used?.lastUsedAt).toBe(app.clock.now().toISOString());
    expect((await ask(step.token)) ?? {}).not.toHaveProperty('challenge');
    const { rows } = await app.pool.query(
      `select details from audit_log where actor_id = $1 and action = 'signedIn'`,
      [person.id],
    );
    expect(rows).toContainEqual({ details: { factor: 'passkey' } });
  });

  test('refuses what was signed for another step, twice, by a stranger, or with a count that went back', async () => {
    const person = await app.signIn('manager');
    const { key } = await addSoftKey(app, person);
    const stranger = await addSoftKey(app, await app.signIn('manager'));
    const first = await stepOf(person.email);
    const second = await stepOf(person.email);
    const ofFirst = key.use(await ask(first.token));
    await ask(second.token);
    expect((await finish(second.token, ofFirst)).error.fields).toHaveProperty('passkey');
    expect((await finish(first.token, stranger.key.use(await ask(first.token)))).status).toBe(400);
    expect((await finish(first.token, ofFirst)).status).toBe(400);
    const once = key.use(await ask(first.token));
    expect((await finish(first.token, once)).status).toBe(200);
    const replayed = await stepOf(person.email);
    await ask(replayed.token);
    expect((await finish(replayed.token, once)).status).toBe(400);
    key.counter = 0;
    expect((await finish(replayed.token, key.use(await ask(replayed.token)))).status).toBe(400);
    key.counter = 50;
    const late = key.use(await ask(replayed.token));
    later(301);
    expect((await finish(replayed.token, late)).status).toBe(400);
    const right = key.use(await ask(replayed.token));
    expect((await finish(replayed.token, right)).status).toBe(200);
  });

  test('opens one session for 10 who send the same at once', async () => {
    const person = await app.signIn('manager');
    const { key } = await addSoftKey(app, person);
    const { token } = await stepOf(person.email);
    const proof = key.use(await ask(token));
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish(token, proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('takes a recovery code where there are only passkeys', async () => {
    const person = await app.signIn('manager');
    const { recoveryCodes } = await addSoftKey(app, person);
    const { token } = await stepOf(person.email);
    const body = { token, code: recoveryCodes[0] ?? '' };
    expect((await app.call(secondFactor.finishLoginWithCode, { body })).status).toBe(200);
  });
});

test('a passkey is renamed and removed by its owner alone, by password, and never as the only second step', async () => {
  const person = await app.signIn('manager');
  const stranger = await app.signIn('superAdmin');
  const { id } = await addSoftKey(app, person);
  const rename = ({ token }: { token: string }) =>
    app.call(contract.renamePasskey, { token, params: { id }, body: { name: 'Office key' } });
  expect((await rename(stranger)).status).toBe(404);
  expect((await rename(person)).data.passkeys).toMatchObject([{ _id: id, name: 'Office key' }]);
  const remove = ({ token }: { token: string }, password = testPassword) =>
    app.call(contract.removePasskey, { token, params: { id }, body: { password } });
  expect((await remove(person, 'wrong-password')).error.fields).toHaveProperty('password');
  expect((await remove(stranger)).status).toBe(404);
  const only = await remove(person);
  expect([only.status, only.error.message]).toEqual([
    403,
    'This is your only second step. Add another one first.',
  ]);
  await turnOnSecondFactor(app, person);
  expect((await remove(person)).data).toMatchObject({ isOn: true, passkeys: [] });
  await mailbox.next(person.email);
  await mailbox.next(person.email);
  expect((await mailbox.next(person.email)).subject).toBe('A passkey was removed at Test Motors');
});

test('two-step login is turned off by password and passkey, and a reset takes passkeys away too', async () => {
  const person = await app.signIn('manager');
  const { token } = person;
  const { key } = await addSoftKey(app, person);
  const turnOff = (passkey?: secondFactor.PasskeyProof) =>
    app.call(secondFactor.turnOffSecondFactor, { token, body: { password: testPassword, passkey } });
  expect((await turnOff()).error.fields).toEqual({ code: 'This field is Required' });
  const proof = key.use((await app.call(contract.startPasskeyConfirmation, { token })).data);
  await app.call(contract.startPasskeyConfirmation, { token });
  expect((await turnOff(proof)).error.fields).toHaveProperty('passkey');
  const { data: request } = await app.call(contract.startPasskeyConfirmation, { token });
  expect((await turnOff(key.use(request))).status).toBe(200);
  expect(await factorOf(person)).toMatchObject({ isOn: false, passkeys: [], recoveryCodesLeft: 0 });

  await addSoftKey(app, person);
  const boss = await app.signIn('superAdmin');
  const { data } = await app.call(secondFactor.resetSecondFactor, {
    token: boss.token,
    params: { id: person.id },
  });
  expect(data.hasSecondFactor).toBe(false);
  expect(signedInBy(await logIn(person.email)).email).toBe(person.email);
});

describe('what is asked for serves its own purpose alone:', () => {
  test('a passkey is added only with what was asked for by password, however else one is asked for (F39)', async () => {
    const person = await app.signIn('manager');
    const { token } = person;
    const { key } = await addSoftKey(app, person);
    const step = await stepOf(person.email);
    later(601);
    const add = (made: contract.NewPasskey) =>
      app.call(contract.addPasskey, { token, body: { name: 'Planted', passkey: made } });
    expect(
      (await app.call(contract.startPasskeyRegistration, { token, body: {} })).error.fields,
    ).toHaveProperty('password');
    const planted = (challenge: string) => new SoftKey(testPublicUrl).create({ ...makeable, challenge });
    const { data: asked } = await app.call(contract.startPasskeyConfirmation, { token });
    expect((await add(planted(asked.challenge))).status).toBe(400);
    app.clock.set(testNoon);
    const ofLogin = await ask(step.token);
    expect((await add(planted(ofLogin.challenge))).status).toBe(400);
    expect((await factorOf(person)).passkeys).toHaveLength(1);
    // Neither took the other's place.
    expect((await finish(step.token, key.use(ofLogin))).status).toBe(200);
  });

  test('what is asked for to add one neither turns two-step login off nor takes the step of a login, nor the other way round (F39)', async () => {
    const person = await app.signIn('manager');
    const { token } = person;
    const { key } = await addSoftKey(app, person);
    const turnOff = (passkey: secondFactor.PasskeyProof) =>
      app.call(secondFactor.turnOffSecondFactor, { token, body: { password: testPassword, passkey } });
    const step = await stepOf(person.email);
    const signed = (challenge: string) => key.use({ ...usable, challenge });
    const toAdd = (await startOf(person)).challenge;
    const toLogIn = (await ask(step.token)).challenge;
    const toTurnOff = (await app.call(contract.startPasskeyConfirmation, { token })).data.challenge;
    for (const challenge of [toAdd, toLogIn]) {
      expect((await turnOff(signed(challenge))).error.fields).toHaveProperty('passkey');
      await app.call(contract.startPasskeyConfirmation, { token });
    }
    for (const challenge of [toAdd, toTurnOff]) {
      expect((await finish(step.token, signed(challenge))).error.fields).toHaveProperty('passkey');
      await ask(step.token);
    }
    const made = new SoftKey(testPublicUrl).create({ ...makeable, challenge: toAdd });
    const body = { name: 'Second', passkey: made };
    expect((await app.call(contract.addPasskey, { token, body })).status).toBe(200);
  });

  test('an app that is offered takes no step before it is confirmed, and a code is used once, wherever (F39)', async () => {
    const person = await app.signIn('manager');
    const { token } = person;
    const { secret } = await turnOnSecondFactor(app, person);
    const { data: offered } = await app.call(secondFactor.startAuthenticatorSetUp, {
      token,
      body: { password: testPassword },
    });
    const finishByCode = (stepToken: string, code: string) =>
      app.call(secondFactor.finishLoginWithCode, { body: { token: stepToken, code } });
    const turnOff = (code: string) =>
      app.call(secondFactor.turnOffSecondFactor, { token, body: { password: testPassword, code } });
    const step = await stepOf(person.email);
    later(60);
    const foreign = codeAt(offered.secret, app.clock.now());
    expect((await finishByCode(step.token, foreign)).error.fields).toHaveProperty('code');
    expect((await turnOff(foreign)).error.fields).toHaveProperty('code');
    const own = codeAt(secret, app.clock.now());
    const confirm = await app.call(secondFactor.confirmAuthenticatorSetUp, { token, body: { code: own } });
    expect(confirm.error.fields).toHaveProperty('code');
    expect((await finishByCode(step.token, own)).status).toBe(200);
    expect((await turnOff(own)).error.fields).toHaveProperty('code');
  });

  test('the token of a login step opens nothing else (F39)', async () => {
    const person = await app.signIn('manager');
    await addSoftKey(app, person);
    const { token } = await stepOf(person.email);
    expect((await app.call(getMe, { token })).status).toBe(401);
    expect((await app.call(auth.getEmailFromToken, { params: { token } })).status).toBe(404);
    const reset = { token, newPassword: 'gear-box-77' };
    expect((await app.call(auth.resetPassword, { body: reset })).status).toBe(404);
    expect((await ask(person.token)) ?? {}).not.toHaveProperty('challenge');
  });
});

test('a passkey is the second factor that a dealer requires', async () => {
  const boss = await app.signIn('superAdmin');
  await addSoftKey(app, boss);
  const body = { isRequired: true };
  expect((await app.call(secondFactor.editSecondFactorRule, { token: boss.token, body })).status).toBe(200);
  const manager = await app.signIn('manager');
  expect((await app.call(getMe, { token: manager.token })).data.needsSecondFactor).toBe(true);
  await addSoftKey(app, manager);
  expect((await app.call(getMe, { token: manager.token })).data.needsSecondFactor).toBe(false);
});
