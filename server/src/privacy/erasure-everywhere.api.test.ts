import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeCustomers, undoCustomerMerge } from '#contract/customer-merges.ts';
import * as imports from '#contract/imports.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { checkFile, runImportToEnd } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { linesWith } from '#server/testing/table-texts.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { signatureOf } from '../../../scripts/stand-in-graph.mjs';
import { forgetErasedNumbers } from './erased-numbers.service.ts';
import { erasureJob, repeatErasures } from './erasure-job.service.ts';

const appSecret = '0123456789abcdef0123456789abcdef';
const day = 24 * 3_600_000;

let app: TestApp;
let token: string;
let north: string;
let folder: string;
let webhook: { path: string; secret: string };
let whatsApp: string;
let made = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  ({ north } = await addFixtures(app));
  folder = await mkdtemp(join(tmpdir(), 'pitlane-everywhere-'));
  const site = { name: 'Site', platform: 'website', serviceCenter: north } as const;
  const { data } = await app.call(createConnection, { token, body: site });
  webhook = { path: `/api/v1/intake/${data.connection._id}`, secret: data.secret };
  const number = {
    ...{ name: 'Number', kind: 'whatsapp', platform: 'whatsapp', serviceCenter: north },
    ...{ appSecret, pageToken: 'b' },
  } as const;
  whatsApp = String((await app.call(createConnection, { token, body: number })).data.connection.path);
  // Messages wait for a person.
  await app.pool.query("update connections set service_center_id = null where kind = 'whatsapp'");
  // Deliveries are worked when a test says so.
  await app.app.intake.stop();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

async function passTime(ms: number): Promise<void> {
  app.clock.set(new Date(app.clock.now().getTime() + ms));
  ({ token } = await app.signIn('superAdmin'));
}

const newPhone = () => `0171600${String(++made).padStart(4, '0')}`;

async function addLead(name: string, phone: string, notes: string | null = null) {
  const body = { name, phone, notes, serviceCenter: north };
  const { data } = await app.call(leads.createLead, { token, body });
  return { ...data, customer: String(data.customer) };
}
const archive = (id: string) =>
  app.call(leads.archiveLead, { token, params: { id }, body: { isActive: false } });

async function erase(id: string, phone: string): Promise<void> {
  const { status } = await app.call(eraseCustomer, { token, params: { id }, body: { phone } });
  expect(status).toBe(200);
}

async function runErasures(list = join(folder, 'erased.txt')): Promise<void> {
  const { rows } = await app.pool.query("delete from jobs where kind = 'erasure' returning id, payload");
  const job = erasureJob(app.context, list);
  for (const { id, payload } of rows) await job.run(id, payload, new AbortController().signal);
}

