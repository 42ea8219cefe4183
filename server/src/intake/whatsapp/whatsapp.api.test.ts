import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logContact } from '#contract/contacts.ts';
import { listCustomers } from '#contract/customers.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { getLeadPanel, listTimeline } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { type Message, messageNotification, ownNumber } from '#server/testing/whatsapp-messages.ts';
import { signatureOf } from '../../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let path: string;
let verifyToken: string;
let made = 0;

const southNumber = { phone_number_id: '206540352242922', display_phone_number: '8801700000001' };

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
});
beforeEach(async () => {
  const { north, south } = fixtures;
  const body = {
    ...{ name: `Number ${++made}`, kind: 'whatsapp', platform: 'website', serviceCenter: north },
    ...{ appSecret, pageToken: 'EAAtoken' },
    numbers: [{ number: southNumber.phone_number_id, serviceCenter: south }],
  } as const;
  const { data } = await app.call(connections.createConnection, { token, body });
  connection = data.connection._id;
  path = data.connection.path;
  verifyToken = data.secret;
});
afterAll(() => app.close());

test('a connection keeps centers that are switched off, and takes no other such (F75)', async () => {
  const { north, south } = fixtures;
  const turn = (isActive: boolean) =>
    Promise.all(
      [north, south].map((id) => app.call(editServiceCenter, { token, params: { id }, body: { isActive } })),
    );
  const edit = (body: object) =>
    app.call(connections.editConnection, { token, params: { id: connection }, body });
  const numbers = [{ number: southNumber.phone_number_id, serviceCenter: south }];
  await turn(false);
  try {
    const kept = await edit({ serviceCenter: north, numbers, isPaused: true });
    expect(kept.data).toMatchObject({
      ...{ isPaused: true, serviceCenter: { _id: north } },
      numbers: [{ serviceCenter: { _id: south } }],
    });
    await edit({ numbers: [] });
    expect((await edit({ numbers })).error).toMatchObject({ fields: { numbers: expect.any(String) } });
    expect((await edit({ serviceCenter: south })).error).toMatchObject({
      fields: { serviceCenter: expect.any(String) },
    });
  } finally {
    await turn(true);
  }
});

const newMessageId = () => `wamid.HBgNODgwMTc${String(++made).padStart(6, '0')}FQIAEhgUM0E=`;
const newFrom = () => `8801716${String(++made).padStart(6, '0')}`;
const stored = (from: string) => from.replace(/^88/, '');
const message = (more: Partial<Message> = {}): Message => ({
  id: newMessageId(),
  ...(more.user === undefined && { from: newFrom() }),
  ...more,
});

const post = (body: string | Buffer, signature = signatureOf(body, appSecret)) =>
  app.send({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  });
const send = (...messages: Message[]) => post(messageNotification(messages));

async function ledger() {
  const { data } = await app.call(intake.listDeliveries, { token, query: { connection, limit: '100' } });
  return data.deliveries;
}
async function settled() {
  const states = async () => (await ledger()).map(({ state }) => state);
  await expect.poll(states, { timeout: 300_000 }).not.toContain('waiting');
  return ledger();
}
const leadOf = async (id: string | null | undefined) =>
  (await app.call(leads.getLead, { token, params: { id: String(id) } })).data;
const panelOf = async (id: string) => (await app.call(getLeadPanel, { token, params: { id } })).data;

async function sendAndSettle(...messages: Message[]) {
  expect((await send(...messages)).status).toBe(200);
  await settled();
  const { rows } = await app.pool.query<{ lead: string | null }>(
    'select lead_id as lead from deliveries where connection_id = $1 and key = $2',
    [connection, `message ${messages.at(-1)?.id}`],
  );
  return leadOf(rows[0]?.lead);
}

