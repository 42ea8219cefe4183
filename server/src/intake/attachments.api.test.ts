import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, getFullPath } from '#contract/call/endpoint.ts';
import { createConnection } from '#contract/intake/connections.ts';
import {
  downloadAttachment,
  getDelivery,
  intakeLimits,
  listDeliveries,
} from '#contract/intake/deliveries.ts';
import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { listTimeline } from '#contract/leads/lead-panel.ts';
import { createLead } from '#contract/leads/leads.ts';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { deleteOldDeliveries, eraseDeliveryTexts } from './forget-deliveries.db.ts';
import { workDueDeliveries } from './work-deliveries.service.ts';

const megabyte = 1_048_576;

let app: TestApp;
let token: string;
let north: string;
let south: string;
let mailbox: { id: string; path: string; secret: string };
let made = 0;

beforeAll(async () => {
  app = await TestApp.open({
    intakeQuota: { hourly: { deliveries: 100, bytes: 20 * megabyte }, storedBytes: 40 * megabyte },
  });
  ({ token } = await app.signIn('superAdmin'));
  ({ north, south } = await addFixtures(app));
  await app.app.intake.stop();
  mailbox = await connect();
});
afterAll(() => app.close());

async function connect(kind: 'email' | 'webhook' = 'email') {
  const body = { name: `Own ${++made}`, kind, platform: 'website', serviceCenter: north } as const;
  const { data } = await app.call(createConnection, { token, body });
  return { id: data.connection._id, path: data.connection.path, secret: data.secret };
}

type File = { name: string; content: Buffer };

async function post(text: string, files: readonly File[], to = mailbox): Promise<string> {
  const parts = files.flatMap(({ name, content }) => [
    ...[
      '--a',
      'Content-Type: text/html',
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    ],
    ...['Content-Transfer-Encoding: base64', '', content.toString('base64')],
  ]);
  const payload = [
    ...['From: Rahim <rahim@example.com>', 'Subject: Service', `Message-ID: <${++made}@example.com>`],
    ...['Content-Type: multipart/mixed; boundary=a', '', '--a', '', text, ...parts, '--a--', ''],
  ].join('\r\n');
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${to.secret}` };
  const { status } = await app.send({ method: 'POST', url: to.path, headers, payload });
  expect(status).toBe(200);
  await workDueDeliveries(app.context);
  const { data } = await app.call(listDeliveries, { token, query: { connection: to.id } });
  return String(data.deliveries[0]?._id);
}

const phoneOf = (number: number) => `0171${String(number).padStart(7, '0')}`;
const details = async (id: string) => (await app.call(getDelivery, { token, params: { id } })).data;
const leadOf = async (id: string) => String((await details(id)).lead);
const timelineOf = async (lead: string, as = token) =>
  (await app.call(listTimeline, { token: as, params: { id: lead } })).data.entries.flatMap((entry) =>
    entry.kind === 'intake' ? [entry.delivery] : [],
  );

function download(id: string, as = token) {
  const url = getFullPath(downloadAttachment).replace(':id', id);
  return app.app.inject({ url, headers: { authorization: `Bearer ${as}` } });
}

const script = Buffer.from(`<script>alert(1)</script>${'x'.repeat(300_000)}`);
const bangla = 'গাড়ি "১".html';

test('a file that came with a mail is offered under Incoming enquiries and in the timeline, and sent as a file that no browser opens (F113)', async () => {
  const id = await post(`Please call ${phoneOf(1)}`, [{ name: bangla, content: script }]);
  const shown = [{ _id: expect.any(String), name: bangla, bytes: script.length, isStored: true }];
  const { attachments } = await details(id);
  expect(attachments).toEqual(shown);
  const lead = await leadOf(id);
  expect((await timelineOf(lead)).map(({ attachments }) => attachments)).toEqual([shown]);
  const answer = await download(String(attachments[0]?._id));
  expect(answer.rawPayload.equals(script)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(script.length),
    'content-disposition': `attachment; filename="_____ ___.html"; filename*=UTF-8''${encodeURIComponent(bangla)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  });
  const { rows } = await app.pool.query("select details from audit_log where action = 'exported'");
  expect(rows).toEqual([
    { details: { call: `GET ${getFullPath(downloadAttachment).replace(basePath, '')}` } },
  ]);
});

