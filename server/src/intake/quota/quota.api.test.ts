import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConnection, listConnections } from '#contract/intake/connections.ts';
import { createWebsiteForm } from '#contract/intake/forms.ts';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { eraseDeliveryTexts } from '#server/intake/forget-deliveries.db.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { formOf } from '#server/testing/intake-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { createLeadNotification, signatureOf } from '../../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';
const megabyte = 1_048_576;
const hourly = { deliveries: 3, bytes: 16 * megabyte };
const hourMs = 3_600_000;
const json = { 'content-type': 'application/json' };

let app: TestApp;
let token: string;
let north: string;
let made = 0;

beforeAll(async () => {
  app = await TestApp.open({ intakeQuota: { hourly, storedBytes: 16 * megabyte } });
  ({ token } = await app.signIn('superAdmin'));
  ({ north } = await addFixtures(app));
});
beforeEach(async () => {
  await app.pool.query('truncate connection_volumes, throttles');
  app.clock.set(testNoon);
});
afterAll(() => app.close());

type Sent = { status: number; headers: Record<string, unknown>; text: string };
type Door = { id: string; send: (number: number, padding?: number) => Promise<Sent> };

async function connect(more: object): Promise<{ id: string; url: string; secret: string }> {
  const body = { name: `Door ${++made}`, platform: 'website', serviceCenter: north, ...more } as const;
  const { data } = await app.call(createConnection, { token, body });
  return { id: data.connection._id, url: data.connection.path, secret: data.secret };
}

async function webhook(): Promise<Door> {
  const { id, url, secret } = await connect({});
  return {
    id,
    send: (number, padding = 0) => {
      const headers = { ...json, authorization: `Bearer ${secret}`, 'webhook-id': `enquiry-${number}` };
      const payload = JSON.stringify({ name: 'Rahim', phone: phoneOf(number), rest: 'x'.repeat(padding) });
      return app.send({ method: 'POST', url, headers, payload });
    },
  };
}

