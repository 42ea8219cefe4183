import { afterAll, beforeAll, expect, test } from 'vitest';
import { startImport } from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { editWorkingHours } from '#contract/working-hours.ts';
import { responseDueJob } from '#server/leads/record/response-job.service.ts';
import { checkFile, importFile, revertFile, runImportToEnd } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

const day = 24 * 3_600_000;

let app: TestApp;
let token: string;
let north: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open({ lockTimeoutMs: 60_000 });
  ({ token } = await app.signIn('superAdmin'));
  ({ north } = await addFixtures(app));
});
afterAll(() => app.close());

const newPhone = () => `0171800${String(++phones).padStart(4, '0')}`;
const csv = (header: string, ...rows: string[]) => [header, ...rows].join('\n');
async function passTime(ms: number): Promise<void> {
  app.clock.set(new Date(app.clock.now().getTime() + ms));
  ({ token } = await app.signIn('superAdmin'));
}
const count = async () => Number((await app.pool.query('select count(*) as n from leads')).rows[0].n);
const found = async (search: string) =>
  (await app.call(listManagementLeads, { token, query: { search } })).data.leads;
async function addLead(phone: string) {
  const body = { name: 'Rahim', phone, serviceCenter: north };
  return (await app.call(leads.createLead, { token, body })).data;
}

test('closed leads without an entry date are brought in once, however often their file is loaded (F129)', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const status = ['Completed', 'Lost', 'Pending'][n % 3];
    return `Guest ${n},${newPhone()},North,${status},${status === 'Completed' ? `J-${n}` : ''},${status === 'Lost' ? 'Too far' : ''},DHA ${n}`;
  });
  const twice = newPhone();
  const visits = ['J-100', 'J-101'].map((job) => `Karim,${twice},North,Completed,${job},,DHA 7`);
  const file = csv('Name,Phone,Service center,Status,Job ID,Lost reason,Vehicle number', ...rows, ...visits);
  expect(await importFile(app, token, file)).toMatchObject({ taken: 42, skipped: 0 });
  const before = await count();
  expect(await importFile(app, token, file, { duplicates: 'skip' })).toMatchObject({ taken: 0, skipped: 42 });
  // What became of them meanwhile changes nothing about it.
  await app.pool.query(
    "update leads set status = 'completed', job_id = 'J', vehicle_number = 'x' where status = 'pending'",
  );
  await passTime(3 * day);
  expect(await importFile(app, token, file, { duplicates: 'skip' })).toMatchObject({ taken: 0, skipped: 42 });
  expect(await count()).toBe(before);
  const another = csv('Name,Phone,Service center,Status,Job ID', `Karim,${twice},North,Completed,J-102`);
  expect(await importFile(app, token, another, { duplicates: 'skip' })).toMatchObject({
    taken: 1,
    skipped: 0,
  });
});

test('a row fills the lead into which the one that it repeats is merged meanwhile (F129)', async () => {
  const phone = newPhone();
  const [kept, other] = [await addLead(phone), await addLead(phone)];
  const { _id: id } = await checkFile(
    app,
    token,
    csv('Name,Phone,Service center,Email', `Rahim,${phone},North,rahim@example.com`),
    { duplicates: 'join' },
  );
  await app.call(startImport, { token, params: { id } });
  // The newest is the one that a row joins.
  const client = await app.pool.connect();
  await client.query('begin');
  await client.query('select from leads where id = $1 for update', [other._id]);
  const importing = runImportToEnd(app, id);
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(1);
  await client.query('update leads set merged_into = $2, is_active = false where id = $1', [
    other._id,
    kept._id,
  ]);
  await client.query('update leads set joined_ids = array[$1]::uuid[] where id = $2', [other._id, kept._id]);
  await client.query('commit');
  client.release();
  await importing;
  const { rows } = await app.pool.query('select id, email from leads where phone = $1 order by id', [phone]);
  expect(rows).toEqual([
    { id: kept._id, email: 'rahim@example.com' },
    { id: other._id, email: null },
  ]);
  expect((await revertFile(app, token, id)).data).toMatchObject({ restored: 1, keptCount: 0 });
  expect(await found(phone)).toMatchObject([{ _id: kept._id, email: null }]);
});

test('a platform that an import fills in sets no other time to answer by (F129)', async () => {
  const targets = { default: 60, facebook: 5, whatsapp: null, website: null };
  expect((await app.call(editWorkingHours, { token, body: { targets } })).status).toBe(200);
  const phone = newPhone();
  const lead = await addLead(phone);
  expect(lead.responseDueAt).not.toBeNull();
  await passTime(10 * 60_000);
  const file = csv('Name,Phone,Service center,Source', `Rahim,${phone},North,Facebook`);
  expect(await importFile(app, token, file, { duplicates: 'join' })).toMatchObject({ joined: 1 });
  const params = { id: lead._id };
  const { data: filled } = await app.call(leads.getLead, { token, params });
  expect(filled).toMatchObject({ platform: 'facebook', responseDueAt: lead.responseDueAt });
  const { data: edited } = await app.call(leads.editLead, { token, params, body: { notes: 'Brakes' } });
  expect(edited).toMatchObject({ platform: 'facebook', responseDueAt: lead.responseDueAt });
  const hours = { targets: { ...targets, default: 30 } };
  expect((await app.call(editWorkingHours, { token, body: hours })).status).toBe(200);
  await responseDueJob(app.context).run('', {}, new AbortController().signal);
  const halfAnHourSooner = new Date(Date.parse(lead.responseDueAt ?? '') - 30 * 60_000).toISOString();
  const { data: retimed } = await app.call(leads.getLead, { token, params });
  expect(retimed.responseDueAt, 'other targets time it as before the import').toBe(halfAnHourSooner);
  // Somebody who says another platform means it.
  const { data: moved } = await app.call(leads.editLead, { token, params, body: { platform: 'website' } });
  expect(moved.responseDueAt).toBe(halfAnHourSooner);
});

test.runIf(isLongRun)(
  'an import over more centers than a notice names is reverted, and others are brought in after it (F110)',
  async () => {
    await app.pool.query(
      `insert into service_centers (id, name, is_active, created_at, updated_at)
     select gen_random_uuid(), 'Branch ' || n, true, now(), now() from generate_series(1, 260) n`,
    );
    const rows = Array.from({ length: 260 }, (_, n) => `Guest ${n},${newPhone()},Branch ${n + 1}`);
    const done = await importFile(app, token, csv('Name,Phone,Service center', ...rows));
    expect(done).toMatchObject({ taken: 260, refused: 0 });
    const { data } = await revertFile(app, token, done._id);
    expect(data).toMatchObject({ state: 'reverted', reverted: 520 });
    const next = csv('Name,Phone,Service center', `Rahim,${newPhone()},North`);
    expect(await importFile(app, token, next)).toMatchObject({ taken: 1 });
  },
);
