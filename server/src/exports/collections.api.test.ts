import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { addComment } from '#contract/comments.ts';
import { correctContact, logContact } from '#contract/contacts.ts';
import { createConnection } from '#contract/intake/connections.ts';
import * as leads from '#contract/leads/leads.ts';
import { collectionsManifest, downloadAllCollections } from '#contract/reports.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const files = [
  'leads.csv',
  'lead_history.csv',
  'lead_contacts.csv',
  'lead_comments.csv',
  'bookings.csv',
  'customers.csv',
  'customer_addresses.csv',
  'service_centers.csv',
  'services_and_campaigns.csv',
  'employees.csv',
  'employee_invites.csv',
];

function rowsOf(members: Map<string, Buffer>, file: string): Record<string, string>[] {
  return parse(members.get(file) ?? '', { columns: true, bom: true });
}

describe('collections.zip', () => {
  let app: TestApp;
  let manager: Awaited<ReturnType<TestApp['signIn']>>;
  let superAdmin: typeof manager;
  let fixtures: Awaited<ReturnType<typeof addFixtures>>;
  beforeAll(async () => {
    app = await TestApp.open();
    fixtures = await addFixtures(app);
    manager = await app.signIn('manager');
    superAdmin = await app.signIn('superAdmin');
    await app.signIn('service', [fixtures.north, fixtures.south]);
  });
  afterAll(() => app.close());

  const record = async (more: object = {}) => {
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north, ...more };
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
      serviceOrCampaign: fixtures.oil,
    });
    await app.call(leads.archiveLead, {
      token: manager.token,
      params: { id: lead._id },
      body: { isActive: false },
    });
    const said = { text: '=Call @super', mentions: [superAdmin.id] };
    const log = (body: object) =>
      app.call(logContact, {
        token: manager.token,
        params: { id: lead._id },
        body: { channel: 'call', ...body },
      });
    const corrected = await log({
      outcome: 'noAnswer',
      note: 'No anser',
      tryAgainAt: '2026-03-11T06:00:00Z',
    });
    await app.call(correctContact, {
      token: manager.token,
      params: { id: corrected.data.contact._id },
      body: { note: '=No answer' },
    });
    const undone = await log({ outcome: 'busy' });
    await app.pool.query('update lead_contacts set undone_at = created_at where id = $1', [
      undone.data.contact._id,
    ]);
    await app.call(addComment, { token: manager.token, params: { id: lead._id }, body: said });
    const foreign = await record({ name: 'Foreign', phone: '+44 20 7946 0958' });
    await app.call(leads.moveLead, {
      token: manager.token,
      params: { id: foreign._id },
      body: { status: 'booked', appointmentDate: '2026-03-14', appointmentTime: '10:30' },
    });
    await app.db
      .insertInto('customer_addresses')
      .values({
        id: lead._id,
        customer_id: String(lead.customer),
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
      lead_history: 5,
      lead_contacts: 2,
      lead_comments: 1,
      bookings: 1,
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
      notes: notes.replace('\r\n', '\n'),
      version: '3',
      isActive: 'false',
      serviceCenter: fixtures.north,
      serviceOrCampaign: fixtures.oil,
      appointmentDate: '',
      createdAt: testNoon.toISOString(),
      employee: manager.id,
      advisor: manager.id,
      editedBy: manager.id,
    });
    expect(rowsOf(members, 'leads.csv').map(({ phone }) => phone)).toContain('+442079460958');
    expect(rowsOf(members, 'lead_comments.csv')).toMatchObject([
      { entryId: lead._id, employee: manager.id, text: "'=Call @super", mentions: superAdmin.id },
    ]);
    expect(rowsOf(members, 'bookings.csv')).toMatchObject([
      {
        ...{
          entryId: foreign._id,
          version: '2',
          serviceCenter: fixtures.north,
          date: '2026-03-14',
          time: '10:30',
        },
        ...{ bookedBy: manager.id, bookedAt: testNoon.toISOString(), isMoved: 'false', ending: '' },
      },
    ]);
    const contacts = rowsOf(members, 'lead_contacts.csv');
    expect(contacts.find(({ _id }) => _id === corrected.data.contact._id)).toMatchObject({
      ...{
        entryId: lead._id,
        employee: manager.id,
        channel: 'call',
        outcome: 'noAnswer',
        note: "'=No answer",
      },
      ...{ tryAgainAt: '2026-03-11T06:00:00.000Z', movedTo: '', version: '3', undoneAt: '' },
      createdAt: testNoon.toISOString(),
      earlier: expect.stringContaining('No anser'),
    });
    expect(contacts.find(({ outcome }) => outcome === 'busy')).toMatchObject({
      undoneAt: undone.data.contact.createdAt,
      version: '',
    });
    const history = rowsOf(members, 'lead_history.csv').filter(({ entryId }) => entryId === lead._id);
    expect(history.map(({ version, isActive, changedFields }) => [version, isActive, changedFields])).toEqual(
      [
        ['1', 'true', ''],
        ['2', 'false', 'isActive'],
        ['3', 'false', 'advisor'],
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
    expect(service?.serviceCenter?.split(' ').sort()).toEqual([fixtures.north, fixtures.south].sort());
  });

  test('holds no password, no token, no secret of a connection and no picture address', async () => {
    const body = { name: 'Site', platform: 'website' } as const;
    const { data } = await app.call(createConnection, { token: superAdmin.token, body });
    const { members } = await download();
    const everything = Buffer.concat([...members.values()]).toString();
    expect(everything).not.toMatch(/argon2|password|token|\bdp\b/i);
    const { rows } = await app.pool.query("select password_hash from employees where password_hash <> ''");
    for (const { password_hash } of rows) expect(everything).not.toContain(password_hash);
    expect(everything).not.toContain(manager.token);
    expect(data.secret.length).toBeGreaterThan(20);
    expect(everything).not.toContain(data.secret);
    expect(everything).not.toContain('whsec_');
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
