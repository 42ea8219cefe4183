import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as invites from '#contract/invites.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { deleteExpiredRegistrations } from './waiting-registrations.service.ts';

const [owners, strangers] = ['the-owners-own-9', 'stranger-knows-9'];
const day = 24 * 3_600_000;
const apps = new Map<'invited' | 'open', { app: TestApp; mailbox: Mailbox }>();
let picture: Blob;
let people = 0;
let places = 0;

beforeAll(async () => {
  for (const registration of ['invited', 'open'] as const) {
    const app = await TestApp.open({ registration });
    const mailbox = await Mailbox.open(app, registration);
    apps.set(registration, { app, mailbox });
  }
  const pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1b64da' } });
  picture = new Blob([new Uint8Array(await pixels.png().toBuffer())]);
});
beforeEach(() => {
  for (const { app } of apps.values()) app.clock.set(testNoon);
});
afterAll(async () => {
  for (const { app, mailbox } of apps.values()) {
    await mailbox.close();
    await app.close();
  }
});

async function scene(rule: 'invited' | 'open') {
  const { app, mailbox } = apps.get(rule) ?? expect.fail();
  const email = `person${++people}@waiting.example`;
  const { token } = await app.signIn('superAdmin');
  const invite = async () => {
    const { data } = await app.call(invites.createInvite, { token, body: { email } });
    await mailbox.next(email);
    return data.link.split('/').at(-1) ?? '';
  };
  const link = rule === 'invited' ? await invite() : '';
  const count = async (what: string) =>
    (await app.pool.query(`select count(*)::int as n from ${what}`)).rows[0]?.n;
  return {
    app,
    mailbox,
    email,
    link,
    invite,
    someone: (address?: string) => browser(app, email, address),
    pictures: () => count('pictures'),
    waiting: () => count(`registrations where email = '${email}'`),
  };
}

function browser(app: TestApp, email: string, address = `203.0.113.${++places}`) {
  let cookie = '';
  async function post(path: string, payload: object | Buffer, headers: Record<string, string> = {}) {
    const response = await app.send<typeof auth.login>({
      method: 'POST',
      url: `${basePath}/public/auth/${path}/`,
      payload,
      headers: { ...headers, ...(cookie && { cookie }) },
      remoteAddress: address,
    });
    cookie = String(response.headers['set-cookie'] ?? cookie).split(';')[0] ?? '';
    return response;
  }
  return {
    async register(name: string, password: string, token?: string) {
      const form = new FormData();
      const fields = { name, email, password, ...(token && { token }) };
      for (const [key, value] of Object.entries(fields)) form.append(key, value);
      form.append('dp', picture, 'me.png');
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const type = request.headers.get('content-type') ?? '';
      const bytes = Buffer.from(await request.arrayBuffer());
      return post('register', bytes, { 'content-type': type });
    },
    verify: async (code: string) => (await post('verifyEmail', { email, code })).status,
    login: async (password: string) => (await post('login', { email, password })).status,
    resend: () => post('resendCode', { email }),
    clearCookies: () => {
      cookie = '';
    },
  };
}

describe.each(['invited', 'open'] as const)('registration is %s:', (rule) => {
  test.each(['first', 'after'])(
    'a stranger who registers %s gets nothing of the account (F1)',
    async (when) => {
      const { mailbox, email, someone, pictures, waiting, app } = await scene(rule);
      const before = await pictures();
      const [owner, stranger] = [someone(), someone()];
      const codes: Record<string, string> = {};
      const begin = async (who: 'owner' | 'stranger') => {
        const [browser, password] = who === 'owner' ? [owner, owners] : [stranger, strangers];
        expect((await browser.register(who, password)).data).toEqual({ email, verified: false });
        codes[who] = (await mailbox.next(email)).code;
      };
      for (const who of when === 'first'
        ? (['stranger', 'owner'] as const)
        : (['owner', 'stranger'] as const))
        await begin(who);
      expect([await waiting(), await pictures()]).toEqual([2, before + 2]);

      expect(await owner.verify(codes.stranger ?? ''), 'the code of the other registration').toBe(400);
      expect(await owner.verify(codes.owner ?? '')).toBe(200);
      expect([await owner.login(owners), await stranger.login(strangers)]).toEqual([200, 401]);
      expect(await stranger.verify(codes.stranger ?? '')).toBe(400);
      const { rows } = await app.pool.query('select name from employees where email = $1', [email]);
      expect(rows).toEqual([{ name: 'owner' }]);
      expect([await waiting(), await pictures()]).toEqual([0, before + 1]);
    },
  );

  test('a code verifies the registration it was sent for, in whichever browser it is entered (F1)', async () => {
    const { mailbox, email, someone } = await scene(rule);
    await someone().register('owner', owners);
    const { code } = await mailbox.next(email);
    await someone().register('stranger', strangers);
    const elsewhere = someone();
    expect(await elsewhere.verify(code)).toBe(200);
    expect([await elsewhere.login(owners), await elsewhere.login(strangers)]).toEqual([200, 401]);
  });

  test('the invitation link makes the account of its bearer, whoever waits (F1)', async () => {
    const { mailbox, email, someone, pictures, waiting, invite, link: made } = await scene(rule);
    const link = made || (await invite());
    const before = await pictures();
    const [owner, stranger] = [someone(), someone()];
    await stranger.register('stranger', strangers);
    const { code } = await mailbox.next(email);
    expect((await owner.register('owner', owners, link)).data).toEqual({ email, verified: true });
    expect([await owner.login(owners), await stranger.login(strangers)]).toEqual([200, 401]);
    expect(await stranger.verify(code)).toBe(400);
    await stranger.register('stranger', strangers);
    expect(await stranger.login(strangers)).toBe(401);
    expect([await waiting(), await pictures()]).toEqual([0, before + 1]);
  });

  test('a login sends a fresh code for the registration whose password it is (F1)', async () => {
    const { mailbox, email, someone } = await scene(rule);
    const [owner, stranger] = [someone(), someone()];
    await owner.register('owner', owners);
    await stranger.register('stranger', strangers);
    await mailbox.next(email);
    await mailbox.next(email);
    expect([await owner.login(owners), await owner.login(strangers)]).toEqual([401, 401]);
    expect(await owner.verify((await mailbox.next(email)).code)).toBe(200);
    expect(await mailbox.count(email)).toBe(rule === 'invited' ? 4 : 3);
    expect([await owner.login(owners), await stranger.login(strangers)]).toEqual([200, 401]);
  });
});

