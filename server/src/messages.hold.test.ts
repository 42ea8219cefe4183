import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import {
  editMessageSettings,
  editSmsGateway,
  getMessageSettings,
  type MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { createLead, moveLead } from '#contract/leads/leads.ts';
import { addDays, clockInTimeZone, dateInTimeZone } from '#contract/text/dates.ts';
import { formatAppointment } from '#server/lib/appointment-text.ts';
import { until } from '#server/testing/fault-harness.ts';
import { AnotherProcess } from '#server/testing/hold/another-process.ts';
import { openConnection } from '#server/testing/hold/doors.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { type Asked, askOrigin, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { gatewayOf } from '#server/testing/message-calls.ts';
import { openStandInGateway } from '#server/testing/stand-in-gateway.ts';
import { messageNotification } from '#server/testing/whatsapp-messages.ts';
import { openStandInGraph, sendError, sendJson, signatureOf } from '../../scripts/stand-in-graph.mjs';

const customers = Number(process.env.PITLANE_MESSAGES ?? 2_000);
const kills = Number(process.env.PITLANE_KILLS ?? 10);
const hands = 8;
const together = 50;
const minute = 60_000;
/** Calls of one process at a time: SMS, and one by WhatsApp. */
const inFlight = 8 + 1;
const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };
const undeliverable = 131_026;
const overloaded = 130_429;
const [planned, changed] = ['10:00', '15:00'];

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

/** A quarter of the customers has written on WhatsApp, one has a vehicle for the template, one is not on WhatsApp, and one gets an SMS at once. */
const ways = ['reply', 'template', 'notOnWhatsApp', 'sms'] as const;
const wayOf = (customer: number) => ways[customer % ways.length];
const isCancelled = (customer: number) => customer % 21 === 0;
const isMoved = (customer: number) => customer % 21 === 1;
const phoneOf = (customer: number) => `0171${String(customer).padStart(7, '0')}`;
const customerOf = (phone: string) => Number(phone.slice(-7));

type Lead = { id: string; phone: string; version: number };
type Outcome = { phone: string; state: string | null; reason: string | null };

