import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { stopImport, uploadImport } from '#contract/imports.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { createForm } from '#contract/intake/forms.ts';
import { countLeadsByStatus, listLeads, listLeadsByStatus } from '#contract/leads/leads.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { ask, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { memoryOf } from '#server/testing/hold/memory-of.ts';
import { formOf } from '#server/testing/intake-calls.ts';
import {
  csvMonster,
  formMonster,
  type Monster,
  mailMonster,
  notificationMonster,
  webhookMonster,
} from '#server/testing/monsters.ts';
import { signatureOf } from '../../scripts/stand-in-graph.mjs';

const monsters = Number(process.env.PITLANE_MONSTERS ?? 1_000);
const hands = 4;
const people = 20;
/** Milliseconds, on a machine that nobody else uses. */
const slowestCall = 1_000;
const appSecret = '0123456789abcdef0123456789abcdef';

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

type Door = (seed: number) => Promise<{ what: string; status: number | undefined }>;

test(`${monsters} monsters of every kind at every door keep none of ${people} people waiting (F105)`, async () => {
  const quota = { INTAKE_HOUR_COUNT: '9999999', INTAKE_HOUR_MB: '9999999', INTAKE_STORED_MB: '9999999' };
  const program = await pitlane.start({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), ...quota });
  const center = await pitlane.inDatabase(makeKeeper);
  const token = await signInKeeper(pitlane.origin);
  const { doors, webhook } = await openDoors(token, center);

  const stop = new AbortController();
  const looking = lookAtHealth(stop.signal);
  const working = Promise.all(
    Array.from({ length: people }, (_, place) => workAs(place, token, stop.signal)),
  );
  const answers: { door: string; what: string; status: number | undefined }[] = [];
  let seed = 0;
  const names = Object.keys(doors);
  const send = async () => {
    while (seed < monsters) {
      const own = ++seed;
      const door = names[own % names.length] ?? '';
      const answer = await doors[door]?.(own);
      if (answer) answers.push({ door, ...answer });
    }
  };
  await Promise.all(Array.from({ length: hands }, send));
  const phone = '01712345678';
  expect(await webhook(JSON.stringify({ name: 'Rahim Uddin', phone }))).toBe(200);
  const waiting = () =>
    pitlane.inDatabase(
      async ({ pool }) =>
        (
          await pool.query(
            "select id, unfinished, reason from deliveries where state in ('waiting', 'failed')",
          )
        ).rowCount,
    );
  const sentAt = performance.now();
  while ((await waiting()) !== 0) await wait(500);
  const workedAfter = (performance.now() - sentAt) / 1_000;
  stop.abort();
  const calls = (await working).flat();
  const looks = await looking;
  const slowest = calls.reduce((one, other) => (other.took > one.took ? other : one));
  const byStatus = Object.entries(Object.groupBy(answers, ({ door, status }) => `${door} ${status}`));
  const states = await pitlane.inDatabase(
    async ({ pool }) =>
      (await pool.query('select state, reason, count(*)::int from deliveries group by 1, 2')).rows,
  );
  const memory = (await memoryOf(program.pid)).most;
  console.log(
    `✓ ${monsters} monsters: ${calls.length} calls of ${people} people, the slowest ${Math.round(slowest.took)} ms (${slowest.what}); ${looks.length} times /health/live, the slowest ${Math.round(Math.max(...looks.map(({ took }) => took)))} ms; all worked ${Math.round(workedAfter)} s after the last; most memory ${Math.round(memory)} MB\n${byStatus.map(([each, all]) => `${each}: ${all?.length}`).join(', ')}\n${JSON.stringify(states)}`,
  );
  expect(answers.filter(({ status }) => status === undefined || (status >= 500 && status !== 503))).toEqual(
    [],
  );
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  expect(slowest.took).toBeLessThanOrEqual(slowestCall);
  const found = await ask(pitlane.origin, listLeads, { token });
  expect(JSON.stringify(found.reply)).toContain('Rahim Uddin');
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
}, 3_600_000);