test('Meta verifies the address, and only what it signed is taken', async () => {
  const verify = (verifyWith: string) => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': verifyWith };
    return app.send({ method: 'GET', url: path, query });
  };
  expect(await verify(verifyToken)).toMatchObject({ status: 200, text: '1158201444' });
  expect((await verify('other')).status).toBe(403);
  const body = messageNotification([message()]);
  expect((await post(body, signatureOf(body, 'other'))).status).toBe(401);
  expect((await post(body, '')).status).toBe(401);
  expect((await post('{"object":"page","entry":[]}')).status).toBe(400);
  expect((await post('[[[')).status).toBe(400);
  await app.call(connections.editConnection, {
    token,
    params: { id: connection },
    body: { isPaused: true },
  });
  expect((await post(body)).status).toBe(403);
  expect(await ledger()).toEqual([]);
});

describe('a person’s first message', () => {
  test('becomes a lead, with their name, what they wrote, and the ad they came from', async () => {
    const from = newFrom();
    const referral = {
      ...{ source_url: 'https://fb.me/3cr4Wqqkv?secret=1', source_id: '120226305854810726' },
      ...{ source_type: 'ad', headline: 'Winter check' },
    };
    const lead = await sendAndSettle(message({ from, name: 'নুসরাত জাহান', referral }));
    expect(lead).toMatchObject({
      ...{ name: 'নুসরাত জাহান', phone: stored(from), platform: 'whatsapp' },
      notes: 'How much is an oil change?',
      serviceCenter: { _id: fixtures.north },
      source: { channel: 'whatsapp', ad: 'Winter check', page: 'https://fb.me/3cr4Wqqkv', form: null },
    });
  });

  test('is for the center of the number it was sent to', async () => {
    await post(messageNotification([message()], southNumber));
    const [last] = await settled();
    expect((await leadOf(last?.lead)).serviceCenter._id).toBe(fixtures.south);
  });

  test('says what a file is, and nothing becomes a lead that is no message of a customer', async () => {
    const document = { id: '1', filename: 'estimate.pdf', mime_type: 'application/pdf', caption: 'See this' };
    const lead = await sendAndSettle(message({ type: 'document', content: document }));
    expect(lead.notes).toBe('File: estimate.pdf\nSee this');
    await send(
      message({ type: 'reaction', content: { message_id: 'wamid.A', emoji: '👍' } }),
      message({ type: 'system', content: { type: 'user_changed_number', body: 'New number' } }),
      message({ from: ownNumber.display_phone_number }),
    );
    const reasons = (await settled()).map(({ state, reason }) => [state, reason]);
    expect(reasons.slice(0, 3).sort()).toEqual([
      ['ignored', 'ownNumber'],
      ['ignored', 'reaction'],
      ['ignored', 'system'],
    ]);
  });
});

