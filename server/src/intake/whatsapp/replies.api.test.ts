import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { correctContact, undoContact } from '#contract/contacts.ts';
import * as connections from '#contract/intake/connections.ts';
import { sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { editMessageTexts } from '#contract/message-texts.ts';
import { newId } from '#server/lib/ids.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import {
  type Message,
  messageNotification,
  ownNumber,
  statusNotification,
} from '#server/testing/whatsapp-messages.ts';
import { openStandInGraph, sendError, signatureOf } from '../../../../scripts/stand-in-graph.mjs';

const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };

let app: TestApp;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let path: string;
let made = 0;

beforeAll(async () => {
  graph = await openStandInGraph();
  app = await TestApp.open({ metaGraphUrl: graph.url });
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
  const body = { name: 'Showroom', kind: 'whatsapp', platform: 'whatsapp', ...keys } as const;
  const center = { serviceCenter: fixtures.north };
  const { data } = await app.call(connections.createConnection, { token, body: { ...body, ...center } });
  connection = data.connection._id;
  path = data.connection.path;
});
afterEach(async () => {
  graph.answerWith(undefined);
  graph.asked.length = 0;
  app.clock.set(testNoon);
  await app.pool.query(
    'update meta_connections set fetch_after = null, fetch_pauses = 0, token_ended_at = null',
  );
});
afterAll(async () => {
  await app.close();
  await graph.close();
});

const post = (body: string) =>
  app.send({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, keys.appSecret) },
    payload: body,
  });

const newKey = () => newId(app.clock.now());
const later = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));

async function converse(more: Partial<Message> = {}): Promise<string> {
  const id = `wamid.${++made}`;
  const at = Math.floor(app.clock.now().getTime() / 1_000);
  const from = `8801716${String(made).padStart(6, '0')}`;
  await post(messageNotification([{ id, at, ...(more.user === undefined && { from }), ...more }]));
  const find = async () =>
    (
      await app.pool.query<{ lead: string }>('select lead_id as lead from deliveries where key = $1', [
        `message ${id}`,
      ])
    ).rows[0]?.lead;
  await expect.poll(find).toBeTruthy();
  return String(await find());
}

async function reply(id: string, text = 'It is 2,500 taka', as = token) {
  const answer = await app.call(sendWhatsAppReply, {
    token: as,
    params: { id },
    body: { text, key: newKey() },
  });
  await app.app.sending.idle();
  return answer;
}
async function look() {
  await app.app.sending.look();
  await app.app.sending.idle();
}
const panelOf = async (id: string) => (await app.call(getLeadPanel, { token, params: { id } })).data;
async function messageOf(id: string) {
  const { timeline } = await panelOf(id);
  return timeline.entries.find((entry) => entry.kind === 'contact');
}
const stateOf = async (id: string) => {
  const { state, reason } = (await messageOf(id))?.message ?? {};
  return [state, reason];
};
const sent = () => graph.asked.map(({ body }) => JSON.parse(body));
const told = async (status: string, code?: number) => {
  const mark = sent()[0]?.biz_opaque_callback_data;
  await post(statusNotification([{ mark, status, ...(code && { code }) }]));
};

test('the reply box opens and a reply goes out by what was read of a message, never by its body (F105)', async () => {
  const id = await converse();
  await app.pool.query('update deliveries set body = $1 where lead_id = $2', [Buffer.from('{'), id]);
  expect((await panelOf(id)).conversation).not.toBeNull();
  expect((await reply(id)).status).toBe(201);
  expect(graph.asked).toHaveLength(1);
});

