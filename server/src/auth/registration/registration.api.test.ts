import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as invites from '#contract/invites.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { pixelBomb } from '#server/testing/pixel-bomb.ts';
import { signedInBy, TestApp, testNoon, testPassword, testPublicUrl } from '#server/testing/test-app.ts';

let app: TestApp;
let open: TestApp;
let mailbox: Mailbox;
let openMailbox: Mailbox;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  open = await TestApp.open({ registration: 'open' });
  mailbox = await Mailbox.open(app);
  openMailbox = await Mailbox.open(open, 'open');
  boss = await app.signIn('superAdmin');
});
beforeEach(() => {
  app.clock.set(testNoon);
  open.clock.set(testNoon);
});
afterAll(async () => {
  await Promise.all([mailbox.close(), openMailbox.close()]);
  await Promise.all([app.close(), open.close()]);
});

let people = 0;
const someone = () => `person${++people}@register.example`;
const person = (email: string, more: object = {}) => ({
  name: 'Nadia Karim',
  email,
  password: testPassword,
  ...more,
});

async function submit(fields: Record<string, string>, dp?: Blob, to = app) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (dp) form.append('dp', dp, 'me.png');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return to.send<typeof auth.registerAccount>({
    method: 'POST',
    url: `${basePath}/public/auth/register/`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}
const login = (email: string, password = testPassword, to = app) =>
  to.call(auth.login, { body: { email, password } });

async function invite(email = someone()) {
  const { status, data } = await app.call(invites.createInvite, { token: boss.token, body: { email } });
  expect(status).toBe(201);
  return { email, id: data._id, token: data.link.split('/').at(-1) ?? '', mail: await mailbox.next(email) };
}
const accounts = async (email: string, of = app) =>
  (await of.pool.query('select id, name, dp, level from employees where email = $1', [email])).rows;
const pictures = async () =>
  (await app.pool.query('select count(*)::int as stored from pictures')).rows[0]?.stored;
const blank = async (side: number) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  ]);
const portrait = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 700, height: 900, channels: 3, background: '#1b64da' } })
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .png()
        .toBuffer(),
    ),
  ]);