describe('what WhatsApp tells beside messages, as Meta sends it', () => {
  const about = (value: object) =>
    post(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '102290129340398',
            changes: [
              { value: { messaging_product: 'whatsapp', metadata: ownNumber, ...value }, field: 'messages' },
            ],
          },
        ],
      }),
    );
  const contacts = (from: string) => [{ profile: { name: 'Rahim Uddin' }, wa_id: from }];
  const at = { timestamp: '1773122346' };
  const changed = (from: string, to: string) => ({
    ...{ from, id: newMessageId(), ...at, type: 'system' },
    system: { body: `User Rahim changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' },
  });
  const leadCount = async () => (await app.pool.query('select from leads')).rowCount;

  test('is under Incoming enquiries and makes no lead: reactions, their removal, changes of a number and an id of strangers (F117)', async () => {
    const before = await leadCount();
    const from = '8801712399001';
    const reaction = { from, id: newMessageId(), ...at, type: 'reaction' };
    await about({
      contacts: contacts(from),
      messages: [
        { ...reaction, reaction: { message_id: 'wamid.A', emoji: '👍' } },
        { ...reaction, id: newMessageId(), reaction: { message_id: 'wamid.A' } },
      ],
    });
    await about({ messages: [changed(from, '8801712399002')] });
    const user = {
      body: 'User Rahim changed from BD.1 to BD.2',
      user_id: 'BD.2',
      type: 'user_changed_user_id',
    };
    await about({ messages: [{ id: newMessageId(), ...at, type: 'system', system: user }] });
    const found = (await settled()).slice(0, 4);
    expect(found.map(({ state, reason }) => [state, reason])).toEqual([
      ['ignored', 'system'],
      ['ignored', 'system'],
      ['ignored', 'reaction'],
      ['ignored', 'reaction'],
    ]);
    expect(await leadCount()).toBe(before);
    const notes = await Promise.all(
      found.map(async ({ _id: id }) => {
        const { data } = await app.call(intake.getDelivery, { token, params: { id } });
        return data.enquiry?.notes;
      }),
    );
    expect(notes).toEqual([
      user.body,
      `User Rahim changed from ${from} to 8801712399002`,
      'Removed a reaction',
      '👍',
    ]);
  });

  test('a number that a customer changes is told in the timeline of their lead, which is due; it opens no time for replies (F117)', async () => {
    const from = '8801712399003';
    const lead = await sendAndSettle(message({ from }));
    const before = await leadCount();
    await about({ messages: [changed(from, '8801712399004')] });
    const [notice] = await settled();
    expect(notice).toMatchObject({ state: 'joined', lead: lead._id });
    expect(await leadCount()).toBe(before);
    const { data } = await app.call(getLeadPanel, { token, params: { id: lead._id } });
    expect(JSON.stringify(data.timeline)).toContain('changed from 8801712399003 to 8801712399004');
    const until = data.conversation?.openUntil;
    const { rows } = await app.pool.query<{ until: Date }>(
      "select ((parsed ->> 'askedAt')::timestamptz + interval '24 hours') as until from deliveries where lead_id = $1 and state = 'lead'",
      [lead._id],
    );
    expect(until).toBe(rows[0]?.until.toISOString());
  });

  test('statuses of messages that are not from here change nothing and leave no trace (F117)', async () => {
    const trace = async () => (await app.pool.query('select from deliveries')).rowCount;
    const before = [await leadCount(), await trace()];
    const status = { id: 'wamid.B', ...at, recipient_id: '8801712399005' };
    const conversation = { id: 'c', expiration_timestamp: '1773200000', origin: { type: 'service' } };
    const pricing = {
      billable: false,
      pricing_model: 'PMP',
      type: 'free_customer_service',
      category: 'service',
    };
    const error = { code: 131_047, title: 'Re-engagement message', message: 'Re-engagement message' };
    const statuses = [
      { ...status, status: 'sent', conversation, pricing },
      { ...status, status: 'delivered', conversation, pricing },
      { ...status, status: 'read' },
      {
        ...status,
        status: 'failed',
        errors: [{ ...error, error_data: { details: 'x' }, href: 'https://a' }],
      },
    ];
    for (const each of statuses) expect((await about({ statuses: [each] })).status).toBe(200);
    await settled();
    expect([await leadCount(), await trace()]).toEqual(before);
  });
});

test('the numbers that people write to are no customer’s, over any connection (F113)', async () => {
  await post(
    messageNotification([message()], { phone_number_id: '1', display_phone_number: '880 1700-000077' }),
  );
  const body = { name: `Site ${++made}`, platform: 'website', serviceCenter: fixtures.north } as const;
  const { data: site } = await app.call(connections.createConnection, { token, body });
  const fromSite = async (enquiry: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${site.secret}` };
    const payload = JSON.stringify({ name: 'Rahim', ...enquiry });
    await app.send({ method: 'POST', url: site.connection.path, headers, payload });
    const query = { connection: site.connection._id };
    const newest = async () => (await app.call(intake.listDeliveries, { token, query })).data.deliveries[0];
    await expect.poll(async () => (await newest())?.state).not.toBe('waiting');
    return newest();
  };
  expect(await fromSite({ phone: '01700000077' })).toMatchObject({ state: 'toPlace', reason: 'noPhone' });
  const phone = stored(newFrom());
  const told = await fromSite({ message: `Nobody reads +880 1700-000077. Please call ${phone}` });
  expect(await leadOf(told?.lead)).toMatchObject({ phone });
  await send(message({ from: '8801700000077', content: { body: `Call ${phone}` } }));
  expect((await settled())[0]).toMatchObject({ state: 'ignored', reason: 'ownNumber', lead: null });
});

