import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listCustomers } from '#contract/customers.ts';
import { editAssignmentRules } from '#contract/intake/assignment.ts';
import { checkConnection } from '#contract/intake/check.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { fetchEarlierMetaLeads, maxMetaNotificationBytes, subscribeMetaPage } from '#contract/intake/meta.ts';
import { listMetaForms } from '#contract/intake/meta-forms.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testPublicUrl } from '#server/testing/test-app.ts';
import {
  createLeadNotification,
  type GraphLead,
  openStandInGraph,
  sendError,
  sendJson,
  signatureOf,
} from '../../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';
const pageToken = 'EAAtesttokenofthepage';

let app: TestApp;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let path: string;
let verifyToken: string;
let made = 0;

beforeAll(async () => {
  graph = await openStandInGraph();
  graph.forms.set('3300330033', 'Oil change in March');
  app = await TestApp.open({ metaGraphUrl: graph.url });
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
});
beforeEach(async () => {
  const data = await connect();
  connection = data.connection._id;
  path = data.connection.path;
  verifyToken = data.secret;
});
afterEach(() => {
  graph.answerWith(undefined);
  graph.pages.clear();
});
afterAll(async () => {
  await app.close();
  await graph.close();
});

async function connect() {
  const body = {
    name: `Page ${++made}`,
    kind: 'meta',
    platform: 'website',
    serviceCenter: fixtures.north,
  } as const;
  const keys = { appSecret, pageToken };
  const { data } = await app.call(connections.createConnection, { token, body: { ...body, ...keys } });
  return data;
}

const newLeadId = () => `99007199254740${String(++made).padStart(4, '0')}1`;
const newPhone = () => `+8801715${String(++made).padStart(6, '0')}`;

function newLead(answers: GraphLead['answers'] = {}, more: Partial<GraphLead> = {}): string {
  const id = newLeadId();
  const usual = { full_name: 'Rahim Uddin', phone_number: newPhone() };
  graph.leads.set(id, { answers: { ...usual, ...answers }, form: '3300330033', ...more });
  return id;
}

const post = (body: string | Buffer, signature = signatureOf(body, appSecret), to = path) =>
  app.send({
    method: 'POST',
    url: to,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  });
const notify = (...ids: string[]) => post(createLeadNotification(ids));

const later = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));

async function ledger() {
  const { data } = await app.call(intake.listDeliveries, { token, query: { connection, limit: '100' } });
  return data.deliveries;
}
const states = async () => (await ledger()).map(({ state }) => state);
async function settled() {
  await expect.poll(states).not.toContain('waiting');
  return ledger();
}
const leadOf = async (id: string | null | undefined) =>
  (await app.call(leads.getLead, { token, params: { id: String(id) } })).data;
const told = async () => {
  const { data } = await app.call(connections.listConnections, { token });
  return data.connections.find(({ _id }) => _id === connection);
};
const idle = () => app.app.fetching.idle();
async function retry(minutes: number) {
  later(minutes);
  await app.app.fetching.look();
}
const expectLeads = (count: number) =>
  expect.poll(states).toEqual(Array.from({ length: count }, () => 'lead'));

