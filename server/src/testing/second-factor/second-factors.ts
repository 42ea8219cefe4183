import { Secret, TOTP } from 'otpauth';
import * as passkeys from '#contract/login/passkeys.ts';
import * as contract from '#contract/login/second-factor.ts';
import { type TestApp, testPassword, testPublicUrl } from '#server/testing/test-app.ts';
import { SoftKey } from './soft-key.ts';

type Person = { token: string };
type Scene = { app: TestApp; caller: Person };
type Asked = { params?: Record<string, string>; body?: Record<string, unknown> };

export function codeAt(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
}

async function offeredCode(app: TestApp, token: string): Promise<string> {
  const { data } = await app.call(contract.startAuthenticatorSetUp, {
    token,
    body: { password: testPassword },
  });
  return codeAt(data.secret, app.clock.now());
}

export async function turnOnSecondFactor(
  app: TestApp,
  { token }: Person,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { data } = await app.call(contract.startAuthenticatorSetUp, {
    token,
    body: { password: testPassword },
  });
  const { secret } = data;
  const code = codeAt(secret, app.clock.now());
  const added = await app.call(contract.confirmAuthenticatorSetUp, { token, body: { code } });
  return { secret, recoveryCodes: added.data.recoveryCodes ?? [] };
}

async function offeredPasskey(app: TestApp, { token }: Person) {
  return (await app.call(passkeys.startPasskeyRegistration, { token, body: { password: testPassword } }))
    .data;
}

export async function addSoftKey(
  app: TestApp,
  person: Person,
  name = 'Key',
): Promise<{ id: string; key: SoftKey; recoveryCodes: string[] }> {
  const { token } = person;
  const key = new SoftKey(testPublicUrl);
  const passkey = key.create(await offeredPasskey(app, person));
  const { data: made } = await app.call(passkeys.addPasskey, { token, body: { name, passkey } });
  const { data } = await app.call(contract.getSecondFactor, { token });
  return { id: data.passkeys.at(-1)?._id ?? '', key, recoveryCodes: made.recoveryCodes ?? [] };
}

export const protectionCalls: Record<string, (scene: Scene) => Promise<Asked>> = {
  'PATCH /session/password': async () => ({
    body: { currentPassword: testPassword, newPassword: 'gear-box-77' },
  }),
  'GET /session/secondFactor': async () => ({}),
  'POST /session/secondFactor/app': async () => ({ body: { password: testPassword } }),
  'POST /session/secondFactor/app/confirm': async ({ app, caller }) => ({
    body: { code: await offeredCode(app, caller.token) },
  }),
  'POST /session/secondFactor/recoveryCodes': async ({ app, caller }) => {
    await turnOnSecondFactor(app, caller);
    return { body: { password: testPassword } };
  },
  'POST /session/secondFactor/off': async ({ app, caller }) => {
    const { recoveryCodes } = await turnOnSecondFactor(app, caller);
    return { body: { password: testPassword, code: recoveryCodes[0] } };
  },
  'POST /session/secondFactor/passkeys/start': async () => ({ body: { password: testPassword } }),
  'POST /session/secondFactor/passkeys': async ({ app, caller }) => ({
    body: { name: 'Key', passkey: new SoftKey(testPublicUrl).create(await offeredPasskey(app, caller)) },
  }),
  'POST /session/secondFactor/passkeys/ask': async ({ app, caller }) => {
    await addSoftKey(app, caller);
    return {};
  },
  'PATCH /session/secondFactor/passkeys/:id': async ({ app, caller }) => ({
    params: { id: (await addSoftKey(app, caller)).id },
    body: { name: 'Another name' },
  }),
  'POST /session/secondFactor/passkeys/:id/remove': async ({ app, caller }) => {
    await turnOnSecondFactor(app, caller);
    return { params: { id: (await addSoftKey(app, caller)).id }, body: { password: testPassword } };
  },
  'GET /management/secondFactorRule': async () => ({}),
  'PATCH /management/secondFactorRule': async () => ({ body: { isRequired: false } }),
  'POST /management/manageEmployee/:id/resetSecondFactor': async ({ app }) => {
    const other = await app.signIn('superAdmin');
    await turnOnSecondFactor(app, other);
    return { params: { id: other.id } };
  },
};