test('later messages join the lead once each, in any order, however often they come', async () => {
  const from = newFrom();
  const all = ['One', 'Two', 'Three'].map((body) => message({ from, content: { body } }));
  const [one, two, three] = all;
  if (!one || !two || !three) throw new Error('There are three');
  await sendAndSettle(two, three);
  await Promise.all([send(one), send(...all), send(three, one)]);
  const entries = await settled();
  expect(entries.map(({ state }) => state).sort()).toEqual(['joined', 'joined', 'lead']);
  const ids = new Set(entries.map(({ lead }) => lead));
  expect(ids.size).toBe(1);
  const [id = ''] = [...ids];
  const { timeline } = await panelOf(String(id));
  const said = timeline.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery.notes] : []));
  expect(said.sort()).toEqual(['One', 'Three', 'Two']);
});

test('answers of a flow fill fields, and what is corrected or deleted says so (F117)', async () => {
  const from = newFrom();
  const answers = {
    flow_token: 'secret',
    email: 'rahim@mail.example',
    vehicle_number: 'DM GA 12-3456',
    mileage: 40,
  };
  const flow = { name: 'flow', body: 'Sent', response_json: JSON.stringify(answers) };
  const content = { type: 'nfm_reply', nfm_reply: flow };
  const lead = await sendAndSettle(message({ from, type: 'interactive', content }));
  expect(lead).toMatchObject({ email: 'rahim@mail.example', notes: expect.stringContaining('mileage: 40') });
  expect(lead.vehicleNumber).toContain('3456');
  expect(lead.notes).not.toContain('secret');
  const original_message_id = newMessageId();
  const text = { original_message_id, message: { type: 'text', text: { body: 'At five, not four' } } };
  await sendAndSettle(message({ from, type: 'edit', content: text }));
  await sendAndSettle(message({ from, type: 'revoke', content: { original_message_id } }));
  const { timeline } = await panelOf(lead._id);
  const said = timeline.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery.notes] : []));
  expect(said.slice(0, 2)).toEqual(['Deleted a message', 'Corrected: At five, not four']);
});

test('an order says what, how many and for how much, and fills the service that is called so (F117)', async () => {
  const from = newFrom();
  const items = [
    { product_retailer_id: 'wiper-3', quantity: 2, item_price: 450.5, currency: 'BDT' },
    { product_retailer_id: 'brake-pads', quantity: '1', item_price: '1800', currency: 'BDT' },
  ];
  const order = { catalog_id: '1', text: 'For Friday, please', product_items: items };
  const lead = await sendAndSettle(message({ from, type: 'order', content: order }));
  expect(lead.serviceOrCampaign?._id).toBe(fixtures.pads);
  expect(lead.notes?.split('\n')).toEqual([
    'For Friday, please',
    'Ordered: 2 × wiper-3, 450.5 BDT each',
    'Ordered: 1 × brake-pads, 1800 BDT each',
  ]);
  const again = { catalog_id: '1', product_items: [{ product_retailer_id: 'wiper-3', quantity: 4 }, null] };
  await sendAndSettle(message({ from, type: 'order', content: again }));
  const context = { referred_product: { catalog_id: '1', product_retailer_id: 'mat-1' } };
  await sendAndSettle(message({ from, content: { body: 'In black?' }, context }));
  const { timeline } = await panelOf(lead._id);
  const said = timeline.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery.notes] : []));
  expect(said.slice(0, 2)).toEqual(['In black?\nProduct: mat-1', 'Ordered: 4 × wiper-3']);
});

