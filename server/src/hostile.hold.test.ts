import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { checkImport, getImport, stopImport } from '#contract/imports.ts';
import { createWebsiteForm } from '#contract/intake/forms.ts';
import { countLeadsByStatus, listLeads, listLeadsByStatus } from '#contract/leads/leads.ts';
import { csvMonster, type FileMonster, makeXlsxMonsters } from '#server/testing/file-monsters.ts';
import { openConnection, uploadLeads } from '#server/testing/hold/doors.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { askOrigin, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { readMemoryMb } from '#server/testing/hold/memory-of.ts';
import { formOf } from '#server/testing/intake-calls.ts';
import {
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
const slowestCall = 1_000;
const appSecret = '0123456789abcdef0123456789abcdef';
const settings = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  // Each visitor of a form comes from a network of their own.
  TRUST_PROXY: 'loopback',
  ...{ INTAKE_HOUR_COUNT: '9999999', INTAKE_HOUR_MB: '9999999', INTAKE_STORED_MB: '9999999' },
};

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

type Sent = { what: string; status: number | undefined };
type Door = (seed: number) => Promise<Sent>;
/** Times are of `performance.now()`. */
type Answered = Sent & { door: string; sentAt: number; answeredAt: number };

test(`${monsters} monsters of every kind at every door keep none of ${people} people waiting (F105)`, async () => {
  const program = await pitlane.start(settings);
  const center = await pitlane.inDatabase(makeKeeper);
  const token = await signInKeeper(pitlane.origin);
  const { doors, sendEnquiry } = await openDoors(token, center);

  const stop = new AbortController();
  const looking = pitlane.watchHealth(stop.signal);
  const working = Promise.all(
    Array.from({ length: people }, (_, place) => workAs(place, token, stop.signal)),
  );
  const answers: Answered[] = [];
  let seed = 0;
  const names = Object.keys(doors);
  const send = async () => {
    while (seed < monsters) {
      const own = ++seed;
      const door = names[own % names.length] ?? '';
      const sentAt = performance.now();
      const answer = await doors[door]?.(own);
      if (answer) answers.push({ door, ...answer, sentAt, answeredAt: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: hands }, send));
  expect(await sendEnquiry({ name: 'Rahim Uddin', phone: '01712345678' })).toBe(200);
  const sentAt = performance.now();
  await untilAllIsWorked();
  const workedAfter = (performance.now() - sentAt) / 1_000;
  stop.abort();
  const calls = (await working).flat();
  const looks = await looking;
  const slowest = calls.toSorted((one, other) => other.took - one.took).slice(0, 5);
  const memory = (await readMemoryMb(program.pid)).most;
  console.log(
    `✓ ${monsters} monsters: ${calls.length} calls of ${people} people, the slowest ${slowest.map(({ took, what }) => `${Math.round(took)} ms (${what})`).join(', ')}; ${looks.length} times /health/live, the slowest ${Math.round(Math.max(...looks.map(({ took }) => took)))} ms; all worked ${Math.round(workedAfter)} s after the last; most memory ${Math.round(memory)} MB\nbeside the slowest: ${besides(answers, slowest[0])}\n${await figuresOf(answers)}`,
  );
  expect(answers.filter(({ status }) => status === undefined || (status >= 500 && status !== 503))).toEqual(
    [],
  );
  for (const door of names) expect(worked(answers, door), `of ${door} some are worked on`).not.toEqual([]);
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  expect(slowest[0]?.took).toBeLessThanOrEqual(slowestCall);
  const found = await askOrigin(pitlane.origin, listLeads, { token });
  expect(JSON.stringify(found.reply)).toContain('Rahim Uddin');
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
}, 3_600_000);

async function untilAllIsWorked(): Promise<void> {
  const left = "select from deliveries where state in ('waiting', 'failed')";
  while ((await pitlane.inDatabase(({ pool }) => pool.query(left))).rowCount !== 0) await wait(500);
}

/** Returns what was sent, and not answered yet, while a call was. */
function besides(answers: readonly Answered[], call: Call | undefined): string {
  if (!call) return 'nothing';
  const { askedAt, took } = call;
  return answers
    .filter(({ sentAt, answeredAt }) => sentAt < askedAt + took && answeredAt > askedAt)
    .map(({ door, what }) => `${door}: ${what}`)
    .join(', ');
}

/** Returns those that were not refused at the door. */
function worked(answers: readonly Answered[], door: string): Sent[] {
  return answers.filter((each) => each.door === door && (each.status ?? 500) < 400);
}

async function figuresOf(answers: readonly Answered[]): Promise<string> {
  const byStatus = Object.entries(Object.groupBy(answers, ({ door, status }) => `${door} ${status}`));
  const states = await pitlane.inDatabase(
    async ({ pool }) =>
      (await pool.query('select state, reason, count(*)::int from deliveries group by 1, 2')).rows,
  );
  return `${byStatus.map(([each, all]) => `${each}: ${all?.length}`).join(', ')}\n${JSON.stringify(states)}`;
}

async function openDoors(token: string, center: string) {
  const connect = (more: object) =>
    openConnection(pitlane.origin, token, {
      name: `Door ${JSON.stringify(more).slice(0, 40)}`,
      platform: 'website',
      serviceCenter: center,
      ...more,
    });
  const withSecret = async (kind: object, make: (seed: number) => Monster): Promise<Door> => {
    const { address, secret } = await connect(kind);
    return (seed) => post(address, make(seed), { authorization: `Bearer ${secret}` });
  };
  const signed = async (kind: 'meta' | 'whatsapp'): Promise<Door> => {
    const { address } = await connect({ kind, appSecret, pageToken: 'EAAtesttoken' });
    return (seed) => {
      const monster = notificationMonster(kind, seed);
      return post(address, monster, { 'x-hub-signature-256': signatureOf(monster.body, appSecret) });
    };
  };
  const upload =
    (make: (seed: number) => FileMonster): Door =>
    async (seed) => {
      const { what, fileName, body } = make(seed);
      const { status, made } = await uploadLeads(pitlane.origin, token, fileName, body);
      if (made) await checkAndStop(token, made._id, made.settings);
      return { what, status };
    };
  const books = [...(await makeXlsxMonsters(1)), ...(await makeXlsxMonsters(2))];
  const bookAt = (seed: number) => {
    const book = books[seed % books.length];
    if (!book) throw new Error('No book was made');
    return book;
  };
  const plain = await connect({});
  const sendEnquiry = async (enquiry: object) => {
    const monster = { what: 'an enquiry', contentType: 'application/json', body: JSON.stringify(enquiry) };
    return (await post(plain.address, monster, { authorization: `Bearer ${plain.secret}` })).status;
  };
  const doors: Record<string, Door> = {
    webhook: await withSecret({ kind: 'webhook' }, webhookMonster),
    mailbox: await withSecret({ kind: 'email' }, mailMonster),
    'lead ads': await signed('meta'),
    WhatsApp: await signed('whatsapp'),
    form: await openForm(token, center),
    CSV: upload(csvMonster),
    XLSX: upload(bookAt),
  };
  return { doors, sendEnquiry };
}

async function post(address: string, monster: Monster, headers: Record<string, string>): Promise<Sent> {
  const { what, contentType, body } = monster;
  const asked = { method: 'POST', body, headers: { 'content-type': contentType, ...headers } };
  const status = await fetch(address, { ...asked, redirect: 'manual' }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
  return { what, status };
}

/** A page that was opened long enough ago for a person to have filled it in. */
async function openForm(token: string, center: string): Promise<Door> {
  const form = await askOrigin(pitlane.origin, createWebsiteForm, { token, body: formOf(center) });
  const address = `${pitlane.origin}/form/${String(form.reply._id)}`;
  const keys: string[] = [];
  while (keys.length < monsters / 6) {
    const page = (await (await fetch(`${address}.json`)).json()) as { key: string };
    keys.push(page.key);
  }
  await wait(3_500);
  return (seed) => {
    const known = { key: keys.pop() ?? '', service_center: center };
    return post(address, formMonster(seed, known), { 'x-forwarded-for': `198.51.${seed % 200}.7` });
  };
}

/** Returns what a file says is read when it is checked. */
async function checkAndStop(token: string, id: string, chosen: object): Promise<void> {
  const { status } = await askOrigin(pitlane.origin, checkImport, { token, id, body: chosen });
  const isChecked = async () => {
    const { reply } = await askOrigin(pitlane.origin, getImport, { token, id });
    return reply.state !== 'checking';
  };
  if (status === 200) while (!(await isChecked())) await wait(200);
  await askOrigin(pitlane.origin, stopImport, { token, id });
}

type Call = { what: string; status: number | undefined; askedAt: number; took: number };

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
    const { status, askedAt, answeredAt } = await askOrigin(
      pitlane.origin,
      { ...endpoint, path: `/${endpoint.path.slice(1)}${query}` },
      { token },
    );
    calls.push({ what: endpoint.path, status, askedAt, took: answeredAt - askedAt });
    await wait(1_000);
  }
  return calls;
}
