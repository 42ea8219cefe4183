import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendWhatsAppReply } from '#contract/intake/whatsapp.ts';
import { editMessageTexts } from '#contract/message-texts.ts';
import { until } from '#server/testing/fault-harness.ts';
import { AnotherProcess } from '#server/testing/hold/another-process.ts';
import { openConnection } from '#server/testing/hold/doors.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { askOrigin, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { openStandInGraph, sendError, signatureOf } from '../../scripts/stand-in-graph.mjs';

const sent = 10_000;
const enquiries = 4_000;
const kills = 10;
const replies = 500;
const senders = 24;
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test(`${sent} deliveries, repeated and in any order, to four processes that are killed ${kills} times, are ${enquiries} leads, each answered once`, async () => {
  let first = await pitlane.start({ SECRET_KEY });
  const center = await pitlane.inDatabase(makeKeeper);
  const { address, secret } = await connect(center);
  const others = await Promise.all(
    [...Array(3)].map(() => AnotherProcess.start(pitlane.dataDir, { SECRET_KEY })),
  );
  const origins = [pitlane.origin, ...others.map(({ origin }) => origin)];

  const left = shuffled(Array.from({ length: sent }, (_, place) => place % enquiries));
  let accepted = 0;
  const send = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const to = origins[Math.floor(Math.random() * origins.length)] ?? pitlane.origin;
      if ((await post(address.replace(pitlane.origin, to), secret, number)) === 200) accepted++;
      else {
        left.unshift(number);
        await wait(50);
      }
    }
  };
  const sending = Promise.all(Array.from({ length: senders }, send));
  for (let kill = 0; kill < kills; kill++) {
    await until('more has come', async () => accepted >= ((kill + 1) * sent) / (kills + 2));
    if (kill % 3 === 0) await pitlane.killDatabase();
    else if (kill % 3 === 1) {
      await first.end('SIGKILL');
      first = await pitlane.start({ SECRET_KEY });
    } else await others[Math.floor(kill / 3) % others.length]?.restart();
    await until('Pitlane is ready again', () => pitlane.isReady());
  }
  await sending;
  expect(accepted).toBe(sent);

  await pitlane.inDatabase(async ({ pool }) => {
    const number = async (query: string) => Number((await pool.query(query)).rows[0]?.n);
    await until(
      'all is worked',
      async () => (await number(`${count} deliveries where state = 'waiting'`)) === 0,
    );
    expect(await number(`${count} deliveries`)).toBe(enquiries);
    expect(await number(`${count} deliveries where state = 'lead'`)).toBe(enquiries);
    expect(await number(`${count} leads`)).toBe(enquiries);
    expect(await number('select count(distinct phone) as n from leads')).toBe(enquiries);
    expect(
      await number("select sum(leads) as n from lead_totals where figure in ('status', 'archived')"),
    ).toBe(enquiries);
    expect(await number(`${count} deliveries where answered_at is not null`)).toBe(enquiries);
    const twice = `select 1 from jobs where kind = 'mail' group by payload ->> 'delivery' having count(*) > 1`;
    expect(await number(`${count} (${twice}) twice`)).toBe(0);
  });
  for (const other of others) await other.end();
  expect(await first.end('SIGTERM')).toBe(0);
}, 3_600_000);

