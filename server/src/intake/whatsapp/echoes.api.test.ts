import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logContact, undoContact } from '#contract/contacts.ts';
import { listCustomers } from '#contract/customers.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import {
  type Echo,
  echoNotification,
  messageNotification,
  ownNumber,
} from '#server/testing/whatsapp-messages.ts';
import { signatureOf } from '../../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';
const hour = 3_600_000;

let app: TestApp;
let token: string;
let connection: string;
let path: string;
let north: string;
let made = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  ({ north } = await addFixtures(app));
  await app.app.intake.stop();
  const body = {
    ...{ name: 'Our WhatsApp', kind: 'whatsapp', platform: 'website', serviceCenter: north },
    ...{ appSecret, pageToken: 'EAAtoken' },
  } as const;
  const { data } = await app.call(connections.createConnection, { token, body });
  connection = data.connection._id;
  path = data.connection.path;
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

const ids: string[] = [];
const newId = () => {
  const id = `wamid.HBgNODgwMTc${String(++made).padStart(6, '0')}FQIAEhgUM0E=`;
  ids.push(id);
  return id;
};
const lastId = () => String(ids.at(-1));
const newPhone = () => `8801719${String(++made).padStart(6, '0')}`;
const atHour = (hours: number) => new Date(testNoon.getTime() + hours * hour);
const seconds = (hours: number) => atHour(hours).getTime() / 1_000;

async function deliver(payload: string) {
  const signature = signatureOf(payload, appSecret);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  expect((await app.send({ method: 'POST', url: path, headers, payload })).status).toBe(200);
}
async function sendAndWork(payload: string) {
  await deliver(payload);
  await workDueDeliveries(app.context);
}
const write = (from: string, hours: number, body = 'How much is an oil change?') =>
  sendAndWork(messageNotification([{ id: newId(), from, at: seconds(hours), content: { body } }]));
const answer = (to: string, hours: number, more: Partial<Echo> = {}) =>
  sendAndWork(echoNotification([{ id: newId(), to, at: seconds(hours), ...more }]));

const newest = () => deliveryOf(lastId());
async function deliveryOf(message: string) {
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries where key = $1', [
    `message ${message}`,
  ]);
  return (await app.call(intake.getDelivery, { token, params: { id: String(rows[0]?.id) } })).data;
}
async function leadOf(from: string) {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from leads where phone = $1 order by id desc limit 1',
    [from.replace(/^88/, '')],
  );
  return (await app.call(leads.getLead, { token, params: { id: String(rows[0]?.id) } })).data;
}
const panelOf = async (id: string) => (await app.call(getLeadPanel, { token, params: { id } })).data;
async function contactsOf(id: string) {
  const { timeline } = await panelOf(id);
  return timeline.entries.flatMap((entry) => (entry.kind === 'contact' ? [entry] : []));
}
const leadCount = async () => (await app.pool.query('select from leads')).rowCount;

test('an answer from the phone app reaches the customer: the clock stops when it was written, and nobody becomes the advisor', async () => {
  const from = newPhone();
  await write(from, -1);
  const before = await leadOf(from);
  const body = echoNotification([{ id: newId(), to: from, at: seconds(-0.5) }]);
  await sendAndWork(body);
  const lead = await leadOf(from);
  expect(lead).toMatchObject({
    ...{ advisor: null, version: before.version, contactAttempts: 1, tryAgainAt: null },
    ...{ respondedAt: atHour(-0.5).toISOString(), lastContactAt: atHour(-0.5).toISOString() },
  });
  expect((await panelOf(lead._id)).group).toBeNull();
  const entries = await contactsOf(lead._id);
  expect(entries).toEqual([
    expect.objectContaining({
      ...{ isFromPhone: true, message: null },
      contact: expect.objectContaining({
        ...{ channel: 'whatsapp', outcome: 'reached', note: 'It is 2,500 taka', isMessage: true },
        ...{ employee: { _id: connection, name: 'Our WhatsApp' }, createdAt: atHour(-0.5).toISOString() },
      }),
    }),
  ]);
  expect(await newest()).toMatchObject({ state: 'joined', lead: lead._id });
  const { timeline } = await panelOf(lead._id);
  expect(timeline.entries.filter(({ kind }) => kind === 'intake')).toHaveLength(1);

  await sendAndWork(body);
  expect(await contactsOf(lead._id)).toHaveLength(1);
});

