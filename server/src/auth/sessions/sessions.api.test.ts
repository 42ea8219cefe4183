import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath, type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import * as session from '#contract/session.ts';
import { noEmployeeId } from '#server/testing/lead-samples.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';
import { deleteExpiredSessions, openSession } from './sessions.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

const hours = (count: number) => new Date(testNoon.getTime() + count * 3_600_000);
const status = async (token: string) => (await app.call(session.getMe, { token })).status;
const signInAgain = async (email: string, userAgent: string) => {
  const body = { email, password: testPassword };
  return signedInBy(await app.call(auth.login, { body, headers: { 'user-agent': userAgent } })).token;
};

describe('every protected call', () => {
  const isProtected = ({ who }: Endpoint) => who !== 'public';
  const open = [
    'GET /public/dealer',
    'GET /public/setup/:token',
    'POST /public/setup/:token',
    'POST /public/auth/login',
    'POST /public/auth/login/code',
    'POST /public/auth/login/passkey',
    'POST /public/auth/login/passkey/start',
    'POST /public/auth/register',
    'POST /public/auth/forgotPassword',
    'PATCH /public/auth/resetEmployeePassword',
    'GET /public/auth/getEmailFromToken/:token',
    'POST /public/auth/verifyEmail',
    'POST /public/auth/resendCode',
    'POST /public/auth/requestInvitation',
    'POST /intake/:connection',
    'POST /intake/:connection/meta',
    'POST /intake/:connection/whatsapp',
  ];

  test('is one of the contract: only these are open', () => {
    const named = endpoints.filter((endpoint) => !isProtected(endpoint));
    expect(named.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...open].sort());
  });

  test('and every route below the base path is one of the contract', () => {
    const routes = app.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter((line) => line.includes('/api/') && !line.includes('/api/docs'));
    const known = new Set(endpoints.map(getFullPath));
    for (const line of routes) {
      const path = /(\/api\/\S*)/.exec(line)?.[1] ?? '';
      expect(known, line).toContain(path.replace(/\/$/, ''));
    }
    for (const endpoint of endpoints) {
      const { method } = endpoint;
      expect(app.app.hasRoute({ method, url: getFullPath(endpoint) }), `${method} ${endpoint.path}`).toBe(
        true,
      );
    }
  });

  test('refuses no token, garbage, an expired, a revoked and an idle one with 401, and changes nothing', async () => {
    const revoked = await app.signIn('superAdmin');
    await app.call(session.logout, { token: revoked.token });
    app.clock.set(hours(-7 * 24));
    const expired = await app.signIn('superAdmin');
    app.clock.set(hours(-12));
    const idle = await app.signIn('superAdmin');
    app.clock.set(testNoon);
    const rows = async () =>
      (
        await app.pool.query(
          'select (select count(*) from leads) as leads, (select count(*) from audit_log) as audit',
        )
      ).rows;
    const before = await rows();
    const authorizations = [
      undefined,
      '',
      'Bearer',
      'Bearer undefined',
      'Bearer null',
      `Bearer ${'x'.repeat(43)}`,
      `Basic ${revoked.token}`,
      `Bearer ${revoked.token}`,
      `Bearer ${expired.token}`,
      `Bearer ${idle.token}`,
      `Bearer ${idle.token}' or '1'='1`,
    ];
    const calls = endpoints.filter(isProtected);
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, path } of calls) {
      for (const authorization of authorizations) {
        const response = await app.send({
          method,
          url: `${basePath}${path.replace(/:\w+/g, noEmployeeId)}`,
          headers: authorization === undefined ? {} : { authorization },
          ...(method !== 'GET' && { payload: { unknown: true } }),
        });
        expect(response.status, `${method} ${path} ${authorization}`).toBe(401);
        expect(response.error).toMatchObject({ code: 'unauthorized', message: 'Log in to continue' });
        expect(response.error.fields).toBeUndefined();
      }
    }
    expect(await rows()).toEqual(before);
  });
});

