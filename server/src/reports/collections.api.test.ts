import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { basePath } from '#contract/endpoint.ts';
import * as leads from '#contract/leads.ts';
import { collectionsManifest, downloadAllCollections } from '#contract/reports.ts';
import { exportCollections } from '#server/reports/collections.service.ts';
import { addGround } from '#server/testing/lead-samples.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

const files = [
  'leads.csv',
  'lead_history.csv',
  'customers.csv',
  'customer_addresses.csv',
  'service_centers.csv',
  'services_and_campaigns.csv',
  'employees.csv',
  'employee_invites.csv',
];

/** Unpacks an archive with a reader that checks every CRC and size. */
function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const members = new Map<string, Buffer>();
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(members));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          buffer(stream).then((content) => {
            members.set(entry.fileName, content);
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
}

function rowsOf(members: Map<string, Buffer>, file: string): Record<string, string>[] {
  return parse(members.get(file) ?? '', { columns: true, bom: true });
}

async function holding(app: TestApp): Promise<number> {
  const { rows } = await app.pool.query(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  );
  return rows[0].open;
}

async function until(app: TestApp, open: number) {
  for (let turn = 0; turn < 200 && (await holding(app)) !== open; turn++) await wait(25);
  expect(await holding(app)).toBe(open);
}

describe('collections.zip', () => {
  let app: TestApp;
  let manager: Awaited<ReturnType<TestApp['signIn']>>;
  let superAdmin: typeof manager;
  let ground: Awaited<ReturnType<typeof addGround>>;
  beforeAll(async () => {
    app = await TestApp.open();
    ground = await addGround(app);
    manager = await app.signIn('manager');
    superAdmin = await app.signIn('superAdmin');
    await app.signIn('service', [ground.north, ground.south]);
  });
  afterAll(() => app.close());

  const record = async (more: object = {}) => {
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: ground.north, ...more };
    return (await app.call(leads.createLead, { token: manager.token, body })).data;
  };
  const download = async () => {
    const url = `${basePath}${downloadAllCollections.path}`;
    const headers = { authorization: `Bearer ${manager.token}`, 'accept-encoding': 'gzip, br' };
    const answer = await app.app.inject({ url, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-disposition']).toBe('attachment; filename="collections.zip"');
    return { archive: answer.rawPayload, members: await unzip(answer.rawPayload) };
  };

  test('holds every collection, and a manifest that is true of each file', async () => {
    const notes = 'Line one\r\n"quoted", ব্রেক';
    const lead = await record({
      name: '=HYPERLINK("http://x")',
      email: 'rahim@example.com',
      notes,
      serviceOrCampaign: ground.oil,
    });
    await app.call(leads.archiveLead, {
      token: manager.token,
      params: { id: lead._id },
      body: { isActive: false },
    });
    await record({ name: 'Foreign', phone: '+44 20 7946 0958' });
    await app.db
      .insertInto('customer_addresses')
      .values({
        id: lead._id,
        customer_id: lead.customer,
        line: '12 Lake Road',
        is_default: true,
        created_at: testNoon,
        updated_at: testNoon,
      })
      .execute();
    const invited = await app.db
      .insertInto('invites')
      .values({
        id: lead._id,
        email: 'new@example.com',
        invited_by: superAdmin.id,
        created_at: testNoon,
        expires_at: testNoon,
      })
      .returning('email')
      .executeTakeFirstOrThrow();

    const { members } = await download();
    expect([...members.keys()]).toEqual([...files, 'manifest.json']);
    const manifest = collectionsManifest.parse(JSON.parse(String(members.get('manifest.json'))));
    expect(manifest.createdAt).toBe(testNoon.toISOString());
    expect(manifest.collections.map((each) => each.file)).toEqual(files);
    for (const { name, file, rows, sha256 } of manifest.collections) {
      expect(`${name}.csv`).toBe(file);
      expect(rowsOf(members, file), file).toHaveLength(rows);
      expect(
        createHash('sha256')
          .update(members.get(file) ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(Object.fromEntries(manifest.collections.map(({ name, rows }) => [name, rows]))).toEqual({
      leads: 2,
      lead_history: 3,
      customers: 2,
      customer_addresses: 1,
      service_centers: 2,
      services_and_campaigns: 3,
      employees: 3,
      employee_invites: 1,
    });

    const row = rowsOf(members, 'leads.csv').find(({ _id }) => _id === lead._id);
    expect(row).toMatchObject({
      name: '\'=HYPERLINK("http://x")',
      email: 'rahim@example.com',
      phone: '01712345678',
      notes,
      version: '2',
      isActive: 'false',
      serviceCenter: ground.north,
      serviceOrCampaign: ground.oil,
      appointmentDate: '',
      createdAt: testNoon.toISOString(),
      employee: manager.id,
      editedBy: manager.id,
    });
    expect(rowsOf(members, 'leads.csv').map(({ phone }) => phone)).toContain('+442079460958');
    const history = rowsOf(members, 'lead_history.csv').filter(({ entryId }) => entryId === lead._id);
    expect(history.map(({ version, isActive, changedFields }) => [version, isActive, changedFields])).toEqual(
      [
        ['1', 'true', ''],
        ['2', 'false', 'isActive'],
      ],
    );
    expect(
      rowsOf(members, 'services_and_campaigns.csv').find(({ type }) => type === 'campaign'),
    ).toMatchObject({
      startDate: '2026-03-01',
      endDate: '2026-03-10',
    });
    expect(rowsOf(members, 'employee_invites.csv')).toMatchObject([{ email: invited.email }]);
    const service = rowsOf(members, 'employees.csv').find(({ level }) => level === 'service');
    expect(service?.serviceCenter?.split(' ').sort()).toEqual([ground.north, ground.south].sort());
  });

  test('holds no password, no token and no picture address', async () => {
    const { members } = await download();
    const everything = Buffer.concat([...members.values()]).toString();
    expect(everything).not.toMatch(/argon2|password|token|\bdp\b/i);
    const { rows } = await app.pool.query('select password_hash from employees');
    for (const { password_hash } of rows) expect(everything).not.toContain(password_hash);
    expect(everything).not.toContain(manager.token);
  });

  test('is of one moment, whatever is written while it is read', async () => {
    const before = await app.pool.query('select count(*)::int as leads from leads');
    const stream = await exportCollections(app.context);
    const later = await record({ name: 'Too late', phone: '01799999999' });
    const members = await unzip(await buffer(stream));
    expect(rowsOf(members, 'leads.csv')).toHaveLength(before.rows[0].leads);
    for (const file of files) expect(String(members.get(file))).not.toContain('Too late');
    const after = (await download()).members;
    expect(rowsOf(after, 'leads.csv').map(({ _id }) => _id)).toContain(later._id);
    await until(app, 0);
  });

  test('leaves an entry in the audit log', async () => {
    const count = async () =>
      (
        await app.pool.query(
          "select count(*)::int as entries from audit_log where action = 'exported' and actor_id = $1 and details ->> 'call' = $2",
          [manager.id, `GET ${downloadAllCollections.path}`],
        )
      ).rows[0].entries;
    const before = await count();
    await download();
    expect(await count()).toBe(before + 1);
  });
});

describe('a long export', () => {
  /** Enough to fill every buffer on its way. */
  const many = 8_000;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.open();
    const manager = await app.signIn('manager');
    token = manager.token;
    await fillWithLeads(app.pool, manager.id, many, testNoon);
  });
  afterAll(() => app.close());

  test('waits for its reader, and gives the connection back when he goes away', async () => {
    const stream = await exportCollections(app.context);
    await until(app, 1);
    await wait(500);
    expect(await holding(app)).toBe(1);
    expect(stream.readableLength).toBeLessThan(1024 * 1024);
    stream.destroy();
    await until(app, 0);
  });

  test('that is broken off over the wire leaves no connection behind', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    for (let turn = 0; turn < 5; turn++) {
      const stop = new AbortController();
      const answer = await fetch(`${address}${basePath}${downloadAllCollections.path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      });
      expect(answer.status).toBe(200);
      const reader = answer.body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      stop.abort();
      await until(app, 0);
    }
    expect(app.pool.waitingCount).toBe(0);
    const whole = await fetch(`${address}${basePath}${downloadAllCollections.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const members = await unzip(Buffer.from(await whole.arrayBuffer()));
    expect(rowsOf(members, 'leads.csv')).toHaveLength(many);
    expect(rowsOf(members, 'lead_history.csv')).toHaveLength(many);
    await until(app, 0);
  });

  test('fails as a whole when the database breaks off, and the next one works', async () => {
    const stream = await exportCollections(app.context);
    const reading = buffer(stream);
    reading.catch(() => undefined);
    await app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    await expect(reading).rejects.toThrow();
    expect((await unzip(await buffer(await exportCollections(app.context)))).size).toBe(9);
  });

  test('beside two others is asked to wait', async () => {
    const streams = [await exportCollections(app.context), await exportCollections(app.context)];
    const refused = await app.call(downloadAllCollections, { token });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const stream of streams) stream.destroy();
    await until(app, 0);
    const url = `${basePath}${downloadAllCollections.path}`;
    const again = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(again.statusCode).toBe(200);
  });
});