describe('what waits', () => {
  test('is deleted after a day, with its picture, and no code verifies it (F1)', async () => {
    const { app, mailbox, email, someone, pictures, waiting } = await scene('open');
    const before = await pictures();
    const owner = someone();
    await owner.register('owner', owners);
    await mailbox.settle();
    app.clock.set(new Date(testNoon.getTime() + day - 60_000));
    await owner.resend();
    const late = (await mailbox.next(email)) && (await mailbox.next(email)).code;
    while (await deleteExpiredRegistrations(app.context));
    expect([await waiting(), await pictures()]).toEqual([1, before + 1]);
    app.clock.set(new Date(testNoon.getTime() + day));
    expect(await owner.verify(late)).toBe(400);
    while (await deleteExpiredRegistrations(app.context));
    expect([await waiting(), await pictures()]).toEqual([0, before]);
  });

  test.runIf(isLongRun)('is bounded, and a flood from elsewhere pushes out nobody (F1)', async () => {
    const { app, mailbox, email, someone, waiting, pictures } = await scene('open');
    const before = await pictures();
    const owner = someone('192.0.2.1');
    await owner.register('owner', owners);
    const { code } = await mailbox.next(email);
    for (let turn = 0; turn < 8; turn++) await someone('192.0.2.2').register('flood', strangers);
    expect(await waiting()).toBe(1 + 3);
    for (let turn = 0; turn < 8; turn++) await someone(`2001:db8:5:${turn}::1`).register('flood', strangers);
    expect(await waiting()).toBe(1 + 3 + 3);
    for (let turn = 0; turn < 6; turn++) await someone(`198.51.100.${turn}`).register('flood', strangers);
    expect([await waiting(), await pictures()]).toEqual([10, before + 10]);
    expect(await owner.verify(code)).toBe(200);
    expect([await owner.login(owners), await pictures()]).toEqual([200, before + 1]);

    for (let turn = 0; turn < 60; turn++) {
      const filler = browser(app, `filler${turn}@waiting.example`, '192.0.2.9');
      await filler.register('filler', strangers);
    }
    const { rows } = await app.pool.query(`select from registrations where name = 'filler'`);
    expect(rows).toHaveLength(50);
  });

  test('has attempts that strangers cannot use up (F10.2)', async () => {
    const { mailbox, email, someone } = await scene('invited');
    const owner = someone();
    await owner.register('owner', owners);
    const { code } = await mailbox.next(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let place = 0; place < 8; place++) {
      const stranger = someone();
      for (let turn = 0; turn < 6; turn++) expect(await stranger.verify(wrong)).toBe(400);
      expect(await stranger.verify(code), 'attempts of strangers are bounded').toBe(400);
    }
    expect(await owner.verify(code)).toBe(200);
  });

  test('gives way to a new registration by the same browser (F1)', async () => {
    const { mailbox, email, someone, waiting } = await scene('open');
    const owner = someone();
    await owner.register('owner', strangers);
    const { code } = await mailbox.next(email);
    await owner.register('owner', owners);
    expect(await waiting()).toBe(1);
    expect(await owner.verify(code)).toBe(400);
    expect(await owner.verify((await mailbox.next(email)).code)).toBe(200);
    expect(await owner.login(owners)).toBe(200);
  });
});

test('every registration is answered alike, with a secret for the browser that no script reads', async () => {
  const { app, email } = await scene('invited');
  const { email: known } = await app.signIn('manager');
  for (const address of [email, known, 'nobody@waiting.example']) {
    const { status, headers } = await browser(app, address).register('Nadia', owners);
    expect(status).toBe(201);
    expect(headers['set-cookie']).toMatch(
      /^__Host-pitlane-registration=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict; Secure$/,
    );
  }
});