describe('a message that WhatsApp delivers late', () => {
  const hour = 3_600_000;
  const atHour = (hours: number) => new Date(testNoon.getTime() + hours * hour);
  const writtenAt = (hours: number, more: Partial<Message>) =>
    message({ ...more, at: atHour(hours).getTime() / 1_000 });
  beforeEach(() => app.clock.set(testNoon));
  afterAll(() => app.clock.set(testNoon));

  test('is a lead from when it was written, and timed from then (F117)', async () => {
    const fresh = await sendAndSettle(writtenAt(0, {}));
    const late = await sendAndSettle(writtenAt(-2, {}));
    expect(late.createdAt).toBe(atHour(-2).toISOString());
    expect(new Date(late.responseDueAt ?? 0).getTime()).toBeLessThan(
      new Date(fresh.responseDueAt ?? 0).getTime(),
    );
    const stale = await sendAndSettle(writtenAt(-30, {}));
    expect(stale).toMatchObject({ createdAt: atHour(-30).toISOString(), responseDueAt: null });
    const ahead = await sendAndSettle(writtenAt(5, {}));
    expect(ahead).toMatchObject({
      createdAt: testNoon.toISOString(),
      responseDueAt: fresh.responseDueAt,
    });
    const from = newFrom();
    await sendAndSettle(writtenAt(0, { from }));
    const joined = await sendAndSettle(writtenAt(-2, { from }));
    expect(joined.responseDueAt).toBe(late.responseDueAt);
  });

  test('stands in the timeline at its own time, whatever came before it (F117)', async () => {
    const from = newFrom();
    const written = (hours: number, body: string) => writtenAt(hours, { from, content: { body } });
    const lead = await sendAndSettle(written(0, 'First'));
    app.clock.set(atHour(2));
    const body = { channel: 'call', outcome: 'noAnswer', note: 'Called' } as const;
    expect((await app.call(logContact, { token, params: { id: lead._id }, body })).status).toBe(201);
    app.clock.set(atHour(5));
    await sendAndSettle(written(4, 'Third'));
    await sendAndSettle(written(1, 'Second'));
    const { timeline } = await panelOf(lead._id);
    const said = timeline.entries.flatMap((entry) => {
      if (entry.kind === 'contact') return [[entry.contact.note, entry.contact.createdAt]];
      return entry.kind === 'intake' ? [[entry.delivery.notes, entry.delivery.askedAt]] : [];
    });
    expect(said).toEqual([
      ['Third', atHour(4).toISOString()],
      ['Called', atHour(2).toISOString()],
      ['Second', atHour(1).toISOString()],
      ['First', atHour(0).toISOString()],
    ]);
    const query = { before: String(timeline.entries.find(({ kind }) => kind === 'contact')?._id) };
    const { data: before } = await app.call(listTimeline, { token, params: { id: lead._id }, query });
    const [next] = before.entries;
    expect(next?.kind === 'intake' && [next.delivery.notes, next.delivery.receivedAt]).toEqual([
      'Second',
      atHour(5).toISOString(),
    ]);
  });

  test('came first where it was written first: the lead says what it says (F117)', async () => {
    const from = newFrom();
    const [later, earlier] = [
      writtenAt(-1, { from, content: { body: 'And the price?' } }),
      writtenAt(-2, { from, content: { body: 'Is an oil change possible today?' } }),
    ];
    const lead = await sendAndSettle(later, earlier);
    expect(lead).toMatchObject({
      notes: 'Is an oil change possible today?',
      createdAt: atHour(-2).toISOString(),
    });
  });
});

test('opening a chat makes no lead (F117)', async () => {
  const from = newFrom();
  await send(message({ from, type: 'request_welcome', content: {} }));
  expect((await settled())[0]).toMatchObject({ state: 'ignored', reason: 'openedChat', lead: null });
  expect((await sendAndSettle(message({ from }))).phone).toBe(stored(from));
});

const sentAtOnce = isLongRun ? 1_000 : 100;

test(`${sentAtOnce} messages of a notification are a lead of each person`, async () => {
  const people = Array.from({ length: 50 }, newFrom);
  const messages = Array.from({ length: sentAtOnce }, (_, at) =>
    message({ from: people[at % people.length] }),
  );
  expect((await send(...messages)).status).toBe(200);
  await settled();
  const { rows } = await app.pool.query<{ leads: number; messages: number }>(
    'select count(distinct lead_id)::int as leads, count(*)::int as messages from deliveries where connection_id = $1',
    [connection],
  );
  expect(rows).toEqual([{ leads: 50, messages: sentAtOnce }]);
});

