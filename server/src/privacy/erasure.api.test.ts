import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { messages } from '#contract/call/messages.ts';
import { addComment } from '#contract/comments.ts';
import { correctContact, logContact } from '#contract/contacts.ts';
import * as customers from '#contract/customers.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { startBulkChange, undoBulkChange } from '#contract/leads/lead-bulk.ts';
import { getSingleLeadsHistory, undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer, previewErasure } from '#contract/privacy/erasure.ts';
import { reportContacts, reportEmployees, reportServiceCenters } from '#contract/reports.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { erasureJob, repeatErasures } from './erasure-job.service.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let token: string;
let folder: string;
let list: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  ({ token } = boss);
  folder = await mkdtemp(join(tmpdir(), 'pitlane-erasure-'));
  list = join(folder, 'erased.txt');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

const never = new AbortController().signal;
const runJob = async (customer: string) => {
  const { rows } = await app.pool.query("select id from jobs where kind = 'erasure' and key = $1", [
    customer,
  ]);
  const ended = await erasureJob(app.context, list).run(rows[0].id, { customer }, never);
  await app.pool.query('delete from jobs where id = $1', [rows[0].id]);
  return ended;
};
const record = async (body: object) => {
  const sent = { name: 'Rahim', serviceCenter: fixtures.north, ...body };
  const { data } = await app.call(leads.createLead, {
    token,
    body: { ...sent, phone: String((body as { phone: string }).phone) },
    headers: { 'idempotency-key': `key-${Math.random()}` },
  });
  return { ...data, customer: String(data.customer) };
};
const edit = (id: string, body: object) => app.call(leads.editLead, { token, params: { id }, body });
const move = (id: string, body: object) => app.call(leads.moveLead, { token, params: { id }, body });
const archive = (id: string) =>
  app.call(leads.archiveLead, { token, params: { id }, body: { isActive: false } });
const erase = (id: string, phone: string) =>
  app.call(eraseCustomer, { token, params: { id }, body: { phone } });

async function dump(): Promise<string> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    "select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await app.pool.query<{ text: string }>(`select (t.*)::text as text from ${name} t`);
      return rows.map(({ text }) => `${name}: ${text}`);
    }),
  );
  return texts.flat().join('\n');
}

const reports = async () => ({
  dashboard: (await app.call(getDashboard, { token })).data,
  centers: (await app.call(reportServiceCenters, { token })).data,
  employees: (await app.call(reportEmployees, { token })).data,
  contacts: (await app.call(reportContacts, { token })).data,
});