const deliver = (body: object) =>
  app.send({
    ...{ method: 'POST', url: webhook.path, payload: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.secret}` },
  });

function write(message: Parameters<typeof messageNotification>[0][number]) {
  const body = messageNotification([message]);
  return app.send({
    ...{ method: 'POST', url: whatsApp, payload: body },
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, appSecret) },
  });
}

const fileWith = (row: string) =>
  [
    'Name,Phone,Service center,Notes',
    ...Array.from({ length: 201 }, (_, n) => `Guest ${n},0181600${1000 + n},North,`),
    row,
  ].join('\n');

for (const [name, row] of [
  ['that fits', (phone: string) => `Zubaida,${phone},North,secret-row`],
  ['that is refused', (phone: string) => `Zubaida,${phone},Nowhere,secret-row`],
  ['whose number is not read', (phone: string) => `Zubaida,${phone}000,North,secret-row`],
] as const)
  test(`an import that is running brings nobody back by a row ${name} (F128)`, async () => {
    const phone = newPhone();
    const lead = await addLead('Zubaida', phone);
    await archive(lead._id);
    const { _id: id } = await checkFile(app, token, fileWith(row(phone)));
    expect((await app.call(imports.startImport, { token, params: { id } })).status).toBe(201);
    const isFinal = row(phone).includes('000,');
    if (isFinal) await runImportToEnd(app, id);
    await erase(lead.customer, phone);
    await runErasures();
    await runImportToEnd(app, id);
    const { data } = await app.call(imports.getImport, { token, params: { id } });
    expect(data).toMatchObject({ state: 'done', handled: 202, refused: 1 });
    expect(await linesWith(app.pool, [phone, phone.slice(1), 'Zubaida', 'secret-row'])).toEqual([]);
    const again = await addLead('Somebody new', phone);
    expect(again.customer).not.toBe(lead.customer);
    await app.pool.query('delete from import_rows');
  });

test('an import that runs meanwhile brings nobody back (F128)', async () => {
  const phone = newPhone();
  const lead = await addLead('Zubaida', phone);
  await archive(lead._id);
  const rows = Array.from({ length: 40 }, (_, n) => `Zubaida,${phone},North,secret-row ${n}`);
  const { _id: id } = await checkFile(app, token, fileWith(rows.join('\n')), { duplicates: 'add' });
  await app.call(imports.startImport, { token, params: { id } });
  const working = runImportToEnd(app, id);
  const { status } = await app.call(eraseCustomer, {
    ...{ token, params: { id: lead.customer }, body: { phone } },
  });
  await working;
  // The import may have been first: then the lead that it opened has to be closed.
  if (status === 409) {
    await app.pool.query('update leads set is_active = false where customer_id = $1', [lead.customer]);
    await erase(lead.customer, phone);
  } else expect(status).toBe(200);
  await runErasures();
  expect(await linesWith(app.pool, [phone, phone.slice(1), 'Zubaida', 'secret-row'])).toEqual([]);
});

for (const [name, body] of [
  ['waits to be worked', { name: 'Rokeya', message: 'secret-enquiry' }],
  ['waits in vain, with the number among its words', { name: 'Rokeya', message: 'secret-enquiry' }],
] as const)
  test(`an enquiry that ${name} goes with its sender (F128)`, async () => {
    const phone = newPhone();
    const lead = await addLead('Rokeya', phone);
    await archive(lead._id);
    const isUnread = name.startsWith('waits in vain');
    const spaced = `+880 ${phone.slice(1, 5)}-${phone.slice(5)}`;
    expect(
      (
        await deliver(
          isUnread ? { ...body, phone: '12', told: `Call ${spaced}` } : { ...body, phone: spaced },
        )
      ).status,
    ).toBe(200);
    if (isUnread) await workDueDeliveries(app.context);
    await erase(lead.customer, phone);
    await runErasures();
    await workDueDeliveries(app.context);
    expect(await linesWith(app.pool, [phone, phone.slice(1), 'Rokeya', 'secret-enquiry'])).toEqual([]);
    // What they write from then on is theirs to say.
    await passTime(60_000);
    await deliver({ name: 'Somebody new', phone, message: 'Hello again' });
    await workDueDeliveries(app.context);
    const { rows } = await app.pool.query('select notes from leads where phone = $1', [phone]);
    expect(rows).toEqual([{ notes: 'Hello again' }]);
  });

test('messages under a number and an id go when the customer is known by the id alone (F128)', async () => {
  const phone = newPhone();
  const user = 'BD.9349887665123456';
  const lead = await addLead('Nusrat', phone);
  await archive(lead._id);
  await app.pool.query('update customers set mobile = $2 where id = $1', [lead.customer, user]);
  await app.pool.query('update leads set phone = $2 where id = $1', [lead._id, user]);
  const from = `88${phone}`;
  await write({ id: 'wamid.both', from, user, name: 'Nusrat', content: { body: 'secret-both' } });
  await write({ id: 'wamid.number', from, name: 'Nusrat', content: { body: 'secret-number' } });
  await write({ id: 'wamid.id', user, name: 'Nusrat', content: { body: 'secret-id' } });
  await workDueDeliveries(app.context);
  await write({ id: 'wamid.later', user, name: 'Nusrat', content: { body: 'secret-later' } });
  expect((await linesWith(app.pool, ['secret-'])).length).toBeGreaterThanOrEqual(4);
  await erase(lead.customer, 'Nusrat');
  await runErasures();
  await workDueDeliveries(app.context);
  expect(await linesWith(app.pool, [phone, phone.slice(1), user, 'Nusrat', 'secret-'])).toEqual([]);
});

test('numbers of erased customers are not remembered for longer than something waits (F128)', async () => {
  await app.pool.query("update imports set state = 'done'");
  const count = async () => (await app.pool.query('select from erased_numbers')).rowCount;
  expect(await count()).toBeGreaterThan(0);
  await deliver({ name: 'Waiting', phone: newPhone() });
  await passTime(2 * day);
  await forgetErasedNumbers(app.context);
  await workDueDeliveries(app.context);
  await forgetErasedNumbers(app.context);
  expect(await count()).toBe(0);
});

async function mergedPair(notes: { one?: string; other?: string } = {}) {
  const [one, other] = [
    { lead: await addLead('Amina', newPhone(), notes.one), name: 'Amina' },
    { lead: await addLead('Karim', newPhone(), notes.other), name: 'Karim' },
  ];
  const ids = [one.lead.customer, other.lead.customer];
  const { rows } = await app.pool.query('select id as "_id", version from customers where id = any($1)', [
    ids,
  ]);
  const chosen = { customers: rows, keep: one.lead.customer, name: 'Karim', email: null };
  const { status, data } = await app.call(mergeCustomers, { token, body: chosen });
  expect(status).toBe(201);
  const seen = await app.pool.query('select id as "_id", version from leads where id = any($1)', [
    [one.lead._id, other.lead._id],
  ]);
  const body = { kept: one.lead._id, leads: seen.rows };
  const merged = await app.call(mergeLeads, { token, body });
  expect(merged.status).toBe(200);
  return { one: one.lead, other: other.lead, merge: data.merge._id, leadMerge: merged.data.merge._id };
}

for (const [name, isOther] of [
  ['was joined', true],
  ['was kept', false],
] as const)
  test(`who was merged with somebody and parted again, and whose lead ${name}, leaves nothing in the versions of that time (F128)`, async () => {
    const { one, other, merge, leadMerge } = await mergedPair({
      one: 'secret-of-amina',
      other: 'secret-of-karim',
    });
    const edit = { notes: 'secret-of-amina and secret-of-karim, called' };
    const { rows } = await app.pool.query('select version from leads where id = $1', [one._id]);
    const params = { id: one._id };
    const edited = await app.call(leads.editLead, {
      token,
      params,
      body: { ...edit, version: rows[0].version },
    });
    expect(edited.status).toBe(200);
    expect((await app.call(undoLeadMerge, { token, params: { id: leadMerge }, body: {} })).status).toBe(200);
    expect((await app.call(undoCustomerMerge, { token, params: { id: merge } })).status).toBe(200);
    const [gone, left] = isOther ? [other, one] : [one, other];
    const { rows: now } = await app.pool.query('select version from leads where id = $1', [left._id]);
    const own = { notes: 'what is left', version: now[0].version };
    expect((await app.call(leads.editLead, { token, params: { id: left._id }, body: own })).status).toBe(200);
    await archive(gone._id);
    await erase(gone.customer, gone.phone);
    await runErasures();
    const secret = isOther ? 'secret-of-karim' : 'secret-of-amina';
    expect(await linesWith(app.pool, [gone.phone, gone.phone.slice(1), secret])).toEqual([]);
    const kept = await app.pool.query('select notes from leads where id = $1', [left._id]);
    expect(kept.rows).toEqual([{ notes: 'what is left' }]);
    await archive(left._id);
    await erase(left.customer, left.phone);
    await runErasures();
  });

for (const [name, isOther] of [
  ['merged into another', true],
  ['kept, and into whom another was merged', false],
] as const)
  test(`a restored backup from while they were merged leaves nothing of somebody erased since, who was ${name} (F128)`, async () => {
    const { one, other } = await mergedPair();
    const [gone, left] = isOther ? [other, one] : [one, other];
    const list = join(folder, `restored-${name.length}.txt`);
    await passTime(3 * day);
    await writeFile(list, `2026-03-01T00:00:00.000Z ${gone.customer}\n`);
    await repeatErasures(app.context, list);
    await runErasures(list);
    const goneName = isOther ? ['Karim'] : ['Amina'];
    expect(await linesWith(app.pool, [gone.phone, gone.phone.slice(1), ...goneName])).toEqual([]);
    const { rows } = await app.pool.query('select name, phone, is_active from leads where customer_id = $1', [
      left.customer,
    ]);
    expect(rows).toEqual([{ name: isOther ? 'Amina' : 'Karim', phone: left.phone, is_active: true }]);
    const kept = await app.pool.query('select name, mobile, merged_into from customers where id = $1', [
      left.customer,
    ]);
    expect(kept.rows).toEqual([{ name: isOther ? 'Amina' : 'Karim', mobile: left.phone, merged_into: null }]);
    await archive(left._id);
    await erase(left.customer, left.phone);
    await runErasures(list);
  });

test('who was erased together with those merged into them is erased whole in a restored backup (F128)', async () => {
  const { one, other, merge } = await mergedPair();
  const list = join(folder, 'together.txt');
  await writeFile(
    list,
    [one, other].map(({ customer }) => `2026-03-01T00:00:00.000Z ${customer}\n`).join(''),
  );
  await repeatErasures(app.context, list);
  await runErasures(list);
  expect(await linesWith(app.pool, [one.phone, other.phone, 'Amina', 'Karim'])).toEqual([]);
  const { status } = await app.call(undoCustomerMerge, { token, params: { id: merge } });
  expect(status).toBe(404);
});

test('a file that came with a mail goes with its person, and stays in no table (F113)', async () => {
  const mailbox = { name: 'Mails', kind: 'email', platform: 'website', serviceCenter: north } as const;
  const { data } = await app.call(createConnection, { token, body: mailbox });
  const phone = newPhone();
  const mail = [
    ...['From: Zubaida <zubaida@example.com>', 'Content-Type: multipart/mixed; boundary=a', ''],
    ...['--a', '', `Please call ${phone}`, '--a', 'Content-Type: application/pdf'],
    ...['Content-Disposition: attachment; filename="secret-name.pdf"', '', 'secret-file', '--a--', ''],
  ].join('\r\n');
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${data.secret}` };
  await app.send({ method: 'POST', url: data.connection.path, headers, payload: mail });
  await workDueDeliveries(app.context);
  expect(await linesWith(app.pool, ['secret-file'])).toHaveLength(1);
  const { rows } = await app.pool.query<{ id: string; customer: string }>(
    'select id, customer_id as customer from leads where phone = $1',
    [phone],
  );
  await archive(String(rows[0]?.id));
  await erase(String(rows[0]?.customer), phone);
  await runErasures();
  expect(await linesWith(app.pool, [phone.slice(1), 'secret-file', 'secret-name', 'zubaida@'])).toEqual([]);
});