test('a message is due at once, on the lead that the conversation is about, wherever that has moved to', async () => {
  const from = newFrom();
  const lead = await sendAndSettle(message({ from }));
  const params = { id: lead._id };
  await app.call(leads.editLead, { token, params, body: { serviceCenter: fixtures.south } });
  const body = { channel: 'call', outcome: 'reached' } as const;
  await app.call(logContact, { token, params, body });
  expect((await leadOf(lead._id)).tryAgainAt).toBeNull();
  const again = await sendAndSettle(message({ from }));
  expect(again).toMatchObject({ _id: lead._id, tryAgainAt: app.clock.now().toISOString() });
  await app.call(leads.moveLead, { token, params, body: { status: 'completed' } });
  const fresh = await sendAndSettle(message({ from }));
  expect(fresh._id).not.toBe(lead._id);
  expect(fresh.tryAgainAt).toBeNull();
});

describe('somebody whose number WhatsApp does not tell', () => {
  const newUser = () => `BD.1349120865530${String(++made).padStart(4, '0')}`;

  test('is a lead by their id, found by it, and completed with a number later', async () => {
    const user = newUser();
    const lead = await sendAndSettle(message({ user, name: 'Kamal' }));
    expect(lead).toMatchObject({ name: 'Kamal', phone: user });
    const { data: found } = await app.call(leads.listLeads, { token, query: { search: user } });
    expect(found.leads.map(({ _id }) => _id)).toEqual([lead._id]);
    const params = { id: lead._id };
    await app.call(leads.editLead, { token, params, body: { notes: 'Brakes' } });
    const phone = stored(newFrom());
    await app.call(leads.editLead, { token, params, body: { phone } });
    expect((await sendAndSettle(message({ user })))._id).toBe(lead._id);
    await app.call(leads.moveLead, { token, params, body: { status: 'completed' } });
    const next = await sendAndSettle(message({ user }));
    expect(next._id).not.toBe(lead._id);
    expect(next.phone).toBe(phone);
  });

  test('is erased like anybody else', async () => {
    const user = newUser();
    const lead = await sendAndSettle(message({ user }), message({ user, content: { body: 'Private' } }));
    const { data } = await app.call(listCustomers, { token, query: { search: user } });
    const id = String(data.customers[0]?._id);
    await app.call(leads.moveLead, { token, params: { id: lead._id }, body: { status: 'completed' } });
    const erased = await app.call(eraseCustomer, { token, params: { id }, body: { phone: user } });
    expect(erased.status).toBeLessThan(300);
    expect((await leadOf(lead._id)).isErased).toBe(true);
    const { rows } = await app.pool.query(
      'select body, phone, summary from deliveries where connection_id = $1 and (body is not null or phone is not null)',
      [connection],
    );
    expect(rows).toEqual([]);
  });

  test('is erased with what became no lead, also once their number is known', async () => {
    const user = newUser();
    const lead = await sendAndSettle(message({ user, name: 'Kamal' }));
    const params = { id: lead._id };
    const phone = stored(newFrom());
    await app.call(leads.editLead, { token, params, body: { phone } });
    const reaction = { type: 'reaction', content: { message_id: 'wamid.A', emoji: '👍' } } as const;
    await send(message({ user, ...reaction }));
    expect((await settled())[0]?.state).toBe('ignored');
    await app.call(leads.moveLead, { token, params, body: { status: 'completed' } });
    const { data } = await app.call(listCustomers, { token, query: { search: phone } });
    const id = String(data.customers[0]?._id);
    expect((await app.call(eraseCustomer, { token, params: { id }, body: { phone } })).status).toBeLessThan(
      300,
    );
    const { rows } = await app.pool.query(
      'select from deliveries where connection_id = $1 and (body is not null or phone is not null)',
      [connection],
    );
    expect(rows).toEqual([]);
  });

  test('is known of who once showed their number: what they write after hiding it is theirs, and erased', async () => {
    const from = newFrom();
    const user = newUser();
    const lead = await sendAndSettle(message({ from, user }));
    expect((await sendAndSettle(message({ user })))._id).toBe(lead._id);
    await app.call(leads.moveLead, { token, params: { id: lead._id }, body: { status: 'completed' } });
    const next = await sendAndSettle(message({ user }));
    expect([next._id === lead._id, next.phone]).toEqual([false, stored(from)]);
    const both = newUser();
    const [one, two] = [newFrom(), newFrom()];
    await send(message({ user: both, from: one }), message({ user: both }), message({ from: two }));
    const [, hidden, shown] = await settled();
    expect(hidden?.lead).toBe(shown?.lead);
    await app.call(leads.moveLead, { token, params: { id: next._id }, body: { status: 'completed' } });
    const { data } = await app.call(listCustomers, { token, query: { search: stored(from) } });
    const params = { id: String(data.customers[0]?._id) };
    await app.call(eraseCustomer, { token, params, body: { phone: stored(from) } });
    const { rows } = await app.pool.query('select from deliveries where $1 in (phone, user_id)', [user]);
    expect(rows).toEqual([]);
  });

  test('known by number and by id joins the newest of their talks that has an open lead (F117)', async () => {
    const user = newUser();
    const from = newFrom();
    const byId = await sendAndSettle(message({ user }));
    const byNumber = await sendAndSettle(message({ from }));
    await app.call(leads.moveLead, { token, params: { id: byNumber._id }, body: { status: 'completed' } });
    expect((await sendAndSettle(message({ from, user })))._id).toBe(byId._id);
  });

  test('is a lead with their number once they or WhatsApp tell it, and of the customer of that number (F117)', async () => {
    const write = (user: string, body: string, more: Partial<Message> = {}) =>
      sendAndSettle(message({ user, content: { body }, ...more }));
    const user = newUser();
    const phone = stored(newFrom());
    const lead = await write(user, 'How much is an oil change?');
    const filled = await write(user, `My number is ${phone}`);
    expect(filled).toMatchObject({ _id: lead._id, phone, version: lead.version + 1 });
    expect((await write(user, 'Thanks'))._id).toBe(lead._id);
    const { data: customers } = await app.call(listCustomers, { token, query: { search: phone } });
    expect(customers.customers.map(({ mobile }) => mobile)).toEqual([phone]);

    const card = { name: { formatted_name: 'Rahim Uddin' }, phones: [{ phone: `+88${stored(newFrom())}` }] };
    const own = await sendAndSettle(message({ user: newUser(), type: 'contacts', content: [card] }));
    expect(`+88${own.phone}`).toBe(card.phones[0]?.phone);

    const from = newFrom();
    const body = { name: 'Rahim', phone: stored(from), serviceCenter: fixtures.south };
    const { data: earlier } = await app.call(leads.createLead, { token, body });
    const hidden = newUser();
    const first = await write(hidden, 'Hello');
    const told = await write(hidden, 'Are you there?', { from });
    expect(told).toMatchObject({ _id: first._id, phone: stored(from) });
    expect((await panelOf(first._id)).otherLeads.map(({ _id }) => _id)).toEqual([earlier._id]);
  });

  test('gets no number that may be another’s: of the dealer, of a known customer, of a card or a forwarded text (F117)', async () => {
    const body = { name: 'Nasima Begum', phone: stored(newFrom()), serviceCenter: fixtures.north };
    await app.call(leads.createLead, { token, body });
    const fresh = () => stored(newFrom());
    const card = { name: { formatted_name: 'Karim Mia' }, phones: [{ phone: fresh() }] };
    const dealer = stored(ownNumber.display_phone_number);
    for (const more of [
      { content: { body: `My number is ${body.phone}` } },
      { content: { body: `My number is ${dealer}` } },
      { content: { body: `Call my brother: ${fresh()}` } },
      { content: { body: fresh() }, context: { forwarded: true } },
      { type: 'contacts', content: [card] },
    ]) {
      const user = newUser();
      const lead = await sendAndSettle(message({ user }));
      const after = await sendAndSettle(message({ user, ...more }));
      expect(after, JSON.stringify(more)).toMatchObject({ _id: lead._id, phone: user });
    }
  });

  test('is nobody else’s phone: such an id is not typed', async () => {
    const body = { name: 'Kamal', phone: newUser(), serviceCenter: fixtures.north };
    const refused = await app.call(leads.createLead, { token, body });
    expect(refused.status).toBe(400);
  });
});