async function mailbox(): Promise<Door> {
  const { id, url, secret } = await connect({ kind: 'email' });
  return {
    id,
    send: (number) => {
      const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` };
      const head = `From: Rahim <rahim@example.com>\r\nSubject: Service\r\nMessage-ID: <${number}@example.com>`;
      const payload = `${head}\r\n\r\nPlease call ${phoneOf(number)}\r\n`;
      return app.send({ method: 'POST', url, headers, payload });
    },
  };
}

async function meta(kind: 'meta' | 'whatsapp'): Promise<Door> {
  const { id, url } = await connect({ kind, appSecret, pageToken: 'EAAtesttoken' });
  return {
    id,
    send: (number) => {
      const from = phoneOf(number).replace('0', '880');
      const payload =
        kind === 'meta'
          ? createLeadNotification([`99007199254${number}`])
          : messageNotification([{ id: `wamid.${number}`, from }]);
      const headers = { ...json, 'x-hub-signature-256': signatureOf(payload, appSecret) };
      return app.send({ method: 'POST', url, headers, payload });
    },
  };
}

async function form(): Promise<Door> {
  const { data } = await app.call(createWebsiteForm, { token, body: formOf(north) });
  const url = `/form/${data._id}`;
  const keys = new Map<number, Record<string, string>>();
  return {
    id: data._id,
    send: async (number) => {
      const { text } = await app.send({ method: 'GET', url, headers: {} });
      const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
      const plain = hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]);
      const fields = keys.get(number) ?? Object.fromEntries(plain);
      keys.set(number, fields);
      app.clock.set(new Date(app.clock.now().getTime() + 5_000));
      const payload = new URLSearchParams({ ...fields, name: 'Rahim', phone: phoneOf(number) }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      return app.send({ method: 'POST', url, headers, payload });
    },
  };
}

const doors = {
  'a webhook': webhook,
  'a mailbox': mailbox,
  'a form': form,
  'the lead ads of a page': () => meta('meta'),
  'a number of WhatsApp': () => meta('whatsapp'),
};

function phoneOf(number: number): string {
  return `0171${String(number).padStart(7, '0')}`;
}

async function storedOf(connection: string): Promise<number> {
  const text = 'select count(*)::int as count from deliveries where connection_id = $1';
  return (await app.pool.query<{ count: number }>(text, [connection])).rows[0]?.count ?? 0;
}

async function refusedOf(connection: string): Promise<number> {
  const { data } = await app.call(listConnections, { token });
  return data.connections.find(({ _id }) => _id === connection)?.days[0]?.refused ?? 0;
}

async function status() {
  return (await app.call(getSystemStatus, { token })).data;
}

async function expectCountersToMatch() {
  const { rows } = await app.pool.query(`
    (select connection_id, sum(deliveries)::bigint, sum(bytes)::bigint from stored_volumes group by 1 having sum(deliveries) <> 0
      except select connection_id, count(*), coalesce(sum(octet_length(body)), 0) from deliveries group by 1)
    union all (select connection_id, count(*), coalesce(sum(octet_length(body)), 0) from deliveries group by 1
      except select connection_id, sum(deliveries)::bigint, sum(bytes)::bigint from stored_volumes group by 1)`);
  expect(rows).toEqual([]);
}

test.each(Object.entries(doors))(
  '%s brings as much as it may in an hour; what is refused comes in when it is sent again (F105)',
  async (_name, open) => {
    const door = await open();
    const answers = [];
    for (const number of [1, 2, 3, 4]) answers.push(await door.send(number + 1_000 * made));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const retryAfter = Number(answers[3]?.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(hourMs / 1_000);
    expect(await storedOf(door.id)).toBe(3);
    expect(await refusedOf(door.id)).toBe(1);
    // What is there already needs no room.
    expect((await door.send(1 + 1_000 * made)).status).toBe(200);
    expect((await (await webhook()).send(9_000 + made)).status).toBe(200);
    expect((await status()).warnings).toContain('intakeRefused');
    app.clock.set(new Date(app.clock.now().getTime() + retryAfter * 1_000));
    expect((await door.send(4 + 1_000 * (made - 1))).status).toBe(200);
    expect(await storedOf(door.id)).toBe(4);
  },
);

test('enquiries that are sent at once are no more than an hour allows (F105)', async () => {
  const door = await webhook();
  const answers = await Promise.all([...Array(12).keys()].map((number) => door.send(20_000 + number)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(hourly.deliveries);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - hourly.deliveries);
  expect(await storedOf(door.id)).toBe(hourly.deliveries);
});

test('all connections together bring three times what one may in an hour (F105)', async () => {
  const all = await Promise.all([...Array(4)].map(() => webhook()));
  const statuses = [];
  for (const [index, door] of all.entries())
    for (const number of [1, 2, 3]) statuses.push((await door.send(30_000 + 10 * index + number)).status);
  expect(statuses).toEqual([...Array(9).fill(200), ...Array(3).fill(429)]);
});

test('one connection fills half of what may be stored; the others go on, and erasing makes room (F105)', async () => {
  const door = await webhook();
  let number = 40_000;
  const { bytes: before } = (await status()).intake;
  let answer = await door.send(number, 200_000);
  while (answer.status === 200) {
    await app.pool.query('truncate connection_volumes');
    answer = await door.send(++number, 200_000);
  }
  expect(answer.status).toBe(507);
  expect(answer.headers['retry-after']).toBe('3600');
  const full = await status();
  expect(full.warnings).toContain('intakeFull');
  expect(full.intake.mostBytes).toBe(16 * megabyte);
  expect(full.intake.bytes - before).toBeGreaterThan(7 * megabyte);
  expect(full.intake.bytes - before).toBeLessThanOrEqual(8 * megabyte);
  expect((await (await webhook()).send(49_000)).status).toBe(200);
  await workDueDeliveries(app.context);
  await eraseDeliveryTexts(app.db, { numbers: [phoneOf(40_000)] });
  expect((await door.send(number, 200_000)).status).toBe(200);
  await app.pool.query('delete from deliveries where connection_id = $1', [door.id]);
  expect((await status()).warnings).not.toContain('intakeFull');
});

test('what is stored is counted as a recount finds it, also of several enquiries in one post (F105)', async () => {
  const { id, url, secret } = await connect({});
  const leads = [1, 2, 3].map((number) => ({ name: `Rahim ${number}`, phone: phoneOf(50_000 + number) }));
  const headers = { ...json, authorization: `Bearer ${secret}` };
  await app.send({ method: 'POST', url, headers, payload: JSON.stringify({ leads }) });
  await workDueDeliveries(app.context);
  await expect.poll(() => storedOf(id)).toBe(3);
  await expectCountersToMatch();
});