test('Meta verifies the address with its token alone', async () => {
  const verify = (query: Record<string, string>) =>
    app.send({
      method: 'GET',
      url: path,
      query: { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', ...query },
    });
  const { status, text } = await verify({ 'hub.verify_token': verifyToken });
  expect([status, text]).toEqual([200, '1158201444']);
  expect((await verify({ 'hub.verify_token': `${verifyToken}x` })).status).toBe(403);
  expect((await verify({ 'hub.verify_token': verifyToken, 'hub.mode': 'unsubscribe' })).status).toBe(403);
  expect((await verify({ 'hub.verify_token': verifyToken, 'hub.challenge': '<script>' })).status).toBe(404);
  expect((await verify({})).status).toBe(404);
});

test('a lead is fetched and becomes one of the page’s, with form, campaign, ad and every answer', async () => {
  const phone = newPhone();
  const id = newLead(
    {
      ...{ phone_number: phone, email: 'rahim@example.com', 'which_car_do_you_drive?': 'Corolla' },
      'what_is_it_about?': ['Oil', 'Brakes'],
    },
    { ad: 'Blue van', campaign: 'Monsoon' },
  );
  expect((await notify(id)).status).toBe(200);
  const [delivery] = await settled();
  expect(delivery).toMatchObject({ state: 'lead', reason: null });
  const lead = await leadOf(delivery?.lead);
  expect(lead).toMatchObject({
    ...{ name: 'Rahim Uddin', email: 'rahim@example.com', platform: 'facebook' },
    notes: 'which car do you drive?: Corolla\nwhat is it about?: Oil, Brakes',
    source: { channel: 'meta', form: 'Oil change in March', campaign: 'Monsoon', ad: 'Blue van', page: null },
    createdAt: '2026-03-10T05:59:00.000Z',
  });
  const of = graph.asked.find((each) => each.id === id);
  expect(of?.authorization).toBe(`Bearer ${pageToken}`);
  expect(of?.proof).toBe(createHmac('sha256', appSecret).update(pageToken).digest('hex'));
});

test('a page whose token may not read ads still gives its leads', async () => {
  const id = newLead();
  const field_data = [{ name: 'phone_number', values: [newPhone()] }];
  graph.answerWith((response, asked) => {
    if (asked.fields.includes('ad_name') || asked.fields.includes('name')) sendError(response, 200);
    else sendJson(response, 200, { id, form_id: '3300330033', field_data });
  });
  await notify(id);
  await expect.poll(ledger).toMatchObject([{ state: 'lead' }]);
});

describe('what Meta did not sign', () => {
  const body = createLeadNotification(['123']);

  test.each([
    ['without a signature', ''],
    ['with another app’s', signatureOf(body, 'x'.repeat(32))],
    ['with one of another text', signatureOf(`${body} `, appSecret)],
    ['with the older kind', `sha1=${createHmac('sha1', appSecret).update(body).digest('hex')}`],
  ])('%s is refused, counted and not stored', async (_, signature) => {
    expect((await post(body, signature)).status).toBe(401);
    expect(await ledger()).toEqual([]);
    expect((await told())?.days).toMatchObject([{ accepted: 0, refused: 1 }]);
  });

  test('is refused with the verify token, at the address of webhooks, while paused and where there is no page', async () => {
    const url = path.replace('/meta', '');
    const headers = { authorization: `Bearer ${verifyToken}` };
    expect((await app.send({ method: 'POST', url, headers, payload: 'Name: A' })).status).toBe(404);
    await app.call(connections.editConnection, {
      token,
      params: { id: connection },
      body: { isPaused: true },
    });
    expect((await post(body)).status).toBe(403);
    const elsewhere = path.replace(connection, fixtures.north);
    expect((await post(body, undefined, elsewhere)).status).toBe(404);
  });
});

test('what is signed but names no lead is left out, and what cannot be read is refused', async () => {
  const changes = [
    { field: 'feed', value: { leadgen_id: '1' } },
    { field: 'leadgen', value: { leadgen_id: '../me' } },
    { field: 'leadgen', value: { leadgen_id: 1.5 } },
    { field: 'leadgen' },
    'leadgen',
    null,
  ];
  const odd = { object: 'page', entry: [{ id: '1', changes }, { id: '2' }, null] };
  expect((await post(JSON.stringify(odd))).status).toBe(200);
  for (const body of ['', 'leadgen', '[]', '"\ud800"', '['.repeat(200_000)])
    expect((await post(body)).status).toBe(400);
  const refused = (await told())?.days[0]?.refused ?? 0;
  expect((await post('x'.repeat(maxMetaNotificationBytes + 1))).status).toBe(413);
  expect((await post(createLeadNotification([...Array(10_000)].map(newLeadId)))).status).toBe(413);
  expect((await told())?.days[0]?.refused).toBe(refused + 2);
  expect(await ledger()).toEqual([]);
});

test('a lead is the same one eight days later, and none is younger than now', async () => {
  const at = app.clock.now();
  const id = newLead({}, { at: Math.floor(at.getTime() / 1_000) + 3_600 });
  await notify(id);
  const [delivery] = await settled();
  expect((await leadOf(delivery?.lead)).createdAt).toBe(at.toISOString());
  later(8 * 24 * 60);
  ({ token } = await app.signIn('superAdmin'));
  expect((await notify(id)).status).toBe(200);
  expect(await ledger()).toHaveLength(1);
});

const toldAtOnce = isLongRun ? 1_000 : 100;

test(`${toldAtOnce} leads of several entries are stored by one call, exactly, each once, in any order`, async () => {
  const phones = [...Array(20)].map(newPhone);
  const ids = [...Array(toldAtOnce)].map((_, at) =>
    newLead({ phone_number: phones[at % phones.length] ?? '', full_name: `Number ${at}` }),
  );
  const entries = [ids.slice(0, toldAtOnce / 2), ids.slice(toldAtOnce / 2)].map((half) =>
    createLeadNotification(half).replace(/^.*"entry":\[(.*)\]\}$/s, '$1'),
  );
  const body = `{"object":"page","entry":[${entries.join(',')}]}`;
  const sent = await Promise.all([
    post(body),
    post(body),
    notify(...ids.toReversed().slice(0, toldAtOnce * 0.3)),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  const left = "select from deliveries where connection_id = $1 and state = 'waiting'";
  const count = async () => (await app.pool.query(left, [connection])).rowCount;
  await expect.poll(count, { timeout: 500_000 }).toBe(0);
  const { rows } = await app.pool.query<{ key: string; state: string }>(
    'select key, state from deliveries where connection_id = $1',
    [connection],
  );
  expect(rows.map(({ key }) => key).sort()).toEqual(ids.map((id) => `lead ${id}`).sort());
  expect(rows.filter(({ state }) => state === 'lead')).toHaveLength(phones.length);
  expect(rows.filter(({ state }) => state === 'joined')).toHaveLength(ids.length - phones.length);
  expect((await told())?.days).toMatchObject([{ accepted: toldAtOnce, refused: 0 }]);
});

describe('test leads', () => {
  test('are never customers', async () => {
    const marked = (field: string) => `<test lead: dummy data for ${field}>`;
    const id = newLead({
      full_name: marked('full_name'),
      email: 'test@meta.com',
      phone_number: '01711111111',
    });
    await notify(id);
    await expect
      .poll(ledger)
      .toMatchObject([{ state: 'ignored', reason: 'testLead', lead: null, summary: null }]);
  });

  test('of the app’s settings, which no page has, are not even asked for', async () => {
    await post(createLeadNotification(['444444444444'], '444444444444'));
    await expect.poll(ledger).toMatchObject([{ state: 'ignored', reason: 'testLead' }]);
    expect(graph.asked.some(({ id }) => id === '444444444444')).toBe(false);
  });
});

describe('when Meta does not give a lead', () => {
  test.each([
    ['too many calls (80005)', 'limit', 80_005],
    ['too many calls (4)', 'limit', 4],
    ['a fault of its own (2)', 'unreachable', 2],
    ['a lead that may not be read (100)', 'refused', 100],
  ])('for %s, it is tried again until it does', async (_, reason, code) => {
    const ids = [newLead(), newLead()];
    graph.answerWith((response) => sendError(response, code));
    await notify(...ids);
    await expect.poll(states).toContain('failed');
    await idle();
    const { rows } = await app.pool.query(
      'select reason from deliveries where reason is not null and connection_id = $1',
      [connection],
    );
    expect(rows[0]).toEqual({ reason });
    graph.answerWith(undefined);
    await retry(61);
    await expectLeads(2);
  });

  test('it is left alone for a while, ever longer', async () => {
    const ids = [...Array(30)].map(() => newLead());
    graph.answerWith((response) => sendError(response, 80_005));
    const asked = async () => {
      const before = graph.asked.length;
      await app.app.fetching.look();
      await idle();
      return graph.asked.length - before;
    };
    await notify(...ids);
    await expect.poll(states).toContain('failed');
    await idle();
    expect(await asked()).toBe(0);
    later(1.1);
    expect(await asked()).toBeLessThanOrEqual(4);
    later(1.1);
    expect(await asked()).toBe(0);
    graph.answerWith(undefined);
    await retry(61);
    await expectLeads(ids.length);
  });

  test.each([
    ['HTML', '<!doctype html><title>Sorry</title>'],
    ['nothing', ''],
    ['another lead', '{"id":"1","field_data":[]}'],
    ['an endless text', undefined],
  ])('but %s, nothing is lost', async (_, text) => {
    const id = newLead();
    graph.answerWith((response) => {
      if (text === undefined) response.write(`{"id":"${id}","a":"${'a'.repeat(400_000)}`);
      else response.end(text);
    });
    await notify(id);
    await expect.poll(ledger).toMatchObject([{ state: 'failed', reason: 'noLead', attempts: 1 }]);
    graph.answerWith(undefined);
    await retry(1);
    await expectLeads(1);
  });

  test('because its token has ended, the connection says so until another one is entered', async () => {
    const id = newLead();
    graph.answerWith((response, { authorization }) => {
      if (authorization === `Bearer ${pageToken}`) sendError(response, 190);
      else sendJson(response, 200, { id, field_data: [{ name: 'phone_number', values: [newPhone()] }] });
    });
    await notify(id);
    await expect.poll(ledger).toMatchObject([{ state: 'failed', reason: 'tokenEnded' }]);
    expect((await told())?.tokenEndedAt).toBe(app.clock.now().toISOString());
    const params = { id: connection };
    const edit = (body: object) => app.call(connections.editConnection, { token, params, body });
    expect((await edit({ pageToken: 'EAA another' })).error.fields).toHaveProperty('pageToken');
    const { data } = await edit({ pageToken: 'EAAanother' });
    expect(data.tokenEndedAt).toBeNull();
    await expect.poll(ledger).toMatchObject([{ state: 'lead' }]);
  });

  test('and does not answer, other connections go on', async () => {
    const hung: (() => void)[] = [];
    graph.answerWith((response) => {
      hung.push(() => response.destroy());
    });
    await notify(...[...Array(10)].map(() => newLead()));
    await expect.poll(() => hung.length).toBe(4);
    const other = await app.call(connections.createConnection, {
      token,
      body: { name: `Site ${++made}`, platform: 'website', serviceCenter: fixtures.north },
    });
    const headers = { authorization: `Bearer ${other.data.secret}` };
    const payload = { name: 'Karim', phone: newPhone() };
    await app.send({ method: 'POST', url: other.data.connection.path, headers, payload });
    const query = { connection: other.data.connection._id };
    const states = async () =>
      (await app.call(intake.listDeliveries, { token, query })).data.deliveries.map(({ state }) => state);
    await expect.poll(states).toEqual(['lead']);
    // Others may be between two statements.
    const inTransaction =
      "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
    await expect.poll(async () => (await app.pool.query(inTransaction)).rowCount).toBe(0);
    graph.answerWith(undefined);
    for (const end of hung) end();
    await idle();
    await retry(61);
    await expectLeads(10);
  });
});

test('what a process left behind is fetched by another a minute later', async () => {
  const id = newLead();
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, is_fetched, try_at)
     values (gen_random_uuid(), $1, $2, now(), $3, false, $4)`,
    [
      connection,
      `lead ${id}`,
      JSON.stringify({ change: { leadgen_id: id } }),
      new Date(app.clock.now().getTime() + 60_000),
    ],
  );
  await app.app.fetching.look();
  await idle();
  const left = 'select from deliveries where connection_id = $1 and not is_fetched';
  expect((await app.pool.query(left, [connection])).rowCount).toBe(1);
  await retry(1);
  await expectLeads(1);
});

test('a replay works on what was fetched, by the mapping of today, whatever the form', async () => {
  const phone = newPhone();
  const id = newLead({ phone_number: 'as below', 'your_whatsapp?': phone });
  await notify(id);
  await expect.poll(ledger).toMatchObject([{ state: 'toPlace', reason: 'badPhone' }]);
  const asked = graph.asked.length;
  const mapping = { phone: ['answers.your_whatsapp?'], name: ['answers.full_name'] };
  const params = { id: connection };
  const preview = await app.call(connections.previewFieldMapping, { token, params, body: { mapping } });
  expect(preview.data).toMatchObject({ reason: null, enquiry: { name: 'Rahim Uddin' } });
  await app.call(connections.editConnection, { token, params, body: { mapping } });
  const [{ _id = '' } = {}] = await ledger();
  await app.call(intake.replayDeliveries, { token, body: { deliveries: [_id] } });
  await expect.poll(ledger).toMatchObject([{ state: 'lead' }]);
  expect(graph.asked).toHaveLength(asked);
});

test('erasing a customer forgets what was fetched, and a repeat makes no lead', async () => {
  const phone = newPhone();
  const id = newLead({ full_name: 'Zubaida', phone_number: phone });
  await notify(id);
  const [delivery] = await settled();
  const params = { id: String(delivery?.lead) };
  await app.call(leads.archiveLead, { token, params, body: { isActive: false } });
  const stored = (await leadOf(delivery?.lead)).phone;
  const { data } = await app.call(listCustomers, { token, query: { search: stored } });
  const customer = { id: String(data.customers[0]?._id) };
  await app.call(eraseCustomer, { token, params: customer, body: { phone: stored } });
  const { rows } = await app.pool.query(
    'select body, phone, summary from deliveries where connection_id = $1',
    [connection],
  );
  expect(rows).toEqual([{ body: null, phone: null, summary: null }]);
  await notify(id);
  expect(await ledger()).toHaveLength(1);
});

test('neither key is told again, in any reply or entry, or stored as it is', async () => {
  await notify(newLead());
  const [delivery] = await settled();
  const replies = await Promise.all([
    app.call(connections.listConnections, { token }),
    app.call(connections.renewConnectionSecret, { token, params: { id: connection } }),
    app.call(intake.getDelivery, { token, params: { id: String(delivery?._id) } }),
    app.call(listAudit, { token }),
  ]);
  const { rows } = await app.pool.query('select row_to_json(m)::text as text from meta_connections m');
  const { rows: sealed } = await app.pool.query('select app_secret, page_token from meta_connections');
  const texts = [...replies.map(({ text }) => text), ...rows.map(({ text }) => text)];
  texts.push(
    ...sealed.flatMap(({ app_secret, page_token }) => [app_secret.toString(), page_token.toString()]),
  );
  for (const text of texts) {
    expect(text).not.toContain(appSecret);
    expect(text).not.toContain(pageToken);
  }
});

test('a connection of Meta’s needs both keys, and no other takes them', async () => {
  const body = { name: `Page ${++made}`, kind: 'meta', platform: 'facebook' };
  const { status, error } = await app.call(connections.createConnection, { token, body });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['appSecret', 'pageToken']]);
  const site = await app.call(connections.createConnection, { token, body: { ...body, kind: 'webhook' } });
  const params = { id: site.data.connection._id };
  const edited = await app.call(connections.editConnection, { token, params, body: { pageToken } });
  expect(edited.status).toBe(400);
});

test('the page is subscribed from here, by its own token, or it is said why not', async () => {
  const ask = (id: string) => app.call(subscribeMetaPage, { token, params: { id } });
  expect((await ask(connection)).data).toEqual({ page: 'Meghna Motors', failure: null });
  expect(graph.asked.at(-1)).toMatchObject({
    ...{ method: 'POST', id: 'me/subscribed_apps', fields: ['leadgen'] },
    authorization: `Bearer ${pageToken}`,
  });
  graph.answerWith((response) => sendError(response, 190));
  expect((await ask(connection)).data).toEqual({ page: null, failure: 'tokenEnded' });
  expect((await ask(fixtures.north)).status).toBe(404);
});

test('a system user’s token gives the leads of all its pages, each by the token of its page', async () => {
  graph.forms.set('7700770077', 'Tyres').set('8800880088', 'Batteries');
  graph.pages
    .set('2200220022', { name: 'Meghna Motors', token: 'EAAmeghna', forms: ['7700770077'] })
    .set('2200220033', { name: 'Padma Motors', token: 'EAApadma', forms: ['8800880088'] });
  const params = { id: connection };
  await app.call(connections.editConnection, { token, params, body: { pageToken: 'EAAsystemuser' } });
  expect((await app.call(subscribeMetaPage, { token, params })).data.page).toBe(
    'Meghna Motors, Padma Motors',
  );
  expect((await app.call(listMetaForms, { token, params })).data.forms).toHaveLength(2);
  const at = Date.parse('2026-03-08T00:00:00+06:00') / 1_000;
  const now = Math.floor(app.clock.now().getTime() / 1_000);
  const [one, two] = [
    newLead({}, { form: '7700770077', at: now }),
    newLead({}, { form: '8800880088', at: now }),
  ];
  const missed = newLead({}, { form: '8800880088', at });
  await post(createLeadNotification([one]));
  await post(createLeadNotification([two], '2200220033'));
  await expectLeads(2);
  const body = { since: '2026-03-01', form: '8800880088' };
  const found = await app.call(fetchEarlierMetaLeads, { token, params, body });
  expect(found.data).toEqual({ found: 1, failure: null });
  await expectLeads(3);
  const clocks = await app.pool.query(
    `select response_due_at is null as "isQuiet" from deliveries d join leads l on l.id = d.lead_id
     where d.connection_id = $1 order by d.id`,
    [connection],
  );
  expect(clocks.rows).toEqual([false, false, true].map((isQuiet) => ({ isQuiet })));
  expect(graph.asked.filter(({ id }) => id === missed).map(({ authorization }) => authorization)).toEqual([
    'Bearer EAApadma',
  ]);
  await post(createLeadNotification([newLead()], '999'));
  await expect.poll(states).toContain('failed');
});

test('leads that Meta never told of are found, form by form and page by page, but for those that came', async () => {
  const since = Date.parse('2026-03-01T00:00:00+06:00') / 1_000;
  graph.forms.set('4400440044', 'Brakes');
  const [came = '', ...missed] = [...Array(5)].map(() => newLead({}, { form: '4400440044', at: since + 60 }));
  const early = newLead({}, { form: '4400440044', at: since - 60 });
  const whole = [...graph.leads];
  for (const [id, { form }] of whole) if (form !== '4400440044') graph.leads.delete(id);
  await notify(came);
  await expectLeads(1);
  const find = (since: string, form?: string) =>
    app.call(fetchEarlierMetaLeads, {
      ...{ token, params: { id: connection } },
      body: { since, ...(form && { form }) },
    });
  const other = newLead({}, { form: '3300330033', at: since + 60 });
  expect((await find('2026-03-01', '4400440044')).data).toEqual({ found: 4, failure: null });
  expect(graph.asked.some(({ id }) => id === other)).toBe(false);
  expect((await find('2026-03-01', '../me')).status).toBe(400);
  graph.leads.delete(other);
  expect((await find('2026-03-01')).data).toEqual({ found: 0, failure: null });
  await expectLeads(5);
  expect(graph.asked.filter(({ id }) => missed.includes(id))).toHaveLength(4);
  expect(graph.asked.some(({ id }) => id === early)).toBe(false);
  expect((await find('2025-11-01')).error.fields).toEqual({ since: 'Choose a day of the last 90 days' });
  expect((await find('2026-04-01')).status).toBe(400);
  graph.answerWith((response, { id }) => sendError(response, id.endsWith('leads') ? 80_005 : 10));
  expect((await find('2026-03-01')).data).toEqual({ found: 0, failure: 'refused' });
});

test('what comes more than a day late is not timed, and takes nobody’s turn, until it is asked once more', async () => {
  const south = { serviceCenter: fixtures.south } as const;
  const staff = await Promise.all(['1', '2'].map(() => app.signIn('service', [fixtures.south])));
  const assign = (assignment: 'inTurn' | 'nobody') =>
    app.call(editAssignmentRules, { token, body: { centers: [{ ...south, assignment }] } });
  await assign('inTurn');
  await app.call(connections.editConnection, { token, params: { id: connection }, body: south });
  const now = Math.floor(app.clock.now().getTime() / 1_000);
  const arrive = async (more: Partial<GraphLead> = {}, answers = {}) => {
    await notify(newLead(answers, { at: now, ...more }));
    return leadOf((await settled())[0]?.lead);
  };
  const early = { at: now - 3 * 24 * 3_600 };
  const one = await arrive();
  const [late, other] = [await arrive(early), await arrive(early)];
  expect([late.responseDueAt, other.responseDueAt]).toEqual([null, null]);
  const ids = staff.map(({ id }) => id);
  expect(ids).toContain(late.advisor?._id);
  const two = await arrive();
  const three = await arrive(early).then(() => arrive());
  expect([one, two].map(({ advisor }) => advisor?._id).sort()).toEqual(ids.sort());
  expect(three.advisor).toEqual(one.advisor);

  const again = await arrive({}, { phone_number: `+88${late.phone}` });
  expect(again).toMatchObject({ _id: late._id, responseDueAt: two.responseDueAt });

  const body = { name: 'Rahim Uddin', phone: other.phone, ...south };
  const fresh = (await app.call(leads.createLead, { token, body })).data;
  const seen = [other, fresh].map(({ _id, version }) => ({ _id, version }));
  const merged = await app.call(mergeLeads, { token, body: { kept: other._id, leads: seen } });
  expect(merged.data.lead.responseDueAt).toBe(fresh.responseDueAt);
  const undone = await app.call(undoLeadMerge, { token, params: { id: merged.data.merge._id }, body: {} });
  expect(undone.data.lead.responseDueAt).toBeNull();
  await assign('nobody');
});

test('the forms of a page are told of with what they ask, and each can have a center and an offering of its own', async () => {
  graph.forms.set('6600660066', 'Brakes at Banani');
  graph.questions.set('6600660066', { full_name: 'Full name', 'which_car?': 'Which car?' });
  const params = { id: connection };
  const list = () => app.call(listMetaForms, { token, params });
  const told = async () => (await list()).data.forms.find(({ _id }) => _id === '6600660066');
  const before = {
    _id: '6600660066',
    name: 'Brakes at Banani',
    serviceCenter: null,
    serviceOrCampaign: null,
  };
  expect(await told()).toEqual({
    ...before,
    questions: [
      { key: 'full_name', label: 'Full name', field: 'name' },
      { key: 'which_car?', label: 'Which car?', field: null },
    ],
  });
  const own = { serviceCenter: fixtures.south, serviceOrCampaign: fixtures.oil };
  const body = {
    forms: [{ form: '6600660066', ...own }],
    mapping: { vehicleNumber: ['answers.which_car?'] },
  };
  expect((await app.call(connections.editConnection, { token, params, body })).status).toBe(200);
  expect(await told()).toMatchObject({ ...own, questions: [{}, { field: 'vehicleNumber' }] });
  await notify(newLead({ 'which_car?': 'DHAKA METRO-GA 12-3456' }, { form: '6600660066' }), newLead());
  const made = await Promise.all((await settled()).map(({ lead }) => leadOf(lead)));
  const places = made.map(({ serviceCenter, serviceOrCampaign, vehicleNumber }) => [
    serviceCenter._id,
    serviceOrCampaign?._id ?? null,
    vehicleNumber,
  ]);
  expect(places).toHaveLength(2);
  expect(places).toContainEqual([fixtures.south, fixtures.oil, 'DHAKA METRO-GA 12-3456']);
  expect(places).toContainEqual([fixtures.north, null, null]);
  graph.answerWith((response) => sendError(response, 10));
  expect((await list()).data).toEqual({ forms: [], failure: 'refused' });
});

test.for<[string, { form: string; serviceCenter: string | null; serviceOrCampaign: string | null }[]]>([
  ['an unknown center', [{ form: '1', serviceCenter: crypto.randomUUID(), serviceOrCampaign: null }]],
  ['an unknown offering', [{ form: '1', serviceCenter: null, serviceOrCampaign: crypto.randomUUID() }]],
  ['nothing', [{ form: '1', serviceCenter: null, serviceOrCampaign: null }]],
])('a form cannot have %s', async ([, forms]) => {
  const { status, error } = await app.call(connections.editConnection, {
    token,
    params: { id: connection },
    body: { forms },
  });
  expect([status, Object.keys(error.fields ?? {}).join()]).toEqual([400, expect.stringMatching(/^forms/)]);
});

test('a check says what of the connection works, and asks Meta about the rest', async () => {
  const check = async () => {
    const { data } = await app.call(checkConnection, { token, params: { id: connection } });
    return data.parts.map(({ part, isFine, about, failure }) => [part, isFine, about ?? failure]);
  };
  graph.answerWith((response) => sendError(response, 190));
  expect(await check()).toEqual([
    ['secret', true, null],
    ['running', true, null],
    ['address', true, testPublicUrl],
    ['token', false, 'tokenEnded'],
    ['received', false, null],
  ]);
  graph.answerWith(undefined);
  await app.call(subscribeMetaPage, { token, params: { id: connection } });
  await notify(newLead());
  await settled();
  expect((await check()).slice(3)).toEqual([
    ['token', true, 'Meghna Motors'],
    ['subscribed', true, 'Meghna Motors'],
    ['received', true, null],
  ]);

  const numbers = [{ number: '106540352242922', serviceCenter: fixtures.north }];
  const keys = { appSecret, pageToken, numbers };
  const body = { name: `Number ${++made}`, kind: 'whatsapp', platform: 'whatsapp', ...keys } as const;
  connection = (await app.call(connections.createConnection, { token, body })).data.connection._id;
  expect((await check()).slice(3, 6)).toEqual([
    ['center', true, null],
    ['token', true, null],
    ['number', false, '106540352242922'],
  ]);
  graph.numbers.set('106540352242922', '+880 1700-000000');
  graph.whatsAppFields.push('messages');
  expect((await check()).slice(5, -1)).toEqual([
    ['number', true, '+880 1700-000000'],
    ['messages', true, null],
  ]);
  graph.onPhone.add('106540352242922');
  expect((await check())[7]).toEqual(['phoneAnswers', false, null]);
  graph.whatsAppFields.splice(0, 1, 'smb_message_echoes');
  expect((await check()).slice(6, -1)).toEqual([
    ['messages', false, null],
    ['phoneAnswers', true, null],
  ]);

  const site = { name: `Site ${++made}`, platform: 'website' } as const;
  const { data } = await app.call(connections.createConnection, { token, body: site });
  connection = data.connection._id;
  const sent = await app.send({
    ...{ method: 'POST', url: data.connection.path, payload: '{"name":"Rahim"}' },
    headers: { authorization: `Bearer ${data.secret}` },
  });
  expect(sent.status).toBe(200);
  expect((await check()).slice(3)).toEqual([
    ['received', true, null],
    ['readable', false, null],
  ]);
});

test('it is said beforehand when a token ends, and Meta is asked again about a new one', async () => {
  const inDays = (days: number) => Math.floor(app.clock.now().getTime() / 1_000) + days * 86_400;
  const endsAt = async () => {
    await app.app.fetching.askForEnds();
    return (await told())?.tokenEndsAt;
  };
  const asked = () => graph.asked.filter(({ id }) => id === 'debug_token').length;
  const end = inDays(5);
  Object.assign(graph.token, { expires_at: inDays(50), data_access_expires_at: end });
  connection = (await connect()).connection._id;
  await expect.poll(endsAt).toBe(new Date(end * 1_000).toISOString());
  const count = asked();
  await endsAt();
  expect(asked()).toBe(count);
  Object.assign(graph.token, { expires_at: 0, data_access_expires_at: 0 });
  const body = { pageToken: 'EAAanotherone' };
  await app.call(connections.editConnection, { token, params: { id: connection }, body });
  await expect.poll(endsAt).toBeNull();
  await expect.poll(asked).toBe(count + 1);
});