test('what became no lead is for management alone, and what was merged is shown with the lead that is kept (F113)', async () => {
  const waiting = await post('Please see attached', [{ name: 'a.pdf', content: script }]);
  const file = String((await details(waiting)).attachments[0]?._id);
  const advisor = await app.signIn('service', [north]);
  const entry = await app.signIn('dataEntry');
  const status = async (as: { token: string }) => (await download(file, as.token)).statusCode;
  expect(await Promise.all([advisor, entry, { token }].map(status))).toEqual([404, 404, 200]);

  const phone = phoneOf(2);
  const lead = await leadOf(await post(`Please call ${phone}`, [{ name: 'b.pdf', content: script }]));
  const body = { name: 'Rahim', phone, serviceCenter: north };
  const { data: other } = await app.call(createLead, { token, body });
  const leads = [lead, other._id].map((_id) => ({ _id, version: 1 }));
  const merged = await app.call(mergeLeads, { token, body: { kept: other._id, leads } });
  expect(merged.status).toBe(200);
  await app.pool.query('update leads set service_center_id = $1 where id = $2', [south, lead]);
  const [enquiry] = await timelineOf(other._id, advisor.token);
  const { statusCode } = await download(String(enquiry?.attachments[0]?._id), advisor.token);
  expect(statusCode).toBe(200);
});

test('of several people in one mail each has its files (F113)', async () => {
  const people = [3, 4]
    .map((number) => `Name: Rahim ${number}\r\nPhone: ${phoneOf(number)}\r\n`)
    .join('\r\n');
  await post(people, [{ name: 'both.pdf', content: script }]);
  const { rows } = await app.pool.query<{ lead: string }>(
    'select lead_id as lead from deliveries where phone = any($1) order by phone',
    [[3, 4].map(phoneOf)],
  );
  expect(rows).toHaveLength(2);
  for (const { lead } of rows) {
    const [enquiry] = await timelineOf(lead);
    const answer = await download(String(enquiry?.attachments[0]?._id));
    expect(answer.rawPayload.equals(script)).toBe(true);
  }
});

async function storedFiles(): Promise<number> {
  const text = 'select count(*)::int as count from delivery_attachments';
  return (await app.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}
const storedBytes = async () => (await app.call(getSystemStatus, { token })).data.intake.bytes;

test('a file goes with its enquiry: when its person is erased, its mail expires or is deleted, and its room is free again (F113)', async () => {
  const [files, bytes] = [await storedFiles(), await storedBytes()];
  await post(`Please call ${phoneOf(5)}`, [{ name: 'a.pdf', content: script }]);
  await post('Please see attached', [{ name: 'b.pdf', content: script }]);
  expect(await storedFiles()).toBe(files + 2);
  expect(await storedBytes()).toBeGreaterThan(bytes + 2 * script.length);
  await eraseDeliveryTexts(app.db, { numbers: [phoneOf(5)] });
  expect(await storedFiles()).toBe(files + 1);
  await deleteOldDeliveries(app.db, new Date(app.clock.now().getTime() + 1), 500);
  expect(await storedFiles()).toBeLessThan(files + 1);
  const { rows } = await app.pool.query(`
    select sum(bytes) = (select sum(octet_length(body)) from deliveries)
      + (select coalesce(sum(octet_length(content)), 0) from delivery_attachments) as "areEqual" from stored_volumes`);
  expect(rows).toEqual([{ areEqual: true }]);
});

test('files fill half of what a connection may bring in an hour; then enquiries come in without them (F113)', async () => {
  const own = await connect();
  await app.pool.query('truncate connection_volumes');
  const large = { name: 'photo.jpg', content: Buffer.alloc(6 * megabyte, 'x') };
  const first = await post(`Please call ${phoneOf(6)}`, [large], own);
  const second = await post(`Please call ${phoneOf(7)}`, [large], own);
  const stored = async (id: string) => (await details(id)).attachments.map(({ isStored }) => isStored);
  expect([await stored(first), await stored(second)]).toEqual([[true], [false]]);
  expect((await details(second)).attachments).toMatchObject([{ name: 'photo.jpg', bytes: 6 * megabyte }]);
  expect((await download(String((await details(second)).attachments[0]?._id))).statusCode).toBe(404);
  expect((await details(second)).lead).not.toBeNull();
});

type Field = { name: string; value: string | File; type?: string };

async function postForm(
  fields: readonly Field[],
  to: Awaited<ReturnType<typeof connect>>,
  signature?: object,
) {
  const boundary = `b${++made}`;
  const parts = fields.flatMap(({ name, value, type = 'application/pdf' }) => {
    const isFile = typeof value !== 'string';
    const file = isFile ? `; filename="${value.name}"\r\nContent-Type: ${type}` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), isFile ? value.content : Buffer.from(value), Buffer.from('\r\n')];
  });
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers = { 'content-type': type, ...(signature ?? { authorization: `Bearer ${to.secret}` }) };
  const { status } = await app.send({ method: 'POST', url: to.path, headers, payload });
  await workDueDeliveries(app.context);
  const { data } = await app.call(listDeliveries, { token, query: { connection: to.id } });
  return { status, ids: data.deliveries.map(({ _id }) => _id) };
}