test('a reply is sent from the number they wrote to, stops the clock, and says what became of it', async () => {
  const id = await converse();
  expect((await panelOf(id)).conversation?.openUntil).toBe('2026-03-11T06:00:00.000Z');
  const { status, data } = await reply(id);
  expect(status).toBe(201);
  expect(data.lead).toMatchObject({ contactAttempts: 1, respondedAt: app.clock.now().toISOString() });
  const [asked] = graph.asked;
  expect(asked).toMatchObject({
    ...{ method: 'POST', id: `${ownNumber.phone_number_id}/messages` },
    authorization: `Bearer ${keys.pageToken}`,
  });
  expect(sent()).toEqual([
    {
      ...{
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: expect.stringMatching(/^8801716/),
      },
      ...{ type: 'text', text: { body: 'It is 2,500 taka', preview_url: false } },
      biz_opaque_callback_data: expect.any(String),
    },
  ]);
  expect(await stateOf(id)).toEqual(['sent', null]);
  await told('read');
  await told('delivered');
  await told('sent');
  expect(await stateOf(id)).toEqual(['read', null]);
  const entry = await messageOf(id);
  expect(entry?.contact).toMatchObject({ channel: 'whatsapp', note: 'It is 2,500 taka', isMessage: true });
});

test('it is sent once, whoever asks again, and can be neither corrected nor taken back', async () => {
  const id = await converse();
  const body = { text: 'Yes', key: newKey() };
  const params = { id };
  const [first, second] = await Promise.all([
    app.call(sendWhatsAppReply, { token, params, body }),
    app.call(sendWhatsAppReply, { token, params, body }),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  await look();
  expect(sent()).toHaveLength(1);
  const contact = { id: String((await messageOf(id))?.contact._id) };
  const corrected = await app.call(correctContact, { token, params: contact, body: { note: 'No' } });
  expect(corrected.status).toBe(403);
  expect((await app.call(undoContact, { token, params: contact })).status).toBe(403);
});

test('somebody whose number WhatsApp does not tell is answered by WhatsApp’s id of them', async () => {
  const user = 'BD.13491208655302741918';
  await reply(await converse({ user }));
  expect(sent()).toMatchObject([{ recipient: user }]);
  expect(sent()[0]).not.toHaveProperty('to');
});

describe('is refused', () => {
  test('a day after their last message, however late that came', async () => {
    const id = await converse({ at: Math.floor(app.clock.now().getTime() / 1_000) - 3_600 });
    later(23 * 60 + 1);
    ({ token } = await app.signIn('superAdmin'));
    expect((await reply(id)).data).toMatchObject({
      error: { fields: { text: expect.stringContaining('24 hours') } },
    });
    expect(sent()).toEqual([]);
    expect((await panelOf(id)).lead.contactAttempts).toBe(0);
  });

  test('on an archived lead, one without a conversation, and one of another center', async () => {
    const id = await converse();
    const servant = await app.signIn('service', [fixtures.south]);
    expect((await reply(id, 'Yes', servant.token)).status).toBe(404);
    await app.call(leads.archiveLead, { token, params: { id }, body: { isActive: false } });
    expect((await reply(id)).status).toBe(400);
    const body = { name: 'Walk-in', phone: '01712345678', serviceCenter: fixtures.north };
    const { data } = await app.call(leads.createLead, { token, body });
    expect((await reply(data._id)).status).toBe(400);
    expect((await panelOf(data._id)).conversation).toBeNull();
    expect(sent()).toEqual([]);
  });
});

describe('what WhatsApp answers', () => {
  test.each([
    [131_047, 'windowClosed'],
    [131_026, 'undeliverable'],
    [100, 'refused'],
  ])('%i: the message has failed, and stays so', async (code, reason) => {
    const id = await converse();
    graph.answerWith((response) => sendError(response, code));
    await reply(id);
    expect(await stateOf(id)).toEqual(['failed', reason]);
    later(60);
    await look();
    expect(sent()).toHaveLength(1);
  });

  test.each([130_429, 80_007, 190, 131_016])('%i: it waits, and is sent once that is over', async (code) => {
    const id = await converse();
    graph.answerWith((response) => sendError(response, code));
    await reply(id);
    expect(await stateOf(id)).toEqual(['waiting', null]);
    await look();
    expect(sent()).toHaveLength(1);
    graph.answerWith(undefined);
    later(15);
    await look();
    expect(sent()).toHaveLength(2);
    expect(await stateOf(id)).toEqual(['sent', null]);
  });

  test.each<[string, number | undefined, string, number]>([
    ['that it took a message', undefined, 'sent', 1],
    ['that it takes none now', 130_429, 'sent', 2],
    ['that it refuses one', 100, 'failed', 1],
  ])('while the database is away is not forgotten: %s', async (_what, code, state, calls) => {
    const id = await converse();
    await app.pool.query(`
      create sequence stored_turns;
      create function go_away() returns trigger language plpgsql as $$ begin
        if old.state = 'asked' and nextval('stored_turns') < 3 then raise exception 'gone' using errcode = '57P01'; end if;
        return new;
      end $$;
      create trigger go_away before update on whatsapp_messages for each row execute function go_away()`);
    if (code) graph.answerWith((response) => sendError(response, code));
    await reply(id);
    await app.pool.query('drop function go_away() cascade; drop sequence stored_turns');
    graph.answerWith(undefined);
    later(15);
    await look();
    expect((await stateOf(id))[0]).toBe(state);
    expect(sent()).toHaveLength(calls);
  });

  test('what had to wait is not overtaken by what was written to the same person later (F110)', async () => {
    const [id, other] = [await converse(), await converse()];
    graph.answerWith((response) => sendError(response, 131_016));
    await reply(id, 'First');
    graph.answerWith(undefined);
    await app.pool.query('update meta_connections set fetch_after = null');
    const until = new Date(app.clock.now().getTime() + 10 * 60_000);
    await app.pool.query("update whatsapp_messages set try_at = $1 where state = 'waiting'", [until]);
    await reply(id, 'Second');
    await reply(other, 'Somebody else');
    const texts = () => sent().map(({ text }) => text.body);
    expect(texts()).toEqual(['First', 'Somebody else']);
    later(10);
    await look();
    expect(texts()).toEqual(['First', 'Somebody else', 'First', 'Second']);
  });

  test('what had to wait too long is not sent any more', async () => {
    const id = await converse();
    graph.answerWith((response) => sendError(response, 130_429));
    await reply(id);
    graph.answerWith(undefined);
    later(24 * 60);
    ({ token } = await app.signIn('superAdmin'));
    await look();
    expect(await stateOf(id)).toEqual(['failed', 'windowClosed']);
    expect(sent()).toHaveLength(1);
  });

  test('nothing, or no answer of WhatsApp’s: it is not sent twice, and counts as sent once WhatsApp says so', async () => {
    const heard = await converse();
    graph.answerWith((response) => response.end('<html>'));
    await reply(heard);
    expect(await stateOf(heard)).toEqual(['asked', null]);
    await told('delivered');
    expect(await stateOf(heard)).toEqual(['delivered', null]);
    const unheard = await converse();
    later(1);
    graph.answerWith((response) => response.destroy());
    await reply(unheard);
    graph.answerWith(undefined);
    later(16);
    await look();
    expect(await stateOf(unheard)).toEqual(['failed', 'unknown']);
    expect(sent()).toHaveLength(2);
  });

  test('it failed on the way, in its time; of others’ messages nothing is kept', async () => {
    const id = await converse();
    await reply(id);
    await told('failed', 131_047);
    await told('sent');
    expect(await stateOf(id)).toEqual(['failed', 'windowClosed']);
    const { rows: before } = await app.pool.query('select count(*) from deliveries');
    await post(
      statusNotification([
        { mark: newKey(), status: 'read' },
        { mark: 'no id', status: 'read' },
      ]),
    );
    expect((await app.pool.query('select count(*) from deliveries')).rows).toEqual(before);
  });
});

test('nobody is asked while the keys cannot be read; new ones send what waits', async () => {
  const id = await converse();
  await app.pool.query("update meta_connections set page_token = 'x' where id = $1", [connection]);
  await reply(id);
  expect(await stateOf(id)).toEqual(['waiting', null]);
  expect(sent()).toEqual([]);
  const { data } = await app.call(connections.listConnections, { token });
  expect(data.connections[0]).toMatchObject({ isReadable: false });
  await app.call(connections.editConnection, { token, params: { id: connection }, body: keys });
  await look();
  expect(sent()).toHaveLength(1);
});

test('a first message is answered automatically, once a day, and the lead still waits for a person', async () => {
  const text = { name: 'Thanks', language: 'en', text: 'Hello {name}, {center} will call.' } as const;
  const texts = await app.call(editMessageTexts, { token, body: { texts: [text] } });
  const answerText = String(texts.data[0]?._id);
  await app.call(connections.editConnection, { token, params: { id: connection }, body: { answerText } });
  const from = '8801799000001';
  const user = 'BD.91000000000000000001';
  const id = await converse({ from, user });
  await look();
  expect(sent()).toMatchObject([{ to: from, text: { body: 'Hello Rahim Uddin, North will call.' } }]);
  const panel = await panelOf(id);
  expect(panel.lead).toMatchObject({ contactAttempts: 0, respondedAt: null });
  const [entry] = panel.timeline.entries.filter(({ kind }) => kind === 'intake');
  const answer = { text: 'Hello Rahim Uddin, North will call.', state: 'sent', reason: null };
  expect(entry).toMatchObject({ delivery: { answer } });
  await app.call(leads.moveLead, { token, params: { id }, body: { status: 'completed' } });
  const next = await converse({ from, user });
  await look();
  expect(sent()).toHaveLength(1);
  // They hide their number.
  await app.call(leads.moveLead, { token, params: { id: next }, body: { status: 'completed' } });
  await converse({ user });
  await look();
  expect(sent()).toHaveLength(1);
});

describe('whose number WhatsApp hides has one automatic answer a day, by whichever way they write (F78)', () => {
  const newHidden = () => ({
    phone: `0179900${String(++made).padStart(4, '0')}`,
    user: `BD.9200000000000000${String(made).padStart(4, '0')}`,
  });
  test.each([
    {
      how: 'their lead has it',
      tell: (id: string, { phone }: ReturnType<typeof newHidden>) =>
        app.call(leads.correctLead, { token, params: { id }, body: { phone } }),
    },
    {
      how: 'they write with it',
      tell: (_id: string, { phone, user }: ReturnType<typeof newHidden>) =>
        converse({ from: `88${phone}`, user }),
    },
  ])('$how', async ({ tell }) => {
    const text = { name: 'Thanks', language: 'en', text: 'Hello {name}.' } as const;
    const texts = await app.call(editMessageTexts, { token, body: { texts: [text] } });
    const answers = { answerText: String(texts.data[0]?._id) };
    await app.call(connections.editConnection, { token, params: { id: connection }, body: answers });
    const body = { name: `Site ${made}`, platform: 'website', serviceCenter: fixtures.north } as const;
    const site = (await app.call(connections.createConnection, { token, body })).data;
    const { _id: id, path: to } = site.connection;
    await app.call(connections.editConnection, { token, params: { id }, body: answers });
    const hidden = newHidden();
    await tell(await converse({ user: hidden.user }), hidden);
    for (const phone of [hidden.phone, newHidden().phone])
      await app.send({
        ...{ method: 'POST', url: to },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${site.secret}` },
        payload: JSON.stringify({ name: 'Rahim', phone, email: `${phone}@test.example` }),
      });
    const answered = async () => {
      const { rows } = await app.pool.query<{ isAnswered: boolean }>(
        `select answered_at is not null as "isAnswered" from deliveries
         where connection_id = $1 and lead_id is not null order by phone`,
        [id],
      );
      return rows.map(({ isAnswered }) => isAnswered);
    };
    await expect.poll(answered).toEqual([false, true]);
  });
});