describe('an erasure', () => {
  test('leaves nothing of the customer in any table, and what reports count as it was', async () => {
    const phone = '01711999001';
    const secrets = [
      ...[phone, '1711999001', 'Zubaida', 'zubaida@secret.example', 'zubi@secret.example', 'ZUB-11-2233'],
      ...[
        'secret-note',
        'secret-comment',
        'secret-try',
        'secret-earlier-try',
        'secret-reason',
        'secret-first-reason',
      ],
      ...[
        'SECRET-JOB',
        'secret-line',
        'secret-area',
        'secret-city',
        'secret-label',
        '01711999002',
        'Zubayda',
      ],
    ];
    const shared = await record({ phone: '01711999900', name: 'Somebody' });
    await move(shared._id, { status: 'lostCustomer', lostReason: 'Too  expensive' });

    const first = await record({
      ...{ phone, name: 'Zubaida', email: 'zubaida@secret.example', vehicleNumber: 'ZUB-11-2233' },
      ...{ notes: 'secret-note 1', platform: 'facebook', serviceOrCampaign: fixtures.oil },
    });
    const { customer } = first;
    await edit(first._id, { notes: 'secret-note 2' });
    await move(first._id, { status: 'booked', appointmentDate: '2026-03-12' });
    await move(first._id, { status: 'completed', jobId: 'SECRET-JOB' });
    const comment = { text: 'secret-comment', mentions: [] };
    await app.call(addComment, { token, params: { id: first._id }, body: comment });

    const second = await record({ phone, name: 'Zubayda', email: 'zubi@secret.example' });
    const contact = { channel: 'call', outcome: 'reached', note: 'secret-earlier-try' } as const;
    const logged = await app.call(logContact, { token, params: { id: second._id }, body: contact });
    const { _id: contactId } = logged.data.contact;
    await app.call(correctContact, { token, params: { id: contactId }, body: { note: 'secret-try' } });
    await move(second._id, { status: 'lostCustomer', lostReason: 'secret-first-reason' });
    await move(second._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    await move(second._id, { status: 'lostCustomer', lostReason: 'secret-reason' });

    const third = await record({ phone, name: 'Zubaida' });
    await move(third._id, { status: 'lostCustomer', lostReason: 'too expensive' });
    // One under a mistyped number, and one that was this customer's before its number was corrected.
    const mistyped = await record({ phone: '01711999002', name: 'Zubaida' });
    await edit(mistyped._id, { phone });
    await archive(mistyped._id);
    const corrected = await record({ phone, name: 'Zubaida', notes: 'secret-note 3' });
    await edit(corrected._id, { phone: '01711999900', name: 'Somebody', notes: null });

    await app.call(customers.createCustomerAddress, {
      token,
      params: { id: customer },
      body: { label: 'secret-label', line: 'secret-line', area: 'secret-area', city: 'secret-city' },
    });
    const mistypedCustomer = mistyped.customer;
    expect((await erase(mistypedCustomer, '01711999002')).data).toEqual({ leads: 0, isFinished: true });
    await runJob(mistypedCustomer);

    const before = (await dump()).toLowerCase();
    const isStored = (secret: string) => before.includes(secret.toLowerCase());
    expect(secrets.filter((secret) => !isStored(secret))).toEqual(['01711999002']);
    const counted = await reports();
    expect((await erase(customer, '+880 1711-999001')).data).toEqual({ leads: 4, isFinished: true });
    expect(await runJob(customer)).toBeUndefined();

    const after = (await dump()).toLowerCase().split('\n');
    for (const secret of secrets)
      expect(after.filter((line) => line.includes(secret.toLowerCase()))).toEqual([]);
    const recounted = await reports();
    expect({ ...recounted, dashboard: undefined }).toEqual({ ...counted, dashboard: undefined });
    const reasons = (of: typeof counted) =>
      JSON.stringify(of.dashboard).replaceAll('secret-reason', 'Erased');
    expect(reasons(recounted).toLowerCase()).toBe(reasons(counted).toLowerCase());
    await expectDayCountersToMatch(app, 'Asia/Dhaka');

    const read = (await app.call(leads.getLead, { token, params: { id: third._id } })).data;
    expect(read).toMatchObject({
      ...{ name: 'Erased customer', isErased: true, phone: '', customer: null, lostReason: 'too expensive' },
      ...{ status: 'lostCustomer', lastModifiedBy: { _id: boss.id } },
    });
    const { data } = await app.call(getSingleLeadsHistory, { token, params: { id: first._id } });
    expect(data.map(({ name, status }) => [name, status])).toEqual(
      ['completed', 'completed', 'booked', 'pending', 'pending'].map((status) => ['Erased customer', status]),
    );
    expect((await app.call(customers.getCustomer, { token, params: { id: customer } })).status).toBe(404);
    expect(await readFile(list, 'utf8')).toContain(` ${customer}\n`);
    const { data: audit } = await app.call(listAudit, { token, query: { action: 'customerErased' } });
    expect(audit.entries).toContainEqual(
      expect.objectContaining({
        actor: { _id: boss.id, name: boss.name },
        details: { customer, leads: 4 },
      }),
    );
  });

  test('leaves a reason of the dealer’s list, even if no other lead has it (F43)', async () => {
    const phone = '01712000009';
    const { _id, customer } = await record({ phone });
    await move(_id, { status: 'lostCustomer', lostReason: 'Sold the car' });
    await erase(customer, phone);
    await runJob(customer);
    const { data } = await app.call(leads.getLead, { token, params: { id: _id } });
    expect(data).toMatchObject({ name: 'Erased customer', lostReason: 'Sold the car' });
  });

  test('takes the name of somebody whose number WhatsApp hides', async () => {
    const phone = '01712000010';
    const { _id, customer } = await record({ phone });
    await archive(_id);
    expect((await erase(customer, 'Rahim')).status).toBe(400);
    await app.pool.query("update customers set mobile = 'BD.1349887665' where id = $1", [customer]);
    expect((await erase(customer, 'Karim')).status).toBe(400);
    expect((await erase(customer, 'Rahim')).status).toBe(200);
  });

  test('waits until no lead is open, and for the right phone number', async () => {
    const phone = '01712000001';
    const { _id, customer } = await record({ phone });
    const refused = await erase(customer, phone);
    expect(refused.status).toBe(409);
    expect(refused.error).toMatchObject({
      message: messages.leadsOpen,
      current: { leads: 1, openLeads: 1 },
    });
    expect((await app.call(previewErasure, { token, params: { id: customer } })).data).toMatchObject({
      ...{ mobile: phone, leads: 1, addresses: 0, openLeads: 1, isErasing: false },
      open: [{ _id, name: 'Rahim', status: 'pending' }],
    });
    await archive(_id);
    const wrong = await erase(customer, '01712000002');
    expect(wrong.status).toBe(400);
    expect(wrong.error.fields).toEqual({ phone: messages.otherPhone });
    expect((await edit(_id, { notes: 'still there' })).status).toBe(200);
    expect((await erase(customer, phone)).status).toBe(200);
  });

  test('lets nobody change an erased lead: a stale editor, an undo, a bulk, a repeated request, a comment', async () => {
    const phone = '01712000003';
    const body = { name: 'Once', phone, serviceCenter: fixtures.north };
    const headers = { 'idempotency-key': 'one-and-only' };
    const { data: lead } = await app.call(leads.createLead, { token, body, headers });
    await edit(lead._id, { name: 'Twice', email: 'twice@example.com' });
    const bulk = await app.call(startBulkChange, { token, body: { action: 'archive', leads: [lead._id] } });
    expect((await erase(String(lead.customer), phone)).status).toBe(200);
    const params = { id: lead._id };
    const stale = await edit(lead._id, { name: 'Once more', version: 3 });
    expect(stale.status).toBe(409);
    expect(stale.error).toMatchObject({ message: messages.leadErased, current: { name: 'Erased customer' } });
    for (const answer of [
      await edit(lead._id, { phone, name: 'Back' }),
      await move(lead._id, { status: 'booked', appointmentDate: '2026-03-12' }),
      await app.call(leads.archiveLead, { token, params, body: { isActive: true } }),
      await app.call(undoLeadChange, { token, params, body: { version: 4 } }),
      await app.call(logContact, {
        token,
        params,
        body: { channel: 'call', outcome: 'busy', note: 'Twice' },
      }),
      await app.call(addComment, { token, params, body: { text: 'Twice called', mentions: [] } }),
      await app.call(leads.createLead, { token, body, headers }),
    ])
      expect(answer.status).toBe(409);
    expect((await app.call(undoBulkChange, { token, params: { id: bulk.data._id } })).data).toMatchObject({
      ...{ changed: 0, refused: 1 },
    });
    expect(await dump()).not.toMatch(/Twice|Once|01712000003/);
    const { data: again } = await app.call(leads.createLead, { token, body: { ...body, name: 'New' } });
    expect(again.customer).not.toBe(lead.customer);
  });

  test('happens once when two ask at once, and beside an edit', async () => {
    const phone = '01712000004';
    const made = await Promise.all(Array.from({ length: 6 }, () => record({ phone, name: 'Parallel' })));
    await Promise.all(made.map(({ _id }) => archive(_id)));
    const customer = made[0]?.customer ?? '';
    const answers = await Promise.all([
      erase(customer, phone),
      ...made.map(({ _id }) => edit(_id, { name: 'Parallel edit', version: 2 })),
      erase(customer, phone),
    ]);
    const [first, ...rest] = answers;
    const last = rest.pop();
    expect([first?.status, last?.status].sort()).toEqual([200, 404]);
    for (const { status } of rest) expect([200, 409]).toContain(status);
    expect(await dump()).not.toMatch(/Parallel|01712000004/);
  });

  test('of many leads is done in parts by a job; meanwhile nobody adds a lead, and one that is opened is archived', async () => {
    const phone = '01712000005';
    const made: Awaited<ReturnType<typeof record>>[] = [];
    while (made.length < 201) {
      const some = Array.from({ length: Math.min(40, 201 - made.length) }, (_, n) => n);
      made.push(...(await Promise.all(some.map((n) => record({ phone, name: `Many ${n}` })))));
    }
    const customer = made[0]?.customer ?? '';
    await app.pool.query('update leads set is_active = false where customer_id = $1', [customer]);
    expect((await erase(customer, phone)).data).toEqual({ leads: 201, isFinished: false });
    expect((await app.call(previewErasure, { token, params: { id: customer } })).data.isErasing).toBe(true);
    expect((await erase(customer, phone)).data).toEqual({ leads: 201, isFinished: false });
    const add = await app.call(leads.createLead, {
      token,
      body: { name: 'Late', phone, serviceCenter: fixtures.north },
    });
    expect([add.status, add.error.message]).toEqual([503, messages.customerErasing]);
    const reopened = made[200]?._id ?? '';
    await app.call(leads.archiveLead, { token, params: { id: reopened }, body: { isActive: true } });
    expect(await runJob(customer)).toBeUndefined();
    expect((await app.call(leads.getLead, { token, params: { id: reopened } })).data).toMatchObject({
      ...{ name: 'Erased customer', isActive: false },
    });
    expect(await dump()).not.toMatch(/Many|01712000005/);
    await expectDayCountersToMatch(app, 'Asia/Dhaka');
    const { rows } = await app.pool.query('select leads from customer_erasures where customer_id = $1', [
      customer,
    ]);
    expect(rows).toEqual([{ leads: 201 }]);
  });

  test('is repeated at a start that finds the customer in a restored backup', async () => {
    const phone = '01712000006';
    const { customer } = await record({ phone, name: 'Restored', email: 'restored@example.com' });
    await writeFile(list, `2026-03-01T00:00:00.000Z ${customer}\n`);
    await repeatErasures(app.context, list);
    expect(await runJob(customer)).toBeUndefined();
    expect(await dump()).not.toMatch(/Restored|restored@|01712000006/);
    const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line.includes(customer));
    expect(lines).toHaveLength(1);
    await repeatErasures(app.context, list);
    const { rows } = await app.pool.query("select from jobs where kind = 'erasure' and key = $1", [customer]);
    expect(rows).toEqual([]);
  });
});

test('a version or comment is replaced in its personal part only, and only by an erasure', async () => {
  const { _id } = await record({ phone: '01712000007' });
  await app.call(addComment, { token, params: { id: _id }, body: { text: 'Fine', mentions: [] } });
  const update = async (setting: string, statement: string) => {
    const client = await app.pool.connect();
    try {
      await client.query(`begin; select set_config('pitlane.erasing', '${setting}', true)`);
      await client.query(`${statement} where lead_id = '${_id}'`);
      return 'done';
    } catch (error) {
      return String(error);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const versions = `update lead_versions set snapshot = '{}'`;
  expect(await update('on', versions)).toBe('done');
  expect(await update('off', versions)).toContain('append-only');
  expect(await update('on', 'update lead_versions set version = 9')).toContain('append-only');
  expect(await update('on', 'delete from lead_versions')).toContain('append-only');
  expect(await update('on', "update lead_comments set text = ''")).toBe('done');
  expect(await update('on', 'update lead_comments set created_at = now()')).toContain('append-only');
});