const binary = Buffer.from([...Array(600_000).keys()].map((at) => (at * 7) % 256));

test('files of a form that is posted to a webhook are stored, offered and erased as those of mails, also where they make it large (F113)', async () => {
  await app.pool.query('truncate connection_volumes');
  const own = await connect('webhook');
  const person = [
    { name: 'name', value: 'Rahim' },
    { name: 'phone', value: phoneOf(8) },
  ];
  const photo = { name: 'photo', value: { name: 'car.jpg', content: binary }, type: 'image/jpeg' };
  const { status, ids } = await postForm([...person, photo], own);
  expect([status, ids.length]).toEqual([200, 1]);
  const id = String(ids[0]);
  const shown = [{ _id: expect.any(String), name: 'car.jpg', bytes: binary.length, isStored: true }];
  const { attachments, enquiry, text } = await details(id);
  expect(attachments).toEqual(shown);
  expect(enquiry).toMatchObject({ name: 'Rahim', phone: phoneOf(8), notes: 'photo: car.jpg' });
  expect(text?.length).toBeLessThan(1_000);
  expect((await timelineOf(await leadOf(id))).map(({ attachments }) => attachments)).toEqual([shown]);
  expect((await download(String(attachments[0]?._id))).rawPayload.equals(binary)).toBe(true);
  expect((await postForm([...person, photo], own)).ids).toEqual([id]);
  await eraseDeliveryTexts(app.db, { numbers: [phoneOf(8)] });
  expect((await download(String(attachments[0]?._id))).statusCode).toBe(404);

  const long = { name: 'notes', value: 'x'.repeat(intakeLimits.deliveryBytes) };
  expect((await postForm([...person, long], own)).status).toBe(413);
  expect((await postForm([...person, photo], own, { 'webhook-id': 'a' })).status).toBe(413);
});

test('an enquiry that a form carries as a file of JSON or XML is read, and offered as well (F122)', async () => {
  const own = await connect('webhook');
  const json = Buffer.from(JSON.stringify({ name: 'Karim', phone: phoneOf(9) }));
  const xml = Buffer.from(`<lead><name>Salma</name><phone>${phoneOf(10)}</phone></lead>`);
  await postForm([{ name: 'data', value: { name: 'blob', content: json }, type: 'application/json' }], own);
  const { ids } = await postForm([{ name: 'lead', value: { name: 'lead.xml', content: xml } }], own);
  const read = await Promise.all(ids.map((id) => details(id)));
  expect(read).toMatchObject([
    { state: 'lead', enquiry: { name: 'Salma', phone: phoneOf(10) }, attachments: [{ name: 'lead.xml' }] },
    { state: 'lead', enquiry: { name: 'Karim', phone: phoneOf(9) }, attachments: [{ name: 'blob' }] },
  ]);
});
