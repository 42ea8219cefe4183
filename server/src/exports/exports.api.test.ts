import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { findSession } from '#server/auth/sessions/sessions.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { aCheckedFile } from '#server/testing/import-calls.ts';
import { anAttachment } from '#server/testing/intake-calls.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';
import { oversightCalls } from '#server/testing/oversight-calls.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { exportCollections } from './collections.service.ts';
import { type Exports, openExports } from './exports.service.ts';

const many = 6_000;
const turns = isLongRun ? 4 : 1;
let app: TestApp;
let address: string;
let exports: Exports;
let manager: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open({ limits: { stalledMs: 400 } });
  manager = await app.signIn('manager');
  await fillWithLeads(app.pool, manager.id, many, testNoon);
  await app.pool.query(`
    alter table leads disable trigger user;
    update leads set notes = (select string_agg(md5(n || id::text), '') from generate_series(1, 60) n);
    alter table leads enable trigger user;`);
  exports = openExports(app.context, app.exportPool);
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const urlOf = ({ path }: Endpoint) => `${address}${basePath}${path}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (endpoint: Endpoint, token = manager.token, signal?: AbortSignal) =>
  fetch(urlOf(endpoint), { headers: bearer(token), signal });

async function holding(): Promise<number> {
  const { rows } = await app.pool.query(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'pitlane exports' and xact_start is not null`,
  );
  return rows[0].open;
}

const until = (open: number) => expect.poll(holding).toBe(open);

async function startExport(token = manager.token): Promise<Readable> {
  const session = (await findSession(app.context, token)) ?? null;
  return (await exports.start(session, downloadAllCollections, exportCollections)).content;
}

function rowsOf(members: Map<string, Buffer>, file: string): Record<string, string>[] {
  return parse(members.get(file) ?? '', { columns: true, bom: true });
}

async function stall(endpoint: Endpoint, token: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  const { pathname } = new URL(urlOf(endpoint));
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

test('an export is of one moment, whatever is written while it is read', async () => {
  const stream = await startExport();
  const none = { address: null, contactNo: null };
  const serviceCenter = await addServiceCenter(app.context, { name: 'New', ...none });
  const body = { name: 'Too late', phone: '01712345678', serviceCenter };
  expect((await app.call(leads.createLead, { token: manager.token, body })).status).toBe(201);
  const members = await unzip(await buffer(stream));
  expect(rowsOf(members, 'leads.csv')).toHaveLength(many);
  expect(rowsOf(members, 'lead_history.csv')).toHaveLength(many);
  for (const content of members.values()) expect(content.includes('Too late')).toBe(false);
  await until(0);
});

test('it waits for its reader, and gives the connection back when they go away', async () => {
  const stream = await startExport();
  await until(1);
  await wait(500);
  expect(await holding()).toBe(1);
  expect(stream.readableLength).toBeLessThan(1024 * 1024);
  stream.destroy();
  await until(0);
});

test('broken off over the wire it leaves no connection behind', async () => {
  for (let turn = 0; turn < turns; turn++) {
    const stop = new AbortController();
    const answer = await get(downloadAllCollections, manager.token, stop.signal);
    expect(answer.status).toBe(200);
    expect((await answer.body?.getReader().read())?.value?.length).toBeGreaterThan(0);
    stop.abort();
    await until(0);
  }
  const members = await unzip(Buffer.from(await (await get(downloadAllCollections)).arrayBuffer()));
  expect(rowsOf(members, 'leads.csv')).toHaveLength(many + 1);
});

test('it fails as a whole when the database breaks off, and later ones have their connections', async () => {
  for (let turn = 0; turn < turns; turn++) {
    const reading = buffer(await startExport());
    reading.catch(() => undefined);
    await app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start is not null`,
    );
    await expect(reading).rejects.toThrow();
  }
  expect((await unzip(await buffer(await startExport()))).size).toBe(12);
});

test('readers who stop reading are cut off, and hold up nobody meanwhile (F5)', async () => {
  const superAdmin = await app.signIn('superAdmin');
  const stalled = [
    await stall(downloadAllCollections, manager.token),
    await stall(downloadAllCollections, manager.token),
    await stall(downloadLeadsCsv, superAdmin.token),
  ];
  const idle = await stall(leads.countLeadsByStatus, manager.token);
  await until(3);
  expect((await app.call(leads.countLeadsByStatus, { token: manager.token })).status).toBe(200);

  await until(0);
  for (const socket of stalled) {
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
  }
  expect((await unzip(Buffer.from(await (await get(downloadAllCollections)).arrayBuffer()))).size).toBe(12);
  expect(idle.closed).toBe(false);
  idle.destroy();
});

test('three run at once, two of one person; others wait briefly and are told when to come again (F5)', async () => {
  const other = await app.signIn('manager');
  const first = await startExport();
  const streams = [await startExport(), await startExport(other.token)];
  await until(3);
  for (const refused of await Promise.allSettled([startExport(), startExport(other.token)])) {
    expect(refused).toMatchObject({ reason: { status: 503, details: { retryAfter: 30 } } });
  }
  const waiting = startExport(other.token);
  first.destroy();
  streams.push(await waiting);
  for (const stream of streams) stream.destroy();
  await until(0);
});

test('no export goes out whose audit entry fails, and none keeps its connection (F45)', async () => {
  const boss = await app.signIn('superAdmin');
  const { token } = boss;
  const isExport = ({ streams }: Endpoint) => streams !== undefined && streams !== 'text/event-stream';
  const downloads = Object.values<Endpoint>(endpoints).filter(isExport);
  expect(downloads.length).toBeGreaterThan(5);
  const { rows } = await app.pool.query(
    'select customer_id as id, service_center_id as center from leads limit 1',
  );
  const imported = await aCheckedFile({ app, boss: manager });
  const attached = await anAttachment({ app, boss, caller: boss, center: rows[0].center });
  const own = new Map([
    ['imports', imported.params.id],
    ['attachments', attached.params.id],
  ]);
  const send = async ({ path }: Endpoint) => {
    const asked = await oversightCalls[`GET ${path}`]?.({ center: rows[0].center });
    const [, part = ''] = /\/(imports|attachments)\//.exec(path) ?? [];
    const id = own.get(part) ?? rows[0].id;
    const url = `${basePath}${path.replace(':id', id)}`;
    return app.app.inject({ url, query: asked?.query ?? {}, headers: bearer(token) });
  };
  await app.pool.query(`
    create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$;
    create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry();`);
  for (const download of downloads) {
    const answer = await send(download);
    const { path } = download;
    expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 500, 'internal']);
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  await until(0);
  await app.pool.query('drop function refuse_entry cascade');
  for (const download of downloads) expect((await send(download)).statusCode, download.path).toBe(200);
});

test('an export ends when its reader signs out or may no longer export (F5)', async () => {
  const endings = {
    'signed out': (id: string) => app.pool.query('delete from sessions where employee_id = $1', [id]),
    demoted: (id: string) => app.pool.query(`update employees set level = 'service' where id = $1`, [id]),
    'in need of a second factor': () => app.pool.query('update dealer set requires_second_factor = true'),
  };
  for (const endpoint of [downloadAllCollections, downloadLeadsCsv]) {
    for (const [what, end] of Object.entries(endings)) {
      const reader = await app.signIn('superAdmin');
      const answer = await get(endpoint, reader.token);
      expect(answer.status, what).toBe(200);
      await end(reader.id);
      await expect(answer.arrayBuffer(), what).rejects.toThrow();
      await until(0);
      await app.pool.query('update dealer set requires_second_factor = false');
      await app.hub.awaitInvalidation();
    }
  }
});