test('an answer that Meta tells twice is one contact: in one call, in two at once, and later beside a newer one', async () => {
  const from = newPhone();
  await write(from, -3);
  const told = { id: newId(), to: from, at: seconds(-2) };
  await Promise.all([deliver(echoNotification([told, told])), deliver(echoNotification([told]))]);
  await workDueDeliveries(app.context);
  const { _id } = await leadOf(from);
  const heardAt = async () => (await contactsOf(_id)).map(({ contact }) => contact.createdAt);
  expect(await heardAt()).toEqual([atHour(-2).toISOString()]);
  // A message that came since is not answered by what was said before it.
  await write(from, -1, 'And when?');
  await sendAndWork(echoNotification([told]));
  expect((await panelOf(_id)).lead.tryAgainAt).toBe(atHour(0).toISOString());
  await sendAndWork(echoNotification([told, { id: newId(), to: from, at: seconds(-0.5) }]));
  expect(await heardAt()).toEqual([-0.5, -2].map((hours) => atHour(hours).toISOString()));
  expect(await leadOf(from)).toMatchObject({ contactAttempts: 2, tryAgainAt: null });
});

test('it is found by WhatsApp’s id as messages are, also once the customer hides their number', async () => {
  const [from, user] = [newPhone(), 'BD.13491208655302741918'];
  await sendAndWork(messageNotification([{ id: newId(), from, user, at: seconds(-2) }]));
  await sendAndWork(echoNotification([{ id: newId(), user, at: seconds(-1) }]));
  expect(await newest()).toMatchObject({ state: 'joined' });
  expect(await contactsOf((await leadOf(from))._id)).toHaveLength(1);
  const other = 'BD.13491208655302741919';
  await sendAndWork(messageNotification([{ id: newId(), user: other, at: seconds(-2) }]));
  await sendAndWork(echoNotification([{ id: newId(), user: other, at: seconds(-1) }]));
  expect(await newest()).toMatchObject({ state: 'joined' });
});

test('media count with what they are; the time in which replies are taken is the customer’s', async () => {
  const from = newPhone();
  await write(from, -23);
  const { conversation } = await panelOf((await leadOf(from))._id);
  const content = { id: '1', mime_type: 'image/jpeg', caption: 'The part' };
  await answer(from, -1, { type: 'image', content });
  const lead = await leadOf(from);
  const [entry] = await contactsOf(lead._id);
  expect(entry?.contact.note).toBe('Picture: image/jpeg\nThe part');
  expect((await panelOf(lead._id)).conversation).toEqual(conversation);
});

