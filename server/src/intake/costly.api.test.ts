import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConnection } from '#contract/intake/connections.ts';
import { getDelivery, listDeliveries } from '#contract/intake/deliveries.ts';
import { listTimeline } from '#contract/leads/lead-panel.ts';
import { newId } from '#server/lib/ids.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { insertDeliveries } from './deliveries.db.ts';
import { mailBounds } from './reading/cut-mail.ts';
import { workDueDeliveries } from './work-deliveries.service.ts';

let app: TestApp;
let token: string;
let connection: string;
let center: string;
let secret: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  const { north } = await addFixtures(app);
  center = north;
  const body = { name: 'Mails', kind: 'email', platform: 'website', serviceCenter: north } as const;
  const { data } = await app.call(createConnection, { token, body });
  ({ secret } = data);
  connection = data.connection._id;
});
afterAll(() => app.close());

function mail(id: string, lines: string) {
  const payload = `From: Rahim <rahim@example.com>\r\nSubject: Service\r\nMessage-ID: <${id}>\r\n${lines}`;
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` };
  return app.send({ method: 'POST', url: `/api/v1/intake/${connection}`, headers, payload });
}

async function newest() {
  await workDueDeliveries(app.context);
  const left = "select from deliveries where state = 'waiting'";
  await expect.poll(async () => (await app.pool.query(left)).rowCount).toBe(0);
  const { data } = await app.call(listDeliveries, { token, query: { connection } });
  return data.deliveries[0];
}

const enquiry = '\r\nPlease call 01712345678\r\n';
const deep = [...Array(40).keys()].map(() => 'Content-Type: message/rfc822\r\n\r\n').join('');
const parts = '--b\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(60_000);

test.each([
  ['line breaks', enquiry + '\r\n'.repeat(2_500_000)],
  ['line feeds', enquiry + '\n'.repeat(5_000_000)],
  ['short lines', enquiry + 'a\n'.repeat(2_000_000)],
  ['messages in messages', deep + enquiry + '\n'.repeat(1_000_000)],
  ['thousands of parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`],
  ['a flood of headers', `${'X-A: b\r\n'.repeat(300_000)}${enquiry}`],
])('a mail of %s is cut before it is read, and settled once (F105)', async (name, lines) => {
  expect((await mail(name, lines)).status).toBe(200);
  expect(await newest()).not.toMatchObject({ state: 'failed' });
  const { rows } = await app.pool.query<{ body: Buffer; unfinished: number }>(
    'select body, unfinished from deliveries order by id desc limit 1',
  );
  expect(rows[0]?.unfinished).toBe(0);
  expect(rows[0]?.body.toString().split('\n').length).toBeLessThanOrEqual(mailBounds.lines + 1);
});

test('what of a mail is too large to be read waits for a person, who sees what it was (F113)', async () => {
  const file = 'Content-Type: text/plain; name="leads.txt"\r\nContent-Disposition: attachment\r\n\r\n';
  const attached = `--b\r\n${file}${'Oil change\r\n'.repeat(4_000)}Phone: 01712345711\r\n--b--\r\n`;
  await mail(
    'left-out',
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee attached\r\n${attached}`,
  );
  const delivery = await newest();
  expect(delivery).toMatchObject({ state: 'toPlace', reason: 'attachedFile', lead: null });
  const params = { id: delivery?._id ?? '' };
  const { data } = await app.call(getDelivery, { token, params });
  expect(data.enquiry?.notes).toContain('Not read: the rest of leads.txt');
  await mail('long', `\r\n${'Oil change\r\n'.repeat(9_000)}Phone: 01712345712\r\n`);
  expect(await newest()).toMatchObject({ state: 'toPlace', reason: 'tooLarge', lead: null });
});

test('bodies full of enquiries are worked one after another, each in a transaction of its own (F105)', async () => {
  const body = { name: 'Lists', platform: 'website', serviceCenter: center } as const;
  const { data } = await app.call(createConnection, { token, body });
  const people = (from: number) =>
    [...Array(200).keys()].map((at) => ({ name: 'Rahim', phone: `0171${from + at}` }));
  const at = app.clock.now();
  const lists = [1_000, 2_000, 3_000].map((from) => ({
    ...{ id: newId(at), connection: data.connection._id, key: `list ${from}`, at },
    ...{ contentType: 'application/json', body: Buffer.from(JSON.stringify({ leads: people(from) })) },
  }));
  await insertDeliveries(app.context.db, lists, at);
  await workDueDeliveries(app.context);
  const { rows } = await app.pool.query<{ count: number; transactions: number }>(
    "select count(*)::int, count(distinct xmin::text)::int as transactions from deliveries where connection_id = $1 and state <> 'waiting'",
    [data.connection._id],
  );
  expect(rows).toEqual([{ count: 600, transactions: 3 }]);
});

test('the timeline reads what was understood, never the body (F105)', async () => {
  await mail('read-once', '\r\nOil change for my car. Call 01712345699\r\n');
  const delivery = await newest();
  expect(delivery).toMatchObject({ state: 'lead' });
  await app.pool.query('update deliveries set body = $1 where id = $2', [Buffer.from('{'), delivery?._id]);
  const params = { id: delivery?.lead ?? '' };
  const { data } = await app.call(listTimeline, { token, params });
  expect(JSON.stringify(data)).toContain('Oil change for my car');
});

test('work that was begun three times without an end waits for a person, and is not taken again (F105)', async () => {
  await mail('endless', '\r\nCall 01712345700\r\n');
  const delivery = await newest();
  await app.pool.query(
    "update deliveries set state = 'waiting', lead_id = null, unfinished = 3, try_at = received_at where id = $1",
    [delivery?._id],
  );
  expect(await newest()).toMatchObject({ state: 'toPlace', reason: 'tooCostly' });
  await workDueDeliveries(app.context);
  expect(await newest()).toMatchObject({ state: 'toPlace', reason: 'tooCostly' });
});
