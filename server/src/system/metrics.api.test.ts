import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { streamEvents } from '#contract/events.ts';
import { createLead, getLead } from '#contract/leads/leads.ts';
import { createLog } from '#server/lib/log.ts';
import { onDatabase } from '#server/testing/databases.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const metricsToken = 'a-token-for-prometheus';
const lines: string[] = [];
let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let north: string;

beforeAll(async () => {
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  // Every statement is slow.
  app = await TestApp.open({
    metricsToken,
    trustProxy: ['loopback'],
    slowStatementMs: 0,
    log: createLog('warn', output),
  });
  boss = await app.signIn('superAdmin');
  ({ north } = await addFixtures(app));
});
afterAll(() => app.close());

type Asking = { headers?: Record<string, string>; remoteAddress?: string };

const ask = (asking: Asking = {}, from = app) =>
  from.app.inject({ method: 'GET', url: '/metrics', ...asking });

async function read(series: string, from = app): Promise<number | undefined> {
  const { payload } = await ask({}, from);
  const line = payload.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('/metrics', () => {
  test('answers a program on the same machine, in the format of Prometheus', async () => {
    const { statusCode, headers, payload } = await ask();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(headers['cache-control']).toBe('no-store');
    expect(payload).toContain('# TYPE pitlane_request_duration_seconds histogram');
    expect((await ask({ headers: { host: '[::1]:3000' }, remoteAddress: '::1' })).statusCode).toBe(200);
  });

  test.each<[string, Asking]>([
    ['another machine', { remoteAddress: '10.0.0.5' }],
    [
      'another machine that claims to be this one',
      {
        remoteAddress: '10.0.0.5',
        headers: { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' },
      },
    ],
    ['somebody behind a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['somebody who tells the proxy to be this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that says only that it is one', { headers: { via: '1.1 proxy' } }],
    ['a proxy that says nothing of itself', { headers: { host: 'leads.example.com' } }],
    ['a browser led here by a foreign name', { headers: { host: 'evil.example:3000' } }],
    [
      'a wrong token',
      { remoteAddress: '10.0.0.5', headers: { authorization: 'Bearer a-token-for-prometheu' } },
    ],
    ['no token', { remoteAddress: '10.0.0.5', headers: { authorization: 'Bearer ' } }],
  ])('refuses %s', async (_who, asking) => {
    const { statusCode, payload } = await ask(asking);
    expect(statusCode).toBe(401);
    expect(payload).not.toContain('pitlane_');
  });

  test('answers anybody with the token', async () => {
    const headers = { authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': '203.0.113.9' };
    expect((await ask({ headers, remoteAddress: '10.0.0.5' })).statusCode).toBe(200);
  });

  test('opens to nobody else when no token is set, and to no session', async () => {
    const closed = await TestApp.open({ smtpUrl: 'smtp://127.0.0.1:9' });
    try {
      for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${boss.token}`]) {
        const asking = { remoteAddress: '10.0.0.5', headers: { authorization } };
        expect((await ask(asking, closed)).statusCode).toBe(401);
      }
    } finally {
      await closed.close();
    }
  });

  test('counts a request under its template and status, and never names what was asked for', async () => {
    const { token } = boss;
    const body = { name: 'Rahim Uddin', phone: '01712345678', serviceCenter: north };
    const { data } = await app.call(createLead, { token, body });
    const series = (status: number, part: string) =>
      `pitlane_request_duration_seconds_${part}{endpoint="GET ${getLead.path}",status="${status}"}`;
    const before = (await read(series(200, 'count'))) ?? 0;
    await app.call(getLead, { token, params: { id: data._id } });
    await app.call(getLead, { token, params: { id: data._id } });
    await app.call(getLead, { token, params: { id: boss.id } });
    expect(await read(series(200, 'count'))).toBe(before + 2);
    expect(await read(series(200, 'sum'))).toBeGreaterThan(0);
    expect(await read(series(404, 'count'))).toBe(1);
    await app.send({ method: 'GET', url: `/somewhere/${data._id}` });
    expect(await read('pitlane_request_duration_seconds_count{endpoint="other",status="404"}')).toBe(1);
    expect((await ask()).payload).not.toContain(data._id);
  });

  test('counts statements, connections and open screens', async () => {
    const before = (await read('pitlane_statement_duration_seconds_count')) ?? 0;
    await app.call(getLead, { token: boss.token, params: { id: boss.id } });
    expect(await read('pitlane_statement_duration_seconds_count')).toBeGreaterThan(before);
    const inUse = () => read('pitlane_pool_connections{pool="calls",state="in use"}');
    const held = await app.pool.connect();
    await expect.poll(inUse).toBe(1);
    held.release();
    await expect.poll(inUse).toBe(0);

    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.app.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const leaving = new AbortController();
    await fetch(`http://127.0.0.1:${port}/api/employeeApp${streamEvents.path}`, {
      headers: { authorization: `Bearer ${boss.token}` },
      signal: leaving.signal,
    });
    await expect.poll(() => read('pitlane_live_streams')).toBe(1);
    leaving.abort();
    await expect.poll(() => read('pitlane_live_streams')).toBe(0);
    expect((await ask()).payload).not.toContain(streamEvents.path);
  });

  test('tells of a database that does not answer', async () => {
    expect(await read('pitlane_database_up')).toBe(1);
    const other = new pg.Client(onDatabase(inject('database').server, app.databaseName));
    await other.connect();
    try {
      await other.query('begin; lock table jobs in access exclusive mode');
      expect(await read('pitlane_database_up')).toBe(0);
    } finally {
      await other.end();
    }
    await expect.poll(() => read('pitlane_database_up')).toBe(1);
  });
});

test('a slow statement is logged by its text, without what it carried', async () => {
  lines.length = 0;
  const body = {
    name: 'Karim Ullah',
    phone: '01798765432',
    email: 'karim@slow.example',
    serviceCenter: north,
  };
  expect((await app.call(createLead, { token: boss.token, body })).status).toBe(201);
  const slow = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a slow statement');
  expect(slow.some(({ statement }) => /insert into "?leads/.test(statement) && /\$1\b/.test(statement))).toBe(
    true,
  );
  expect(slow.every(({ milliseconds }) => Number.isInteger(milliseconds))).toBe(true);
  for (const personal of ['Karim', 'karim', '98765432', boss.token, boss.id, north])
    expect(lines.join('')).not.toContain(personal);
});

const dashboard = z.object({
  panels: z
    .array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }))
    .min(5),
});

async function listMetrics(): Promise<Map<string, string>> {
  const { payload } = await ask();
  return new Map(
    [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}

const named = /\b(?:pitlane|process|nodejs)_\w+/g;
const readRoot = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the dashboard for Grafana asks only for metrics that there are', async () => {
  const { panels } = dashboard.parse(JSON.parse(await readRoot('deploy/grafana/pitlane.json')));
  const told = [...(await listMetrics())].flatMap(([name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const asked = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, names: expr.match(named) ?? [] })),
  );
  expect(asked.filter(({ names }) => names.length === 0)).toEqual([]);
  expect(asked.filter(({ names }) => !names.every((name) => told.includes(name)))).toEqual([]);
});

test('each metric is explained, and no other', async () => {
  const [, table = ''] = /^\| metric([\s\S]*?)\n\n/m.exec(await readRoot('docs/OPERATIONS.md')) ?? [];
  expect((table.match(named) ?? []).toSorted()).toEqual([...(await listMetrics()).keys()].toSorted());
});