async function openDoors(token: string, center: string) {
  const connect = async (more: object) => {
    const body = {
      name: `Door ${JSON.stringify(more).slice(0, 40)}`,
      platform: 'website',
      serviceCenter: center,
      ...more,
    };
    const { reply } = await ask(pitlane.origin, createConnection, { token, body });
    return reply as { connection: { path: string }; secret: string };
  };
  const post = async (path: string, body: string, headers: Record<string, string>) =>
    fetch(pitlane.origin + path, { method: 'POST', body, headers, redirect: 'manual' }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => undefined,
    );
  const withSecret = async (kind: object, make: (seed: number) => Monster): Promise<Door> => {
    const { connection, secret } = await connect(kind);
    return async (seed) => {
      const { what, contentType, body } = make(seed);
      const headers = { 'content-type': contentType, authorization: `Bearer ${secret}` };
      return { what, status: await post(connection.path, body, headers) };
    };
  };
  const signed = async (kind: 'meta' | 'whatsapp'): Promise<Door> => {
    const { connection } = await connect({ kind, appSecret, pageToken: 'EAAtesttoken' });
    return async (seed) => {
      const { what, contentType, body } = notificationMonster(kind, seed);
      const headers = { 'content-type': contentType, 'x-hub-signature-256': signatureOf(body, appSecret) };
      return { what, status: await post(connection.path, body, headers) };
    };
  };
  const form = await ask(pitlane.origin, createForm, { token, body: formOf(center) });
  const sendForm: Door = async (seed) => {
    const { what, contentType, body } = formMonster(seed);
    return {
      what,
      status: await post(`/form/${String(form.reply._id)}`, body, { 'content-type': contentType }),
    };
  };
  const upload: Door = async (seed) => {
    const { what, contentType, body } = csvMonster(seed);
    const sent = new FormData();
    sent.set('noun', 'leads');
    sent.set('fileName', 'leads.csv');
    sent.set('file', new Blob([body], { type: contentType }), 'leads.csv');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${pitlane.origin}${basePath}${uploadImport.path}`, {
      method: 'POST',
      body: sent,
      headers,
    });
    const reply = (await answer.json()) as { _id?: string };
    if (reply._id) await ask(pitlane.origin, stopImport, { token, id: reply._id });
    return { what, status: answer.status };
  };
  const plain = await connect({});
  const webhook = (body: string) =>
    post(plain.connection.path, body, {
      'content-type': 'application/json',
      authorization: `Bearer ${plain.secret}`,
    });
  const doors: Record<string, Door> = {
    webhook: await withSecret({ kind: 'webhook' }, webhookMonster),
    mailbox: await withSecret({ kind: 'email' }, mailMonster),
    'lead ads': await signed('meta'),
    WhatsApp: await signed('whatsapp'),
    form: sendForm,
    import: upload,
  };
  return { doors, webhook };
}

type Call = { what: string; status: number | undefined; took: number };

async function workAs(place: number, token: string, stop: AbortSignal): Promise<Call[]> {
  const calls: Call[] = [];
  const asked: [Endpoint, string][] = [
    [listLeads, ''],
    [countLeadsByStatus, ''],
    [listLeadsByStatus, '?status=pending'],
  ];
  await wait(place * 50);
  for (let turn = place; !stop.aborted; turn++) {
    const [endpoint, query] = asked[turn % asked.length] ?? [listLeads, ''];
    const { status, askedAt, answeredAt } = await ask(
      pitlane.origin,
      { ...endpoint, path: `/${endpoint.path.slice(1)}${query}` },
      { token },
    );
    calls.push({ what: endpoint.path, status, took: answeredAt - askedAt });
    await wait(1_000);
  }
  return calls;
}

async function lookAtHealth(stop: AbortSignal) {
  const looks: { status: number | undefined; took: number }[] = [];
  for (; !stop.aborted; await wait(100)) {
    const askedAt = performance.now();
    const status = await pitlane.health('live');
    looks.push({ status, took: performance.now() - askedAt });
  }
  return looks;
}