test(`${customers} reminders that are due at once, by SMS and WhatsApp, which are overloaded and fall silent, from four processes that are killed ${kills} times: each customer gets what is true, once`, async () => {
  const [graph, gateway] = await Promise.all([openStandInGraph(), openStandInGateway()]);
  const heard = new Map<number, string[]>();
  const hear = (phone: string, said: string) => {
    heard.set(customerOf(phone), [...(heard.get(customerOf(phone)) ?? []), said]);
  };
  let silent = 0;
  const answerOften = (response: ServerResponse, turn: number, answer: object) => {
    if (turn % 50 !== 0) sendJson(response, 200, answer);
    else if (++silent % 2 === 0) response.destroy();
  };
  let [ofGraph, ofGateway] = [0, 0];
  graph.answerWith((response, { id, body }) => {
    if (!id.endsWith('/messages')) return sendError(response, 100);
    const { to } = JSON.parse(body);
    if (wayOf(customerOf(to)) === 'notOnWhatsApp') return sendError(response, undeliverable);
    if (++ofGraph % 60 === 0) return sendError(response, overloaded);
    hear(to, body);
    answerOften(response, ofGraph, { messages: [{ id: `wamid.${ofGraph}` }] });
  });
  gateway.answerWith((response, { body }) => {
    if (++ofGateway % 60 === 0) return sendJson(response, 503, {});
    hear(JSON.parse(body).to, body);
    answerOften(response, ofGateway, { status: 'ACCEPTED' });
  });

  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
  const env = { SECRET_KEY, META_GRAPH_URL: graph.url, SMS_LOCAL_GATEWAY: 'allow' };
  let first = await pitlane.start(env);
  const timeZone = zoneWhereItIsDay();
  const center = await pitlane.inDatabase((database) => makeKeeper(database, timeZone));
  const others = await Promise.all([...Array(3)].map(() => AnotherProcess.start(pitlane.dataDir, env)));
  const dealer = new Dealer(await signInKeeper(pitlane.origin), center);
  const { connection, door } = await dealer.openWays(gateway.url);
  const tomorrow = addDays(dateInTimeZone(timeZone, new Date()), 1);
  const booked = (appointmentTime: string) => ({
    ...{ status: 'booked', appointmentDate: tomorrow, appointmentTime },
  });
  await dealer.addLeads(door);
  await inParallel(await readLeads(), (lead) => dealer.move(lead, booked(planned)));

  let killed = 0;
  const kill = async () => {
    const turn = killed++;
    if (turn >= kills) return;
    if (turn % 3 === 0) await pitlane.killDatabase();
    else if (turn % 3 === 1) {
      await first.end('SIGKILL');
      first = await pitlane.start(env);
    } else await others[Math.floor(turn / 3) % others.length]?.restart();
    await until('Pitlane is ready again', () => pitlane.isReady());
    await endLeases();
  };
  // Each is planned, and planned anew for now, while processes are killed.
  await dealer.remind(connection, '23:59');
  await kill();
  const leads = await readLeads();
  const change = async (lead: Lead) => {
    const customer = customerOf(lead.phone);
    const cancelled = { status: 'potential', nextFollowUpDates: [addDays(tomorrow, 1)] };
    if (isCancelled(customer)) await dealer.move(lead, cancelled);
    else if (isMoved(customer)) await dealer.move(lead, booked(changed));
  };
  await Promise.all([inParallel(leads, change), kill()]);
  const next = clockInTimeZone(timeZone, new Date(Date.now() + minute)).slice(11, 16);
  await dealer.remind(connection, next);
  await kill();
  while (killed < kills) {
    const sooner = ((killed - 2) * customers) / kills;
    await until('more is sent', async () => {
      await letTimePass();
      return heard.size > sooner;
    });
    await kill();
  }
  const countOpen = async () => {
    await letTimePass();
    const text = `select count(*)::int as n from customer_messages where state in ('waiting', 'asked')`;
    return (await query<{ n: number }>(text))[0]?.n ?? 0;
  };
  for (let open = await countOpen(); open > 0; ) {
    const before = open;
    await until('fewer wait', async () => {
      open = await countOpen();
      return open < before;
    });
  }

  const outcomes = await query<Outcome>(`
    select l.phone, m.state, m.reason from leads l
      left join customer_messages m on m.lead_id = l.id and m.state <> 'skipped'`);
  const faults = outcomes.flatMap(({ phone, state, reason }) => {
    const customer = customerOf(phone);
    const said = heard.get(customer) ?? [];
    const place = formatAppointment('en', tomorrow, isMoved(customer) ? changed : planned);
    const isRight = isCancelled(customer)
      ? state === null && said.length === 0
      : said.every((text) => text.includes(place)) &&
        ((state === 'sent' && said.length === 1) ||
          (state === 'failed' && reason === 'unknown' && said.length <= 1));
    return isRight ? [] : [{ phone, way: wayOf(customer), state, reason, said }];
  });
  expect(faults).toEqual([]);
  expect(outcomes).toHaveLength(customers);
  const unknown = outcomes.filter(({ state }) => state === 'failed');
  expect(unknown.length).toBeLessThanOrEqual(silent + kills * inFlight);
  const lost = unknown.filter(({ phone }) => !heard.has(customerOf(phone)));
  console.log(
    `✓ ${customers} customers, ${killed} kills: ${heard.size} were told once, ${unknown.length} messages are unknown, ${lost.length} of them were not received; ${silent} calls got no answer`,
  );
  for (const other of others) await other.end();
  expect(await first.end('SIGTERM')).toBe(0);
  await Promise.all([graph.close(), gateway.close()]);
}, 3_600_000);

/** Two zones without summer time, in one of which it is between six and eighteen. */
function zoneWhereItIsDay(): string {
  return new Date().getUTCHours() < 12 ? 'Asia/Dhaka' : 'America/Guatemala';
}

async function inParallel<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const workAlone = async () => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await work(each);
  };
  await Promise.all(Array.from({ length: hands }, workAlone));
}

/** Asks the database until it is there. */
async function query<Row>(text: string): Promise<Row[]> {
  for (const giveUp = Date.now() + 2 * minute; ; await wait(100)) {
    try {
      return await pitlane.inDatabase(async ({ pool }) => (await pool.query(text)).rows as Row[]);
    } catch (error) {
      if (Date.now() > giveUp) throw error;
    }
  }
}

const readLeads = () => query<Lead>('select id, phone, version from leads');

/** Has the jobs of a process that was killed taken over at once, and those of one that still runs, too. */
async function endLeases(): Promise<void> {
  await query(`update jobs set run_at = now() where run_at > now()
    and kind in ('planMessages', 'sendCustomerMessages', 'sendWhatsApp')`);
}

