import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { createInvite } from '#contract/invites.ts';
import { createLead } from '#contract/leads/leads.ts';
import { getMe } from '#contract/session.ts';
import { getSystemStatus, type SystemStatus } from '#contract/system/system-status.ts';
import { openDatabase } from '#server/db/pool.ts';
import { until } from '#server/testing/fault-harness.ts';
import { ApplicationMachines, appMachines } from '#server/testing/hold/applications.ts';
import { DatabaseMachines } from '#server/testing/hold/databases.ts';
import {
  askOrigin,
  type KeeperAnswer,
  KeptWrites,
  keeper,
  makeKeeper,
  signInKeeper,
} from '#server/testing/hold/kept-writes.ts';
import { Machines } from '#server/testing/hold/machines.ts';
import { EventStream } from '#server/testing/hold/streams.ts';
import { PostOffice } from '#server/testing/mailbox.ts';

const rounds = Number(process.env.HOLD_ROUNDS ?? 10);
const hands = 6;
const pause = 20;
const longestOutage = 30_000;
const longestAnswer = 40_000;
const watched = 8_000;
const heardWithin = 3_000;
const longestReplica = 900;
const mailsPerRound = 3;
const mostGuesses = 10;

let machines: Machines;
let databases: DatabaseMachines;
let office: PostOffice;
let apps: ApplicationMachines;
let writes: KeptWrites;
let address = 0;
const invited = new Map<string, string>();
beforeAll(async () => {
  machines = await Machines.make();
  databases = new DatabaseMachines(machines);
  office = await PostOffice.open();
  apps = new ApplicationMachines(machines, office.url);
  await databases.start();
  await apps.start();
  writes = new KeptWrites(await inDatabase(makeKeeper), pause);
});
afterAll(async () => {
  await databases.stop();
  await machines.clear();
  await office.close();
});

test('each Pitlane reads a replica', async () => {
  console.log(`Each read a replica after ${await untilReplicasRead()} s`);
});

type Harm = (round: number) => Promise<() => Promise<void>>;

const aPitlane = 'a killed Pitlane';
const harms: Record<string, Harm> = {
  'a killed leading database': async () => {
    const victim = await databases.leader();
    await databases.killPatroni(victim);
    return () => databases.startPatroni(victim);
  },
  'a killed replica': async (round) => {
    const { synchronous, other } = await databases.replicas();
    const victim = round % 2 === 0 ? synchronous : other;
    await databases.killPatroni(victim);
    return () => databases.startPatroni(victim);
  },
  [aPitlane]: async (round) => {
    const victim = appMachines[round % appMachines.length] ?? 0;
    await apps.killPitlane(victim);
    return () => apps.startPitlane(victim);
  },
  "a killed leader of etcd's": async () => {
    const victim = await databases.etcdLeader();
    await databases.killEtcd(victim);
    return () => databases.startEtcd(victim);
  },
  'a leading database that falls silent': async () => {
    const victim = await databases.leader();
    await databases.signalPatroni(victim, 'SIGSTOP');
    return () => databases.signalPatroni(victim, 'SIGCONT');
  },
  'a planned switchover': async () => {
    await databases.switchOver();
    return async () => undefined;
  },
};

test.each(Object.entries(harms))(
  `three machines each outlive %s, ${rounds} times`,
  async (kind, harm) => {
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      const figure = await runRound(kind, harm, round).catch((error: unknown) => {
        console.log(`✗ ${kind}, round ${round + 1}: ${error}`);
        throw error;
      });
      console.log(`${kind}, round ${round + 1}: ${tell([figure])}`);
      figures.push(figure);
    }
    console.log(`✓ ${kind}: ${rounds} rounds, ${tell(figures)}`);
  },
  3_600_000,
);

test('each mail came once, unless its process was killed', async () => {
  await inDatabase(({ pool }) =>
    until('every mail is sent', async () => {
      const { rows } = await pool.query(`select from jobs where kind = 'mail'`);
      return rows.length === 0;
    }),
  );
  const repeated: string[] = [];
  for (const [email, kind] of invited) {
    const ids = office.to(email).map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(1);
    if (ids.length > 1) repeated.push(kind);
  }
  console.log(`${invited.size} mails arrived, ${repeated.length} of them twice`);
  expect(repeated.filter((kind) => kind !== aPitlane)).toEqual([]);
}, 600_000);

test('after all of that, each Pitlane reads a replica again', async () => {
  console.log(`After the last takeover each read a replica again after ${await untilReplicasRead()} s`);
}, 1_200_000);

type Figures = { acknowledged: number; unavailable: number; outage: number; answer: number };

async function runRound(kind: string, harm: Harm, round: number): Promise<Figures> {
  const tokens = await expectSharedSessions();
  const first = writes.answers.length;
  const stop = new AbortController();
  const done = writes.write(apps.origin, tokens[0] ?? '', hands, stop.signal);
  await wait(1_500);
  const harmedAt = performance.now();
  const repair = await harm(round);
  try {
    const mailing = invite(kind, tokens[0] ?? '');
    await untilWritten(harmedAt);
    await wait(Math.max(0, harmedAt + watched - performance.now()));
    await mailing;
    await untilHeard(tokens[0] ?? '', kind === aPitlane ? round % appMachines.length : undefined);
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    await repair();
  }
  await databases.untilWhole();
  await databases.untilEtcdWhole();
  await until('each Pitlane is ready', async () =>
    (await Promise.all(appMachines.map((machine) => apps.isReady(machine)))).every(Boolean),
  );
  stop.abort();
  await done;
  await inDatabase(({ pool }) => writes.expectAllKept(pool));
  return expectFigures(writes.answers.slice(first));
}