test(`${replies} replies by WhatsApp, which limits them and falls silent, from processes that are killed: none is lost or sent twice`, async () => {
  const graph = await openStandInGraph();
  const env = { SECRET_KEY, META_GRAPH_URL: graph.url };
  let program = await pitlane.start(env);
  const center = await pitlane.inDatabase(makeKeeper);
  const token = await signInKeeper(pitlane.origin);
  const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };
  const body = { name: 'Chat', kind: 'whatsapp', platform: 'whatsapp', serviceCenter: center, ...keys };
  const { address } = await openConnection(pitlane.origin, token, body);
  const at = Math.floor(Date.now() / 1_000);
  const message = messageNotification([{ id: 'wamid.1', from: '8801716000001', at }]);
  const headers = { 'x-hub-signature-256': signatureOf(message, keys.appSecret) };
  await fetch(address, { method: 'POST', headers, body: message });
  const query = async <Row>(text: string) =>
    pitlane.inDatabase(async ({ pool }) => (await pool.query(text)).rows as Row[]);
  const findLead = () => query<{ id: string }>('select id from leads');
  await until('it is a lead', async () => (await findLead()).length === 1);
  const id = String((await findLead())[0]?.id);

  const taken = new Map<string, number>();
  let turns = 0;
  let silent = 0;
  graph.answerWith((response, { body: asked }) => {
    // Not about a message.
    if (!asked) return sendError(response, 100);
    const { biz_opaque_callback_data: mark } = JSON.parse(asked);
    if (++turns % 60 === 0) return sendError(response, 130_429);
    taken.set(mark, (taken.get(mark) ?? 0) + 1);
    if (turns % 100 !== 0) return response.end(JSON.stringify({ messages: [{ id: mark }] }));
    if (++silent % 2 === 0) response.destroy();
  });
  const write = async (key: string) => {
    const body = { text: `It costs ${key}`, key };
    while ((await askOrigin(pitlane.origin, sendWhatsAppReply, { token, id, body })).status !== 201)
      await wait(100);
  };
  const writing = Promise.all(
    [...Array(4)].map(async () => {
      for (let written = 0; written < replies / 4; written++) await write(randomUUID());
    }),
  );
  const goOn = () => query('update meta_connections set fetch_after = null').catch(() => []);
  for (let kill = 0; kill < kills; kill++) {
    const sooner = (kill * replies) / (kills + 2);
    await until('more is sent', async () => (await goOn()) && taken.size > sooner);
    if (kill % 2 === 0) await pitlane.killDatabase();
    else {
      await program.end('SIGKILL');
      program = await pitlane.start(env);
    }
    await until('Pitlane is ready again', () => pitlane.isReady());
  }
  await writing;
  const messages = () => query<{ id: string; state: string }>('select id, state from whatsapp_messages');
  const isOver = async () => (await messages()).every(({ state }) => state !== 'waiting');
  await until('all is sent', async () => (await goOn()) && (await isOver()));
  // As long as an answer is waited for.
  await wait(15_000);
  const all = await messages();
  expect(all).toHaveLength(replies);
  expect(all.filter(({ id, state }) => state === 'sent' && taken.get(id) !== 1)).toEqual([]);
  expect(all.filter(({ state }) => state !== 'sent' && state !== 'asked')).toEqual([]);
  expect(all.filter(({ state }) => state === 'asked').length).toBeLessThanOrEqual(silent + kills);
  expect([...taken.values()].filter((times) => times > 1)).toEqual([]);
  expect(await program.end('SIGTERM')).toBe(0);
  await graph.close();
}, 3_600_000);

const count = 'select count(*) as n from';

async function connect(center: string): Promise<{ address: string; secret: string }> {
  const token = await signInKeeper(pitlane.origin);
  const texts = [{ name: 'Answer', language: 'en', text: 'Dear {name}, we call you.' }];
  const answer = await askOrigin(pitlane.origin, editMessageTexts, { token, body: { texts } });
  const [text] = answer.reply as unknown as { _id: string }[];
  const body = { name: 'Site', platform: 'website', serviceCenter: center, answerText: text?._id };
  return openConnection(pitlane.origin, token, body);
}

async function post(address: string, secret: string, number: number): Promise<number | undefined> {
  const phone = `0171${String(number).padStart(7, '0')}`;
  const body = JSON.stringify({ name: `Rahim ${number}`, phone, email: `rahim${number}@padma.test` });
  const headers = { authorization: `Bearer ${secret}`, 'webhook-id': `enquiry-${number}` };
  return fetch(address, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => undefined,
  );
}

function shuffled<T>(all: T[]): T[] {
  return all
    .map((each) => ({ each, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
