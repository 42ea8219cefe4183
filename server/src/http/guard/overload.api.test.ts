import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { errorBody } from '#contract/call/errors.ts';
import { streamEvents } from '#contract/events.ts';
import { countLeadsByStatus } from '#contract/leads/leads.ts';
import { defaultLimits } from '#server/http/guard/limits.ts';
import { createLog } from '#server/lib/log.ts';
import { waitingFor } from '#server/testing/databases.ts';
import { TestApp } from '#server/testing/test-app.ts';

const most = 3;
const lines: string[] = [];
let app: TestApp;
let address: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  app = await TestApp.open({ limits: { calls: most }, log: createLog('warn', output) });
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  headers = { authorization: `Bearer ${(await app.signIn('manager')).token}` };
});
afterEach(() => lines.splice(0));
afterAll(() => app.close());

const get = ({ path }: Endpoint, signal?: AbortSignal) =>
  fetch(`${address}${basePath}${path}`, { headers, signal });

async function send(...head: string[]) {
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write([...head, '', ''].join('\r\n'));
  await once(socket, 'connect');
  return socket;
}

test('calls beyond the capacity are refused at once, those under it are answered (F10.12)', async () => {
  const stalled = await send(
    `POST ${basePath}${auth.login.path} HTTP/1.1`,
    ...['host: a', 'content-type: application/json', 'content-length: 100'],
  );
  const stop = new AbortController();
  const live = await get(streamEvents, stop.signal);
  const blocker = await app.pool.connect();
  await blocker.query('begin; lock table lead_totals in access exclusive mode');

  const taken = Array.from({ length: most }, () => get(countLeadsByStatus));
  await expect.poll(waitingForLock).toBe(most);
  const refused = await get(countLeadsByStatus);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errorBody.safeParse(await refused.json()).success).toBe(true);
  for (const path of ['/health/live', '/health/ready', '/api/docs/json'])
    expect((await fetch(address + path)).status).toBe(200);
  expect(live.status).toBe(200);

  await blocker.query('rollback');
  blocker.release();
  for (const answer of taken) expect((await answer).status).toBe(200);
  for (let turn = 0; turn < most + 1; turn++) expect((await get(countLeadsByStatus)).status).toBe(200);
  stop.abort();
  stalled.destroy();
});

test('a client that goes away does not free the place of its call before the database is done (F10.12)', async () => {
  const blocker = await app.pool.connect();
  await blocker.query('begin; lock table lead_totals in access exclusive mode');
  const gone = new AbortController();
  const taken = Array.from({ length: most }, () =>
    get(countLeadsByStatus, gone.signal).catch(() => undefined),
  );
  await expect.poll(waitingForLock).toBe(most);
  gone.abort();
  await Promise.all(taken);
  expect((await get(countLeadsByStatus)).status).toBe(503);
  await blocker.query('rollback');
  blocker.release();
  await expect.poll(async () => (await get(countLeadsByStatus)).status).toBe(200);
});

test('a process under pressure says that it lives (F10.12)', async () => {
  const pressed = await TestApp.open({ limits: { eventLoopDelayMs: 1e-6 } });
  const { token } = await pressed.signIn('manager');
  const blocker = await pressed.pool.connect();
  await blocker.query('begin; lock table lead_totals in access exclusive mode');
  const underWay = pressed.call(countLeadsByStatus, { token });
  const look = async (path: string) => (await pressed.send({ method: 'GET', url: path })).status;
  await expect.poll(() => look('/health/ready')).toBe(503);
  expect(await look('/health/live')).toBe(200);
  await blocker.query('rollback');
  blocker.release();
  expect((await underWay).status).toBe(200);
  await pressed.close();
});

test('an idle process refuses nobody, however late it seems to be (F46)', async () => {
  const idle = await TestApp.open({ limits: { eventLoopDelayMs: 1e-6 } });
  const { token } = await idle.signIn('manager');
  const delays: number[] = [];
  for (let look = 0; look < 4; look++) {
    await pause(1_100);
    delays.push(idle.app.readEventLoopDelay());
    expect((await idle.call(countLeadsByStatus, { token })).status).toBe(200);
  }
  expect(Math.max(...delays)).toBeGreaterThan(1e-6);
  await idle.close();
});

test('a connection that asks on without waiting for its answers is closed (F10.13)', async () => {
  const ask = (times: number) =>
    send(...Array.from({ length: times }, () => 'GET /api/docs/json HTTP/1.1\r\nhost: a\r\n'));
  const few = await ask(defaultLimits.pipelined);
  let heard = '';
  few.on('data', (part) => (heard += part));
  await expect.poll(() => heard.split('HTTP/1.1 200').length - 1).toBe(defaultLimits.pipelined);
  few.destroy();
  const many = await ask(defaultLimits.pipelined + 1);
  many.resume();
  await once(many, 'close');
});

test('a request with two Host headers is refused (F10.11)', async () => {
  for (const path of ['/health/live', '/nowhere', `${basePath}/session/me`]) {
    const socket = await send(`GET ${path} HTTP/1.1`, 'Host: a', 'hOST: a', 'connection: close');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
  }
});

test('a forwarded request of an address that is not trusted is told once in the log, a trusted one never (F8)', async () => {
  const ask = (name: string) =>
    app.send({ method: 'GET', url: '/health/live', headers: { [name]: '203.0.113.7' } });
  for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-for']) await ask(name);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY');
  expect(lines[0]).not.toContain('203.0.113.7');
});

async function waitingForLock(): Promise<number> {
  const { rows } = await app.pool.query(`select count(*)::int as waiting from ${waitingFor('lead_totals')}`);
  return rows[0].waiting;
}
