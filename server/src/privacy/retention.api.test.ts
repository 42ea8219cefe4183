import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { addComment } from '#contract/comments.ts';
import { getCustomer } from '#contract/customers.ts';
import * as leads from '#contract/leads/leads.ts';
import { editRetention, getRetention, previewRetention } from '#contract/privacy/retention.ts';
import { reportServiceCenters } from '#contract/reports.ts';
import { upkeepJob } from '#server/boot/upkeep.ts';
import type { DB } from '#server/db/types.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { deleteOldAudit, eraseOldLeads } from './retention.service.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
});
afterAll(() => app.close());

const upkeep = () => upkeepJob(app.context).run('id', {}, new AbortController().signal);
const set = (archivedMonths: number | null, auditMonths: number | null) =>
  app.call(editRetention, { token: boss.token, body: { archivedMonths, auditMonths } });
const preview = async (query: { archivedMonths?: number; auditMonths?: number }) =>
  (await app.call(previewRetention, { token: boss.token, query })).data;
const read = async (id: string) =>
  (await app.call(leads.getLead, { token: boss.token, params: { id } })).data;

async function archived(days: number, phone: string) {
  app.clock.set(new Date(testNoon.getTime() - days * 86_400_000));
  const { token } = boss;
  await app.pool.query('update sessions set created_at = $1, last_seen_at = $1', [app.clock.now()]);
  const body = { name: 'Karim', phone, notes: 'kept private', serviceCenter: fixtures.north };
  const { data } = await app.call(leads.createLead, { token, body });
  const params = { id: data._id };
  await app.call(addComment, { token, params, body: { text: 'kept private too', mentions: [] } });
  await app.call(leads.archiveLead, { token, params, body: { isActive: false } });
  app.clock.set(testNoon);
  await app.pool.query('update sessions set created_at = $1, last_seen_at = $1', [testNoon]);
  return { ...data, customer: String(data.customer) };
}

test('archived leads are erased after the months that are set, with customers who have no other', async () => {
  const { token } = boss;
  // Today is 10 March: three months reach back to the dealer's midnight of 10 December.
  const old = await archived(91, '01715000001');
  const young = await archived(89, '01715000002');
  const both = await archived(91, '01715000003');
  await app.call(leads.createLead, {
    token,
    body: { name: 'Karim', phone: '01715000003', serviceCenter: fixtures.north },
  });
  await upkeep();
  expect((await read(old._id)).name).toBe('Karim');
  const ofPictures = { pictureMonths: 12, pictureMegabytes: 10 };
  const usual = { archivedMonths: null, auditMonths: null, ...ofPictures };
  expect((await app.call(getRetention, { token })).data).toEqual(usual);
  const none = { leads: false, entries: false, pictures: false };
  expect(await preview({})).toEqual({ leads: 0, entries: 0, pictures: 0, isCapped: none });
  expect(await preview({ archivedMonths: 3 })).toEqual({
    ...{ leads: 2, entries: 0, pictures: 0, isCapped: none },
  });
  const counted = (await app.call(reportServiceCenters, { token })).data;
  expect((await set(3, null)).data).toEqual({ archivedMonths: 3, auditMonths: null, ...ofPictures });
  await upkeep();
  expect(await read(old._id)).toMatchObject({ name: 'Erased customer', phone: '', notes: null });
  expect((await read(young._id)).name).toBe('Karim');
  expect(await read(both._id)).toMatchObject({ name: 'Erased customer', customer: null });
  const customer = async (id: string) => (await app.call(getCustomer, { token, params: { id } })).status;
  expect([
    await customer(old.customer),
    await customer(young.customer),
    await customer(both.customer),
  ]).toEqual([...[404, 200, 200]]);
  const { rows } = await app.pool.query(
    `select (v.*)::text as text from lead_versions v where lead_id = $1 union all
     select (c.*)::text from lead_comments c where lead_id = $1`,
    [old._id],
  );
  expect(rows.filter(({ text }) => /Karim|01715000001|private/.test(text))).toEqual([]);
  expect((await app.call(reportServiceCenters, { token })).data).toEqual(counted);
  await expectDayCountersToMatch(app, 'Asia/Dhaka');
  expect(await preview({ archivedMonths: 3 })).toMatchObject({ leads: 0 });
  const { data: audit } = await app.call(listAudit, { token, query: { action: 'leadsErased' } });
  expect(audit.entries).toMatchObject([{ actor: { _id: boss.id }, details: { leads: 2 } }]);
  const { data: changes } = await app.call(listAudit, { token, query: { action: 'settingsChanged' } });
  expect(changes.entries[0]?.details).toEqual({ fields: ['archivedMonths'] });
});

test('the audit log loses only what is older than the months that are set, and says so', async () => {
  const entry = (days: number) =>
    app.pool.query(
      "insert into audit_log (id, at, action) values (gen_random_uuid(), $1::timestamptz - make_interval(days => $2), 'signedOut')",
      [testNoon, days],
    );
  await entry(366);
  await entry(364);
  await expect(app.pool.query("delete from audit_log where action = 'signedOut'")).rejects.toThrow(
    'append-only',
  );
  expect((await set(null, 11)).status).toBe(400);
  expect(await preview({ auditMonths: 12 })).toMatchObject({ entries: 1 });
  await set(null, 12);
  await upkeep();
  await upkeep();
  const { rows } = await app.pool.query("select from audit_log where action = 'signedOut'");
  expect(rows).toHaveLength(1);
  const { data } = await app.call(listAudit, { token: boss.token, query: { action: 'auditTrimmed' } });
  expect(data.entries).toMatchObject([{ actor: { _id: boss.id }, details: { entries: 1 } }]);
});

test('what is old is found by indexes, however much is stored', async () => {
  const { token } = boss;
  const body = { name: 'Many', phone: '01715000009', serviceCenter: fixtures.north };
  const { data } = await app.call(leads.createLead, { token, body });
  const columns = `customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by, created_at, status_at, search_key, version`;
  await app.pool.query(
    `insert into leads (id, is_active, updated_at, ${columns})
     select gen_random_uuid(), n % 20 > 0, $2::timestamptz - n * interval '1 hour', ${columns.replaceAll(/(\w+)/g, 'l.$1')}
     from leads l, generate_series(1, 4000) n where l.id = $1`,
    [data._id, testNoon],
  );
  await app.pool.query(
    `insert into audit_log (id, at, action)
     select gen_random_uuid(), $1::timestamptz - n * interval '1 hour', 'signedOut' from generate_series(1, 20000) n`,
    [testNoon],
  );
  await app.pool.query('analyze leads; analyze audit_log');
  await set(24, 24);
  const asked: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: (event) => void asked.push(event.query),
  });
  await eraseOldLeads({ ...app.context, db });
  await deleteOldAudit({ ...app.context, db });
  const plans = await Promise.all(
    asked
      .filter(({ sql }) => /touched_at <|at < /.test(sql))
      .map(async ({ sql, parameters }) => {
        const { rows } = await app.pool.query(`explain (format json) ${sql}`, [...parameters]);
        return JSON.stringify(rows);
      }),
  );
  expect(plans).toHaveLength(2);
  expect(plans[0]).toContain('leads_newest');
  expect(plans[1]).toContain('audit_log_newest');
});