describe('what answers nothing is kept with its reason, and makes no lead:', () => {
  const reasonOf = async (more: Partial<Echo> & { to?: string | undefined }) => {
    const before = await leadCount();
    const to = 'to' in more ? more.to : from;
    await sendAndWork(echoNotification([{ id: newId(), at: seconds(-1), ...more, to }]));
    expect(await leadCount()).toBe(before);
    expect(await contactsOf((await leadOf(from))._id)).toEqual([]);
    const delivery = await newest();
    expect(delivery).toMatchObject({ state: 'ignored', lead: null });
    return delivery?.reason;
  };
  let from: string;
  beforeEach(async () => {
    from = newPhone();
    await write(from, -2);
  });

  test('strangers, what was written before the lead came, and the dealer’s own numbers', async () => {
    expect(await reasonOf({ to: newPhone() })).toBe('noOpenLead');
    expect(await reasonOf({ at: seconds(-3) })).toBe('beforeLead');
    expect(await reasonOf({ to: ownNumber.display_phone_number })).toBe('ownNumber');
  });

  test('corrections, deletions, reactions, groups, and what WhatsApp does not show', async () => {
    const original_message_id = 'wamid.A';
    const edit = { original_message_id, message: { type: 'text', text: { body: '2,600 taka' } } };
    expect(await reasonOf({ type: 'edit', content: edit })).toBe('changedAnswer');
    expect(await reasonOf({ type: 'revoke', content: { original_message_id } })).toBe('changedAnswer');
    expect(await reasonOf({ type: 'reaction', content: { emoji: '👍' } })).toBe('reaction');
    expect(await reasonOf({ more: { group_id: 'Y2FwaV9ncm91cDox' } })).toBe('groupMessage');
    expect(await reasonOf({ to: '120363000000000000@g.us' })).toBe('groupMessage');
    expect(await reasonOf({ type: 'unsupported', content: {} })).toBe('unknownAnswer');
    expect(await reasonOf({ to: undefined })).toBe('unknownAnswer');
  });

  test('a lead that is archived or closed', async () => {
    const lead = await leadOf(from);
    const params = { id: lead._id };
    await app.call(leads.archiveLead, { token, params, body: { isActive: false } });
    expect(await reasonOf({})).toBe('noOpenLead');
    await app.call(leads.archiveLead, { token, params, body: { isActive: true } });
    await app.call(leads.moveLead, { token, params, body: { status: 'completed' } });
    expect(await reasonOf({})).toBe('noOpenLead');
  });

  test('a customer who was erased, of whom nothing stays', async () => {
    const text = 'See you on Sunday, Mr Rahim';
    const content = { body: text };
    await answer(from, -1, { content });
    await deliver(echoNotification([{ id: newId(), to: from, at: seconds(-1), content }]));
    const lead = await leadOf(from);
    const params = { id: lead._id };
    await app.call(leads.moveLead, { token, params, body: { status: 'completed' } });
    const { data } = await app.call(listCustomers, { token, query: { search: lead.phone } });
    const erased = { id: String(data.customers[0]?._id) };
    expect(
      (await app.call(eraseCustomer, { token, params: erased, body: { phone: lead.phone } })).status,
    ).toBe(200);
    await workDueDeliveries(app.context);
    const { rows } = await app.pool.query(
      `select from deliveries where encode(body, 'escape') like '%Mr Rahim%' or parsed::text like '%Mr Rahim%'
       union all select from lead_contacts where note = $1`,
      [text],
    );
    expect(rows).toEqual([]);
  });
});

describe('told of in another order than it was written', () => {
  test('an answer that comes before the message that it answers counts once that has become a lead', async () => {
    const from = newPhone();
    await answer(from, -1);
    expect(await newest()).toMatchObject({ state: 'ignored', reason: 'noOpenLead' });
    await write(from, -2);
    const lead = await leadOf(from);
    expect(lead).toMatchObject({ contactAttempts: 1, respondedAt: atHour(-1).toISOString() });
    const together = newPhone();
    await deliver(echoNotification([{ id: newId(), to: together, at: seconds(-1) }]));
    await write(together, -2);
    expect(await leadOf(together)).toMatchObject({ contactAttempts: 1 });
  });

  test('what the customer wrote after it stays due, and a reminder that was set after it stays', async () => {
    const from = newPhone();
    await write(from, -4);
    await write(from, -1, 'Hello?');
    await answer(from, -2);
    const lead = await leadOf(from);
    expect(lead).toMatchObject({
      ...{ contactAttempts: 1, respondedAt: atHour(-2).toISOString() },
      tryAgainAt: testNoon.toISOString(),
    });
    const tryAgainAt = atHour(3).toISOString();
    const body = { channel: 'call', outcome: 'callLater', tryAgainAt } as const;
    const params = { id: lead._id };
    const { data } = await app.call(logContact, { token, params, body });
    await answer(from, -0.5);
    expect(await leadOf(from)).toMatchObject({
      ...{ contactAttempts: 3, tryAgainAt, lastContactAt: testNoon.toISOString() },
    });
    const undone = await app.call(undoContact, { token, params: { id: data.contact._id } });
    expect(undone.status).toBe(403);
    expect((await contactsOf(lead._id)).map(({ contact }) => contact.createdAt)).toEqual([
      testNoon.toISOString(),
      atHour(-0.5).toISOString(),
      atHour(-2).toISOString(),
    ]);
  });
});
