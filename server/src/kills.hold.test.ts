import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { logContact } from '#contract/contacts.ts';
import { createLead, editLead, moveLead } from '#contract/leads/leads.ts';
import { dateIn } from '#contract/text/dates.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { readPostmasterFile } from '#server/db/embedded/postmaster-file.ts';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { makeDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import { openHeld } from '#server/events/held.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { FaultHarness, until } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { Program } from '#server/testing/program.ts';

const rounds = 50;
const writers = 8;
const timeZone = 'Asia/Dhaka';
const person = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };

/** What was acknowledged, and what was asked for and never answered. */
type Kept = { versions: number; contacts: number; doubtful: { versions: number; contacts: number } };

let harness: FaultHarness;
let dataDir: string;
let port: number;
beforeEach(async () => {
  harness = await FaultHarness.make();
  dataDir = harness.path('data');
  port = await freePort();
});
afterEach(() => harness.clear());

test(`every acknowledged write outlives ${rounds} kills of Pitlane and ${rounds} of its database`, async () => {
  let program = await startPitlane();
  const center = await inDatabase(makePeople);
  let token = await logIn();
  const kept = new Map<string, Kept>();
  for (let round = 0; round < rounds; round++) {
    await writeUntil(kept, center, token, async () => {
      await program.end('SIGKILL');
    });
    program = await startPitlane();
    await inDatabase(({ pool }) => expectAllKept(pool, kept));

    token = await logIn();
    await writeUntil(kept, center, token, async () => {
      const { pid } = (await readPostmasterFile(`${dataDir}/postgres`)) ?? {};
      process.kill(Number(pid), 'SIGKILL');
    });
    await until('the database runs again', async () => (await findRunningPostgres(dataDir)) !== undefined);
    await until('Pitlane is ready again', isReady);
    await inDatabase(({ pool }) => expectAllKept(pool, kept));
  }
  expect(kept.size).toBeGreaterThan(rounds);
  await inDatabase(expectDueCountersToMatch);
  expect(await program.end('SIGTERM')).toBe(0);
}, 3_600_000);

async function startPitlane(): Promise<Program> {
  const program = new Program(['server/src/main.ts'], {
    env: { PORT: String(port), DATA_DIR: dataDir },
  });
  await program.printed(/ready at/);
  return program;
}

async function inDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const connection = await findRunningPostgres(dataDir);
  if (!connection) throw new Error('The database does not run');
  const database = openDatabase({ ...connection, max: 1 });
  return use(database).finally(() => database.pool.end());
}

/** @returns the id of a service center. */
async function makePeople({ db }: Database): Promise<string> {
  const context = { db, clock: systemClock, held: openHeld() };
  await makeDealer(context, { name: 'Padma Motors', logo: null, timeZone, phoneCountry: 'BD' });
  const center = await addServiceCenter(context, { name: 'Tejgaon', address: null, contactNo: null });
  const passwordHash = await hashPassword(person.password);
  await addEmployee(context, {
    name: 'Rokeya Begum',
    email: person.email,
    passwordHash,
    level: 'superAdmin',
    serviceCenters: [],
  });
  return center;
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

async function logIn(): Promise<string> {
  const { reply } = (await ask(login, { body: person })) ?? {};
  return String(reply?.token);
}

/** Writes with several hands for a moment, kills, and waits until every hand has noticed. */
async function writeUntil(kept: Map<string, Kept>, center: string, token: string, kill: () => Promise<void>) {
  const stop = new AbortController();
  const hands = Array.from({ length: writers }, (_, hand) => write(kept, center, token, hand, stop.signal));
  await wait(200 + Math.random() * 400);
  await kill();
  stop.abort();
  await Promise.all(hands);
}

/** Each hand has leads of its own, so that it knows what each of them must be. */
async function write(
  kept: Map<string, Kept>,
  center: string,
  token: string,
  hand: number,
  stop: AbortSignal,
) {
  const day = dateIn(timeZone, new Date(Date.now() + 86_400_000));
  while (!stop.aborted) {
    const phone = `017${String(Math.random()).slice(2, 10)}`;
    const made = await ask(createLead, {
      token,
      body: { name: `Nadia ${hand}`, phone, serviceCenter: center },
    });
    if (made?.status !== 201) continue;
    const id = String(made.reply._id);
    const lead: Kept = { versions: 1, contacts: 0, doubtful: { versions: 0, contacts: 0 } };
    kept.set(id, lead);
    const change = async (endpoint: Endpoint, body: object, contacts = 0) => {
      const changed = await ask(endpoint, { token, id, body });
      const isDoubtful = !changed || changed.status >= 500;
      if (!isDoubtful && changed.status >= 300) return;
      const counted = isDoubtful ? lead.doubtful : lead;
      counted.versions++;
      counted.contacts += contacts;
    };
    await change(editLead, { notes: 'Asks for brake pads' });
    await change(moveLead, { status: 'potential', nextFollowUpDates: [day] });
    // The first contact takes the lead, which is a version.
    const again = { tryAgainAt: `${day}T06:00:00.000Z` };
    await change(logContact, { channel: 'call', outcome: 'noAnswer', ...again }, 1);
  }
}

type Asked = { token?: string; id?: string; body: object };

/** @returns undefined when no answer came. */
async function ask({ method, path }: Endpoint, { token, id = '', body }: Asked) {
  const url = `http://127.0.0.1:${port}${basePath}${path.replace(/:\w+/, id)}`;
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, reply: (await answer.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Recounts what days and all days count, too. */
async function expectAllKept(pool: Pool, kept: ReadonlyMap<string, Kept>): Promise<void> {
  const { rows } = await pool.query<{
    id: string;
    versions: number;
    contacts: number;
    version: number;
    tries: number;
  }>(`
    select l.id, l.version, l.contact_tries as tries,
      (select count(*)::int from lead_versions v where v.lead_id = l.id) as versions,
      (select count(*)::int from lead_contacts c where c.lead_id = l.id) as contacts
    from leads l`);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { versions, contacts, doubtful }] of kept) {
    const lead = found.get(id);
    expect(lead?.versions).toBeGreaterThanOrEqual(versions);
    expect(lead?.versions).toBeLessThanOrEqual(versions + doubtful.versions);
    expect(lead?.contacts).toBeGreaterThanOrEqual(contacts);
    expect(lead?.contacts).toBeLessThanOrEqual(contacts + doubtful.contacts);
  }
  for (const { version, versions, tries, contacts } of rows) {
    expect(versions).toBe(version);
    expect(contacts).toBe(tries);
  }
  await expectDayCountersToMatch({ pool }, timeZone);
}

async function expectDueCountersToMatch({ pool }: Database): Promise<void> {
  const kept =
    'select service_center_id, kind, due_from, sum(leads)::bigint from lead_due_counts group by 1, 2, 3';
  const counted = `select service_center_id, due_kind, due_from(due_kind, due_at), count(*) from leads
    where due_kind is not null group by 1, 2, 3`;
  const { rows } = await pool.query(
    `(${kept} having sum(leads) <> 0 except ${counted}) union all (${counted} except ${kept})`,
  );
  expect(rows).toEqual([]);
}