async function inDatabase<Result>(use: (database: ReturnType<typeof openDatabase>) => Promise<Result>) {
  const database = openDatabase({ connectionString: apps.databaseUrl(appMachines[0] ?? 0), max: 1 });
  return use(database).finally(() => database.pool.end());
}

async function untilWritten(harmedAt: number): Promise<void> {
  for (const giveUp = harmedAt + longestOutage; performance.now() < giveUp; await wait(20))
    if (writes.answers.some(({ status, askedAt }) => isGood(status) && askedAt > harmedAt + 200)) return;
  throw new Error(`Nothing can be written after ${longestOutage / 1_000} s:\n${apps.logs}`);
}

async function untilReplicasRead(): Promise<number> {
  const since = performance.now();
  const token = await signInKeeper(apps.origin);
  for (;;) {
    const replies = await Promise.all(
      appMachines.map((machine) => askOrigin(apps.originOf(machine), getSystemStatus, { token })),
    );
    const states = replies.map(({ reply }) => (reply as Partial<SystemStatus>).database?.replica);
    const seconds = Math.round((performance.now() - since) / 1_000);
    if (states.every((state) => state?.isRead)) return seconds;
    if (seconds > longestReplica)
      throw new Error(`No replica is read: ${JSON.stringify(states)}\n${apps.logs}`);
    await wait(500);
  }
}

async function expectSharedSessions(): Promise<string[]> {
  const headers = { 'x-forwarded-for': `10.9.${Math.floor(++address / 250)}.${(address % 250) + 1}` };
  const origins = appMachines.map((machine) => apps.originOf(machine));
  const tokens = await Promise.all(origins.map((origin) => signInKeeper(origin, headers)));
  for (const origin of origins)
    for (const token of tokens) expect((await askOrigin(origin, getMe, { token })).status).toBe(200);
  const body = { email: `${randomUUID()}@padma.test`, password: keeper.password };
  const statuses: unknown[] = [];
  for (let guess = 0; guess <= mostGuesses; guess++) {
    const origin = origins[guess % origins.length] ?? '';
    statuses.push((await askOrigin(origin, login, { body, headers })).status);
  }
  expect(statuses).toEqual([...Array(mostGuesses).fill(401), 429]);
  return tokens;
}

async function invite(kind: string, token: string): Promise<void> {
  for (let number = 0; number < mailsPerRound; number++) {
    const email = `${randomUUID()}@padma.test`;
    for (;;) {
      const { status } = await askOrigin(apps.origin, createInvite, { token, body: { email } });
      if (status === 201 || status === 409) break;
      expect([503, undefined]).toContain(status);
      await wait(200);
    }
    invited.set(email, kind);
  }
}

async function untilHeard(token: string, dead: number | undefined): Promise<void> {
  const origins = appMachines.filter((_, place) => place !== dead).map((machine) => apps.originOf(machine));
  const streams = await Promise.all(origins.map((origin) => openStream(origin, token)));
  let heard: boolean[][] = [];
  for (const giveUp = Date.now() + longestOutage; Date.now() < giveUp; ) {
    heard = await Promise.all(origins.map((origin) => isHeard(origin, token, streams)));
    if (heard.flat().every(Boolean)) break;
  }
  const states = streams.map((stream) => stream.state);
  for (const stream of streams) stream.close();
  if (!heard.flat().every(Boolean))
    throw new Error(`Heard by process and stream: ${JSON.stringify([heard, states])}\n${apps.logs}`);
}

async function openStream(origin: string, token: string): Promise<EventStream> {
  for (const giveUp = Date.now() + longestOutage; ; await wait(200)) {
    const stream = await EventStream.open(origin, token).catch((error: unknown) => {
      if (Date.now() > giveUp) throw error;
      return undefined;
    });
    if (stream) return stream;
  }
}

async function isHeard(origin: string, token: string, streams: readonly EventStream[]): Promise<boolean[]> {
  const body = { name: `Nadia ${randomUUID()}`, phone: '01712345678', serviceCenter: writes.center };
  const { status, reply } = await askOrigin(origin, createLead, { token, body });
  if (status !== 201) return [false];
  return Promise.all(streams.map((stream) => stream.hears(String(reply._id), heardWithin)));
}

function expectFigures(answers: readonly KeeperAnswer[]): Figures {
  const good = answers.filter(({ status }) => isGood(status));
  const refused = answers.filter(({ status }) => !isGood(status));
  for (const { status, retryAfter } of refused) expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
  const times = good.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b);
  const outage = Math.max(...times.map((time, place) => time - (times[place - 1] ?? time)));
  const answer = Math.max(...answers.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
  expect(outage).toBeLessThan(longestOutage);
  expect(answer).toBeLessThan(longestAnswer);
  return { acknowledged: good.length, unavailable: refused.length, outage, answer };
}

function isGood(status: number | undefined): boolean {
  return status !== undefined && status < 300;
}

function tell(figures: readonly Figures[]): string {
  const sum = (key: keyof Figures) => figures.reduce((total, figure) => total + figure[key], 0);
  const most = (key: keyof Figures) => (Math.max(...figures.map((figure) => figure[key])) / 1_000).toFixed(1);
  return `${sum('acknowledged')} acknowledged writes and ${sum('unavailable')} answers 503, longest outage ${most('outage')} s, longest answer ${most('answer')} s`;
}