describe('a conversation that no center is known of', () => {
  const place = (id: string, phone: string) => {
    const body = { name: 'Kamal', phone, serviceCenter: fixtures.south };
    return app.call(intake.placeDelivery, { token, params: { id }, body });
  };
  const unlisted = { phone_number_id: '306540352242933', display_phone_number: '8801700000009' };
  const sendUnlisted = async (...messages: Message[]) => {
    await post(messageNotification(messages, unlisted));
    return settled();
  };
  beforeEach(async () => {
    const body = { serviceCenter: null };
    await app.call(connections.editConnection, { token, params: { id: connection }, body });
  });

  test('is placed once: what waits of it, and what comes later, joins its lead', async () => {
    const user = 'BD.13491208655309999';
    const waiting = await sendUnlisted(message({ user }), message({ user }), message({ user }));
    expect(waiting.map(({ state, reason }) => [state, reason])).toEqual(
      waiting.map(() => ['toPlace', 'noCenter']),
    );
    const id = String(waiting[1]?._id);
    expect((await place(id, 'BD.13491208655300000')).error.fields).toHaveProperty('phone');
    const { data } = await place(id, user);
    expect(data).toMatchObject({ hasJoined: false, lead: { phone: user, source: { channel: 'whatsapp' } } });
    const after = await sendUnlisted(message({ user }));
    expect(after.map(({ lead }) => lead)).toEqual(after.map(() => data.lead._id));
    expect((await leadOf(data.lead._id)).serviceCenter._id).toBe(fixtures.south);
  });

  test('stays one when somebody has learned the number before placing it', async () => {
    const user = 'BD.13491208655308888';
    const [waiting] = await sendUnlisted(message({ user }));
    const phone = stored(newFrom());
    const { data } = await place(String(waiting?._id), phone);
    expect(data.lead.phone).toBe(phone);
    expect((await sendUnlisted(message({ user })))[0]).toMatchObject({
      state: 'joined',
      lead: data.lead._id,
    });
  });

  test('is not set up: a connection has a center, or its numbers have', async () => {
    const body = { serviceCenter: null, numbers: [] };
    const refused = await app.call(connections.editConnection, { token, params: { id: connection }, body });
    expect(refused.error.fields).toEqual({ serviceCenter: 'This field is Required' });
    const made = {
      name: 'No center',
      kind: 'whatsapp',
      platform: 'whatsapp',
      appSecret,
      pageToken: 'EAA',
    } as const;
    expect((await app.call(connections.createConnection, { token, body: made })).status).toBe(400);
  });
});

