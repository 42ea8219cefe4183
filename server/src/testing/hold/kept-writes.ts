import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { login } from '#contract/auth.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { logContact } from '#contract/contacts.ts';
import { createLead, editLead, moveLead } from '#contract/leads/leads.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import type { Database } from '#server/db/pool.ts';
import { createDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';

const usualTimeZone = 'Asia/Dhaka';
const day = 86_400_000;
export const keeper = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };

type Kept = { versions: number; contacts: number; doubtful: { versions: number; contacts: number } };

export type KeeperAnswer = {
  status: number | undefined;
  retryAfter: string | null;
  isCut: boolean;
  askedAt: number;
  answeredAt: number;
};

export type Asked = { token?: string; id?: string; body?: object; headers?: Record<string, string> };

export async function makeKeeper({ db }: Database, timeZone = usualTimeZone): Promise<string> {
  const context = { db, clock: systemClock, cache: openProcessCache() };
  await createDealer(context, { name: 'Padma Motors', logo: null, timeZone, phoneCountry: 'BD' });
  const center = await addServiceCenter(context, { name: 'Tejgaon', address: null, contactNo: null });
  const passwordHash = await hashPassword({}, keeper.password);
  await addEmployee(context, {
    name: 'Rokeya Begum',
    email: keeper.email,
    passwordHash,
    level: 'superAdmin',
    serviceCenters: [],
  });
  return center;
}

export async function askOrigin(
  origin: string,
  { method, path }: Endpoint,
  { token, id = '', body, headers }: Asked,
) {
  const url = `${origin}${basePath}${path.replace(/:\w+/, id)}`;
  const askedAt = performance.now();
  let isCut = false;
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    isCut = true;
    const text = await answer.text();
    isCut = false;
    const reply = JSON.parse(text) as Record<string, unknown>;
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, reply, retryAfter, isCut, askedAt, answeredAt: performance.now() };
  } catch {
    const reply: Record<string, unknown> = {};
    return { status: undefined, reply, retryAfter: null, isCut, askedAt, answeredAt: performance.now() };
  }
}

export async function signInKeeper(origin: string, headers?: Record<string, string>): Promise<string> {
  for (const giveUp = Date.now() + 60_000; ; await wait(200)) {
    const { status, reply } = await askOrigin(origin, login, { body: keeper, headers });
    if (status === 200) return String(reply.token);
    if (status !== 503 || Date.now() > giveUp)
      throw new Error(`The keeper cannot sign in: ${status} ${JSON.stringify(reply)}`);
  }
}

export class KeptWrites {
  readonly center: string;
  readonly #pause: number;
  readonly #timeZone: string;
  readonly #kept = new Map<string, Kept>();
  readonly answers: KeeperAnswer[] = [];

  constructor(center: string, pause = 0, timeZone = usualTimeZone) {
    this.center = center;
    this.#pause = pause;
    this.#timeZone = timeZone;
  }

  now = () => Date.now();

  get leads(): number {
    return this.#kept.size;
  }

  async write(origin: string, token: string, hands: number, stop: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: hands }, () => this.#writeAlone(origin, token, stop)));
  }

  async #writeAlone(origin: string, token: string, stop: AbortSignal): Promise<void> {
    const followUp = dateInTimeZone(this.#timeZone, new Date(this.now() + day));
    while (!stop.aborted) {
      const id = await this.#create(origin, token, stop);
      if (!id) return;
      const lead: Kept = { versions: 1, contacts: 0, doubtful: { versions: 0, contacts: 0 } };
      this.#kept.set(id, lead);
      const change = async (endpoint: Endpoint, body: object, contacts = 0) => {
        const { status } = await this.#ask(origin, endpoint, { token, id, body });
        const isDoubtful = status === undefined || status >= 500;
        if (!isDoubtful && status >= 300) return;
        const counted = isDoubtful ? lead.doubtful : lead;
        counted.versions++;
        counted.contacts += contacts;
      };
      await change(editLead, { notes: 'Asks for brake pads' });
      await change(moveLead, { status: 'potential', nextFollowUpDates: [followUp] });
      // The first contact takes the lead, which is a version.
      const again = { tryAgainAt: `${followUp}T06:00:00.000Z` };
      await change(logContact, { channel: 'call', outcome: 'noAnswer', ...again }, 1);
    }
  }

  async #create(origin: string, token: string, stop: AbortSignal): Promise<string | undefined> {
    const headers = { 'idempotency-key': randomUUID() };
    const phone = `017${String(Math.random()).slice(2, 10).padEnd(8, '0')}`;
    const body = { name: `Nadia ${headers['idempotency-key']}`, phone, serviceCenter: this.center };
    while (!stop.aborted) {
      const { status, reply } = await this.#ask(origin, createLead, { token, body, headers });
      if (status === 201) return String(reply._id);
      await wait(50);
    }
    return undefined;
  }

  async #ask(origin: string, endpoint: Endpoint, asked: Asked) {
    if (this.#pause > 0) await wait(this.#pause);
    const answer = await askOrigin(origin, endpoint, asked);
    const { reply: _, ...rest } = answer;
    this.answers.push(rest);
    return answer;
  }

  async expectAllKept(pool: Pool): Promise<void> {
    const { rows } = await pool.query<{
      id: string;
      name: string;
      versions: number;
      contacts: number;
      version: number;
      attempts: number;
    }>(`
      select l.id, l.name, l.version, l.contact_attempts as attempts,
        (select count(*)::int from lead_versions v where v.lead_id = l.id) as versions,
        (select count(*)::int from lead_contacts c where c.lead_id = l.id) as contacts
      from leads l`);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const [id, { versions, contacts, doubtful }] of this.#kept) {
      const lead = found.get(id);
      expect(lead?.versions).toBeGreaterThanOrEqual(versions);
      expect(lead?.versions).toBeLessThanOrEqual(versions + doubtful.versions);
      expect(lead?.contacts).toBeGreaterThanOrEqual(contacts);
      expect(lead?.contacts).toBeLessThanOrEqual(contacts + doubtful.contacts);
    }
    for (const { version, versions, attempts, contacts } of rows) {
      expect(versions).toBe(version);
      expect(contacts).toBe(attempts);
    }
    // Each name was asked for under one key.
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    await expectDayCountersToMatch({ pool }, this.#timeZone);
    await expectDueCountersToMatch(pool);
  }
}

async function expectDueCountersToMatch(pool: Pool): Promise<void> {
  const kept =
    'select service_center_id, kind, due_from, sum(leads)::bigint from lead_due_counts group by 1, 2, 3';
  const counted = `select service_center_id, due_kind, due_from(due_kind, due_at), count(*) from leads
    where due_kind is not null and (due_kind not in ('appointment', 'reminded') or arrived_for is distinct from appointment_date) group by 1, 2, 3`;
  const { rows } = await pool.query(
    `(${kept} having sum(leads) <> 0 except ${counted}) union all (${counted} except ${kept})`,
  );
  expect(rows).toEqual([]);
}