describe('a session', () => {
  test('ends after 12 idle hours, not before', async () => {
    const { token } = await app.signIn('manager');
    for (const at of [11.9, 23.7, 35.5]) {
      app.clock.set(hours(at));
      expect(await status(token)).toBe(200);
    }
    app.clock.set(hours(35.5 + 12));
    expect(await status(token)).toBe(401);
  });

  test('ends when its employee opens a fifty-first one and it was used longest ago (F4)', async () => {
    const { email, id, token: first } = await app.signIn('manager');
    const other = await app.signIn('manager');
    app.clock.set(hours(1));
    const second = await openSession(app.context, id, null);
    expect(await status(first)).toBe(200);
    const open = async () =>
      (await app.pool.query('select from sessions where employee_id = $1', [id])).rowCount;
    for (let turn = 2; turn < 50; turn++) await openSession(app.context, id, null);
    expect(await open()).toBe(50);
    app.clock.set(hours(2));
    expect(await status(second)).toBe(200);
    await signInAgain(email, 'one more');
    expect([await open(), await status(first), await status(second)]).toEqual([50, 401, 200]);
    expect(await status(other.token)).toBe(200);
  });

  test('is deleted once it is over, in small steps found by an index', async () => {
    const { id } = await app.signIn('service');
    app.clock.set(hours(7 * 24));
    while (await deleteExpiredSessions(app.context));
    expect((await app.pool.query('select from sessions where employee_id = $1', [id])).rowCount).toBe(0);
  });

  test('ends after 7 days, however busy', async () => {
    const { token } = await app.signIn('manager');
    for (let at = 0; at < 168; at += 8) {
      app.clock.set(hours(at));
      expect(await status(token)).toBe(200);
    }
    app.clock.set(hours(168));
    expect(await status(token)).toBe(401);
  });

  test('is listed with its device, and ended here, elsewhere and everywhere', async () => {
    const { email, token } = await app.signIn('service');
    app.clock.set(hours(1));
    const phone = await signInAgain(email, 'Firefox on a phone');
    app.clock.set(hours(2));
    const tablet = await signInAgain(email, 'Safari on a tablet');
    const stranger = await app.signIn('service');
    const { data } = await app.call(session.listOwnSessions, { token: phone });
    expect(
      data.sessions.map(({ userAgent, isCurrent, createdAt }) => [userAgent, isCurrent, createdAt]),
    ).toEqual([
      ['Safari on a tablet', false, hours(2).toISOString()],
      ['Firefox on a phone', true, hours(1).toISOString()],
      [null, false, testNoon.toISOString()],
    ]);
    const id = data.sessions[0]?._id ?? '';
    const end = (by: string) => app.call(session.endOwnSession, { token: by, params: { id } });
    expect((await end(stranger.token)).status).toBe(404);
    expect(await status(tablet)).toBe(200);
    expect((await end(phone)).status).toBe(204);
    expect((await end(phone)).status).toBe(404);
    expect(await status(tablet)).toBe(401);
    expect((await app.call(session.endOtherSessions, { token: phone })).status).toBe(204);
    expect([await status(phone), await status(token), await status(stranger.token)]).toEqual([200, 401, 200]);
    expect((await app.call(session.logout, { token: phone })).status).toBe(204);
    expect(await status(phone)).toBe(401);
  });

  test('is stored only as a hash', async () => {
    const { token } = await app.signIn('manager');
    const { rows } = await app.pool.query<{ text: string }>(
      "select string_agg(s::text, '') as text from sessions s",
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe("one's own profile", () => {
  test('every level changes its name; nothing else', async () => {
    for (const level of ['superAdmin', 'unassigned'] as const) {
      const { token } = await app.signIn(level);
      const changed = await app.call(session.editMe, { token, body: { name: '  নাদিয়া করিম ' } });
      expect([changed.status, changed.data.name, changed.data.level]).toEqual([200, 'নাদিয়া করিম', level]);
      expect((await app.call(session.getMe, { token })).data.name).toBe('নাদিয়া করিম');
      for (const body of [{ level: 'superAdmin' }, { email: 'x@y.example' }, { serviceCenter: [] }]) {
        const refused = await app.call(session.editMe, { token, body });
        expect([refused.status, refused.error.fields]).toEqual([
          400,
          { [Object.keys(body)[0] ?? '']: 'Unknown field' },
        ]);
      }
    }
  });

  test('takes a picture, replaces and removes it, and forgets the earlier one', async () => {
    const { token } = await app.signIn('manager');
    const send = async (color: string) => {
      const png = await sharp({ create: { width: 40, height: 60, channels: 3, background: color } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.append('dp', new Blob([new Uint8Array(png)]), 'me.png');
      const request = new Request('http://localhost', { method: 'POST', body: form });
      return app.send<typeof session.editMe>({
        method: 'PATCH',
        url: `${basePath}/session/me`,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
      });
    };
    const see = async (dp: string | null) => (await app.send({ method: 'GET', url: `/${dp}` })).status;
    const first = (await send('#ff0000')).data.dp;
    const second = (await send('#00ff00')).data.dp;
    expect(first).toMatch(/^pictures\/[\w-]{43}\.webp$/);
    expect([await see(first), await see(second)]).toEqual([404, 200]);
    const none = await app.call(session.editMe, { token, body: { dp: null } });
    expect(none.data.dp).toBeNull();
    expect(await see(second)).toBe(404);
    const refused = await app.call(session.editMe, { token, body: { dp: 'pictures/other.webp' } });
    expect(refused.status).toBe(400);
  });
});