test('what strangers or Meta may send is refused, ignored or waits, and loses nothing', async () => {
  const strange = [
    { id: newMessageId(), type: 'text', text: 7, from: { a: 1 } },
    { id: newMessageId(), from: 'not a number', type: 'text', text: { body: '\ud800\u0000 hello' } },
    { type: 'text' },
    null,
  ];
  const metadata = ownNumber;
  const changes = [
    { field: 'messages', value: { metadata, contacts: 'none', messages: strange } },
    { field: 'messages', value: { metadata, statuses: [{ id: 'wamid.A', status: 'read' }] } },
    { field: 'smb_message_echoes', value: { metadata, message_echoes: [message()] } },
    7,
  ];
  const entry = [{ changes }, { changes: 'x' }, null];
  expect((await post(JSON.stringify({ object: 'whatsapp_business_account', entry }))).status).toBe(200);
  const entries = await settled();
  expect(entries.map(({ state, reason }) => [state, reason])).toEqual([
    ['ignored', 'unknownAnswer'],
    ['toPlace', 'noPhone'],
    ['toPlace', 'noPhone'],
  ]);
  const deep = `{"object":"whatsapp_business_account","entry":${'['.repeat(100_000)}`;
  expect((await post(deep)).status).toBe(400);
  expect((await post(Buffer.alloc(3_200_000, ' '))).status).toBe(413);
});