/** Ends the pauses of the other sides, and what nobody can answer any more. */
async function letTimePass(): Promise<void> {
  const isOver = `state = 'asked' and state_at between now() - interval '5 minutes' and now() - interval '30 seconds'`;
  const changes: [table: string, change: string, which: string][] = [
    ['meta_connections', 'fetch_after = null', 'fetch_after > now()'],
    ['sms_gateway', 'try_after = null', 'try_after > now()'],
    ['whatsapp_messages', 'try_at = now()', 'try_at > now()'],
    ['customer_messages', 'try_at = now()', 'try_at > now() and due_at <= now()'],
    ['whatsapp_messages', `state_at = state_at - interval '1 hour'`, isOver],
    ['customer_messages', `state_at = state_at - interval '1 hour'`, `way <> 'whatsapp' and ${isOver}`],
  ];
  const all = changes.map(
    ([table, change, which]) => `update ${table} set ${change}
      where ctid = any(array(select ctid from ${table} where ${which} for update skip locked))`,
  );
  await query(all.join(';'));
}

class Dealer {
  readonly #token: string;
  readonly #center: string;

  constructor(token: string, center: string) {
    this.#token = token;
    this.#center = center;
  }

  /** @returns the connection to WhatsApp, and where its messages are posted. */
  async openWays(url: string): Promise<{ connection: string; door: string }> {
    const body = {
      name: 'Chat',
      kind: 'whatsapp',
      platform: 'whatsapp',
      serviceCenter: this.#center,
      ...keys,
    };
    const { address: door } = await openConnection(pitlane.origin, this.#token, body);
    await this.#ask(editSmsGateway, { body: { gateway: gatewayOf(url) } });
    const [found] = await query<{ id: string }>('select id from connections');
    return { connection: String(found?.id), door };
  }

  /** Adds all customers: some write themselves. */
  async addLeads(door: string): Promise<void> {
    const all = Array.from({ length: customers }, (_, customer) => customer);
    const writing = all.filter((customer) => wayOf(customer) === 'reply');
    const at = Math.floor(Date.now() / 1_000);
    for (let from = 0; from < writing.length; from += together) {
      const messages = writing.slice(from, from + together).map((customer) => ({
        ...{ id: `wamid.${customer}`, from: `88${phoneOf(customer)}`, at },
      }));
      const body = messageNotification(messages);
      const headers = { 'x-hub-signature-256': signatureOf(body, keys.appSecret) };
      expect((await fetch(door, { method: 'POST', headers, body })).status).toBe(200);
    }
    const recorded = all.filter((customer) => wayOf(customer) !== 'reply');
    await inParallel(recorded, async (customer) => {
      const body = {
        ...{ name: 'Nadia Karim', phone: phoneOf(customer), serviceCenter: this.#center },
        // The template says the vehicle, and cannot be sent without.
        ...(wayOf(customer) !== 'sms' && { vehicleNumber: 'DHAKA METRO GA 11-2345' }),
      };
      await this.#ask(createLead, { body, headers: { 'idempotency-key': randomUUID() } });
    });
    await until('all are leads', async () => (await readLeads()).length === customers);
  }

  /** Switches reminders on, which go out at a time of the day before. */
  async remind(connection: string, dayBeforeAt: string): Promise<void> {
    const { kinds } = (await this.#ask(getMessageSettings, {})) as unknown as MessageSettings;
    for (const kind of customerMessageKinds) kinds[kind].isOn = kind === 'dayBefore';
    for (const text of kinds.dayBefore.texts)
      text.template = {
        ...{ connection, name: 'reminder', language: 'en', body: 'Dear {{1}}, bring {{2}} on {{3}}.' },
        variables: ['name', 'vehicle', 'appointment'],
      };
    const limits = { perDay: 100_000, perPerson: 20, quietFrom: '00:00', quietTo: '00:00' };
    await this.#ask(editMessageSettings, { body: { kinds, dayBeforeAt, ...limits } });
  }

  /** Changes a lead, once: a further attempt would be of another version. */
  async move({ id, version }: Lead, change: object): Promise<void> {
    await this.#ask(moveLead, { id, body: { ...change, version } });
  }

  /** Asks until it is done. */
  async #ask(endpoint: Endpoint, asked: Omit<Asked, 'token'>): Promise<Record<string, unknown>> {
    for (;;) {
      const answer = await askOrigin(pitlane.origin, endpoint, { ...asked, token: this.#token });
      const { status = 503, reply } = answer;
      if (status < 300 || (status === 409 && endpoint === moveLead)) return reply;
      if (status < 500 && status !== 429) throw new Error(`${status} ${JSON.stringify(reply)}`);
      await wait(100);
    }
  }
}