describe('with an invitation', () => {
  test('makes a verified, unassigned account with a picture, for the invited address', async () => {
    const { email, mail } = await invite();
    const shown = await app.call(auth.getEmailFromToken, { params: { token: mail.token } });
    expect(shown.data).toEqual({ email, purpose: 'invitation' });
    const fields = { ...person('other@register.example'), level: 'employee', token: mail.token };
    const { status, data } = await submit(fields, await portrait());
    expect(status).toBe(201);
    expect(data).toEqual({ email, verified: true });
    expect(await accounts('other@register.example')).toEqual([]);
    const signedIn = signedInBy(await login(email));
    expect(signedIn).toMatchObject({ level: 'unassigned', name: 'Nadia Karim', email });
    const image = await app.send({ method: 'GET', url: `/${signedIn.dp}` });
    expect(image.headers['content-type']).toBe('image/webp');
    expect(image.headers['cache-control']).toContain('immutable');
    const stored = (await app.pool.query('select bytes from pictures where name = $1', [signedIn.dp]))
      .rows[0];
    const meta = await sharp(stored.bytes).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(['webp', 512, 512, undefined]);
    expect(await mailbox.count(email)).toBe(1);
  });

  test('keeps nothing of what is appended to a picture', async () => {
    const { email, token } = await invite();
    const polyglot = new Blob([await blank(64), '<script>alert(1)</script>']);
    expect((await submit(person(email, { token }), polyglot)).status).toBe(201);
    const { rows } = await app.pool.query<{ bytes: Buffer }>(
      'select bytes from pictures join employees on dp = pictures.name where email = $1',
      [email],
    );
    expect(rows[0]?.bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(rows[0]?.bytes.includes('script')).toBe(false);
  });

  test('the emailed link and the copied one both work, and using one ends the other', async () => {
    const { email, token, mail } = await invite();
    expect(token).not.toBe(mail.token);
    expect((await submit(person(email, { token }))).status).toBe(201);
    expect((await submit(person(email, { token: mail.token }))).status).toBe(404);
    const list = await app.call(invites.listInvites, { token: boss.token });
    expect(list.data.employeeInvites.find((each) => each.email === email)?.state).toBe('accepted');
  });

  test('20 attempts at once make one account', async () => {
    const { email, token } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        app.send({
          method: 'POST',
          url: `${basePath}/public/auth/register`,
          payload: person(email, { token, name: `Number ${place}` }),
          remoteAddress: `192.0.2.${place}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(await accounts(email)).toMatchObject([{ name: `Number ${winner}` }]);
  });

  test.each([
    ['an unknown token', async () => 'x'.repeat(43)],
    [
      'an expired one',
      async () => {
        const { token } = await invite();
        app.clock.set(new Date(testNoon.getTime() + 7 * 24 * 3_600_000));
        return token;
      },
    ],
    [
      'one of a deleted invitation',
      async () => {
        const { id, token } = await invite();
        await app.call(invites.deleteInvite, { token: boss.token, params: { id } });
        return token;
      },
    ],
    [
      'one for another purpose',
      async () => {
        const { email } = await app.signIn('manager');
        await app.call(auth.forgotPassword, { body: { email } });
        return (await mailbox.next(email)).token;
      },
    ],
  ])('refuses %s with 404, and makes nothing', async (_, tokenOf) => {
    const token = await tokenOf();
    const email = someone();
    const before = await pictures();
    const { status, error } = await submit(person(email, { token }), await portrait());
    expect(status).toBe(404);
    expect(error.message).toBe('This link has expired');
    expect(await accounts(email)).toEqual([]);
    expect(await pictures()).toBe(before);
  });
});

describe('without an invitation link', () => {
  test('an invited address gets an account that works once the emailed code is entered', async () => {
    const { email } = await invite();
    const { status, data } = await submit(person(email));
    expect([status, data]).toEqual([201, { email, verified: false }]);
    expect((await login(email)).status).toBe(401);
    const { code, link, html } = await mailbox.next(email);
    expect(link).toBe(`${testPublicUrl}/auth/emailVerification#${encodeURIComponent(email)}`);
    expect(html).toContain(`href="${link}"`);
    await mailbox.settle();
    const wrong = await app.call(auth.verifyEmail, {
      body: { email, code: code === '000000' ? '000001' : '000000' },
    });
    expect(wrong.status).toBe(400);
    const fresh = (await mailbox.next(email)).code;
    expect((await app.call(auth.verifyEmail, { body: { email, code: fresh } })).status).toBe(200);
    expect(signedInBy(await login(email)).level).toBe('unassigned');
    const list = await app.call(invites.listInvites, { token: boss.token });
    expect(list.data.employeeInvites.find((each) => each.email === email)?.state).toBe('accepted');
    expect((await app.call(auth.verifyEmail, { body: { email, code: fresh } })).status).toBe(400);
  });

  test('an address without an invitation gets the same answer, but no account, picture or email', async () => {
    const email = someone();
    const before = await pictures();
    const { status, data } = await submit(person(email), await portrait());
    expect([status, data]).toEqual([201, { email, verified: false }]);
    expect(await accounts(email)).toEqual([]);
    expect(await pictures()).toBe(before);
    expect(await mailbox.count(email)).toBe(0);
  });

  test('an address that has an account gets the same answer; its owner is told, and the account stays as it is', async () => {
    const { email, id } = await app.signIn('manager');
    const before = (await app.pool.query('select * from employees where id = $1', [id])).rows;
    const { status, data } = await submit(person(email), await portrait());
    expect([status, data]).toEqual([201, { email, verified: false }]);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe('You have an account at Test Motors');
    expect(mail.code).toBe('');
    expect((await app.pool.query('select * from employees where id = $1', [id])).rows).toEqual(before);
  });

  test('with open registration anybody gets an account by a code', async () => {
    const email = someone();
    const { data } = await submit(person(email), undefined, open);
    expect(data).toEqual({ email, verified: false });
    const { code } = await openMailbox.next(email);
    expect((await open.call(auth.verifyEmail, { body: { email, code } })).status).toBe(200);
    expect((await login(email, testPassword, open)).status).toBe(200);
  });
});

describe('codes', () => {
  async function waiting() {
    const email = someone();
    await submit(person(email), undefined, open);
    return { email, code: (await openMailbox.next(email)).code };
  }
  const verify = (email: string, code: string, remoteAddress = '127.0.0.1') =>
    open.send({
      method: 'POST',
      url: `${basePath}/public/auth/verifyEmail`,
      payload: { email, code },
      remoteAddress,
    });
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('die after five wrong attempts; a fresh one works', async () => {
    const { email, code } = await waiting();
    for (let turn = 0; turn < 5; turn++) expect((await verify(email, other(code))).status).toBe(400);
    expect((await verify(email, code)).status).toBe(400);
    await open.call(auth.resendCode, { body: { email } });
    const fresh = (await openMailbox.next(email)).code;
    expect((await verify(email, fresh)).status).toBe(200);
  });

  test('die after 10 minutes', async () => {
    const { email, code } = await waiting();
    open.clock.set(new Date(testNoon.getTime() + 10 * 60_000));
    const { status, error } = await verify(email, code);
    expect(status).toBe(400);
    expect(error.fields).toEqual({ code: 'This code is wrong or has expired' });
  });

  test('only the newest works', async () => {
    const { email, code } = await waiting();
    let fresh = code;
    while (fresh === code) {
      await open.call(auth.resendCode, { body: { email } });
      fresh = (await openMailbox.next(email)).code;
    }
    expect((await verify(email, code)).status).toBe(400);
    expect((await verify(email, fresh)).status).toBe(200);
  });

  test('belong to one person', async () => {
    const one = await waiting();
    let two = await waiting();
    while (two.code === one.code) two = await waiting();
    expect((await verify(two.email, one.code)).status).toBe(400);
    expect((await verify(one.email, one.code)).status).toBe(200);
  });

  test('work once under 20 parallel attempts', async () => {
    const { email, code } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => verify(email, code, `192.0.2.${place}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an unknown address is answered as a wrong code is', async () => {
    const { email, code } = await waiting();
    const [known, unknown] = [await verify(email, other(code)), await verify(someone(), code)];
    const strip = ({ status, error }: typeof known) => ({ status, ...error, requestId: '' });
    expect(strip(unknown)).toEqual(strip(known));
  });

  test('resending answers everybody alike, and emails only those who wait', async () => {
    const { email } = await waiting();
    const verified = await open.signIn('manager');
    for (const address of [email, verified.email, 'nobody@register.example']) {
      const { status, data } = await open.call(auth.resendCode, { body: { email: address } });
      expect([status, data]).toEqual([200, { ok: true }]);
    }
    expect(await openMailbox.count(email)).toBe(2);
    expect(await openMailbox.count(verified.email)).toBe(0);
    expect(await openMailbox.count('nobody@register.example')).toBe(0);
  });
});

test('only a pending invitation is resent on request; all are answered alike', async () => {
  const { email } = await invite();
  const { email: manager } = await app.signIn('manager');
  for (const address of [email, manager, 'nobody@register.example']) {
    const { status, data } = await app.call(auth.requestInvitation, { body: { email: address } });
    expect([status, data]).toEqual([200, { ok: true }]);
  }
  const { token } = await mailbox.next(email);
  expect((await submit(person(email, { token }))).status).toBe(201);
  expect(await mailbox.count(manager)).toBe(0);
});

test('a withdrawn invitation ends what was begun with it', async () => {
  const { email, id } = await invite();
  await submit(person(email));
  const { code } = await mailbox.next(email);
  expect((await app.call(invites.deleteInvite, { token: boss.token, params: { id } })).status).toBe(204);
  expect((await app.call(auth.verifyEmail, { body: { email, code } })).status).toBe(400);
  const before = await mailbox.count(email);
  await app.call(auth.resendCode, { body: { email } });
  await app.call(auth.forgotPassword, { body: { email } });
  expect(await mailbox.count(email)).toBe(before);
});

describe('the form', () => {
  test.each([
    ['name', { name: ' ' }, 'This field is Required'],
    ['email', { email: 'nadia@' }, 'Invalid Email Address'],
    ['password', { password: 'seven77' }, 'Use at least 8 characters'],
    ['password', { password: 'x'.repeat(25) }, 'Use at most 24 characters'],
    ['password', { password: 'Password123' }, 'This password is too easy to guess'],
    ['password', { password: 'aaaaaaaaaa' }, 'This password is too easy to guess'],
    ['isVerified', { isVerified: 'true' }, 'Unknown field'],
    ['serviceCenter', { serviceCenter: '[]' }, 'Unknown field'],
  ])('refuses a wrong %s beside it: %j', async (field, wrong, message) => {
    const { status, error } = await submit({ ...person(someone()), ...wrong });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ [field]: message });
  });

  test('never gives another level', async () => {
    for (const level of ['superAdmin', 'manager', 'unassigned']) {
      const { status, error } = await submit(person(someone(), { level }));
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['level']]);
    }
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  test.each([
    ['an SVG', async () => new Blob([svg], { type: 'image/svg+xml' })],
    ['a GIF', async () => new Blob([new Uint8Array(gif)], { type: 'image/gif' })],
    [
      'HTML that calls itself PNG',
      async () => new Blob(['<html><script>alert(1)</script>'], { type: 'image/png' }),
    ],
    ['a picture of 25 megapixels', () => blank(5_000)],
    [
      'a small file that unpacks to 16,000 by 16,000 pixels',
      async () => {
        expect(await sharp(pixelBomb(64)).metadata()).toMatchObject({ format: 'png', width: 64 });
        return new Blob([pixelBomb(16_000)]);
      },
    ],
  ])('refuses %s beside the picture, for known and unknown addresses alike', async (_, make) => {
    const file = await make();
    for (const email of [(await invite()).email, someone(), boss.email]) {
      const { status, error } = await submit(person(email), file);
      expect(status).toBe(400);
      expect(error.fields).toEqual({ dp: 'Choose a JPEG, PNG or WebP picture of at most 24 megapixels' });
    }
  });

  test('refuses a file of more than 10 MB whole', async () => {
    const email = someone();
    const { status } = await submit(person(email), new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]));
    expect(status).toBe(413);
    expect(await accounts(email)).toEqual([]);
  });

  test('that breaks off leaves nothing behind', async () => {
    const { email, token } = await invite();
    const before = await pictures();
    const { port, hostname } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }));
    const form = new FormData();
    for (const [name, value] of Object.entries(person(email, { token }))) form.append(name, String(value));
    form.append('dp', await portrait(), 'me.png');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const bytes = Buffer.from(await request.arrayBuffer());
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${basePath}/public/auth/register/ HTTP/1.1\r\nhost: pitlane\r\ncontent-length: ${bytes.length}\r\n` +
        `content-type: ${request.headers.get('content-type')}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, bytes.length - 40), () => socket.destroy());
    await once(socket, 'close');
    expect((await submit(person(email, { token }), await portrait())).status).toBe(201);
    expect(await accounts(email)).toHaveLength(1);
    expect(await pictures()).toBe(before + 1);
  });
});
