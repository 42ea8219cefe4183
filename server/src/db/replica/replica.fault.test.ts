import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { downloadLeadsCsv, listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { createLead } from '#contract/leads/leads.ts';
import { getSystemStatus, type SystemStatus } from '#contract/system/system-status.ts';
import { getClusterFolder } from '#server/db/embedded/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { listPostgresProcesses } from '#server/db/embedded/processes.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import type { Db } from '#server/db/transaction.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { databaseUrl } from '#server/testing/databases.ts';
import { FaultHarness, query, until } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { askOrigin, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { Standby } from '#server/testing/hold/standby.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program } from '#server/testing/program.ts';
import { createAskThroughDb, hasReplayed, readPosition } from './position.ts';
import { openReplica } from './replica.ts';

const test = it.runIf(isLongRun);

type Process = { origin: string; program: Program };

let harness: FaultHarness;
let leader: EmbeddedPostgres;
let standby: Standby;
let standbyDir: string;
let onStandby: PoolConfig;
let center: string;
let token: string;
let one: Process;
let other: Process;

beforeAll(async () => {
  harness = await FaultHarness.make();
  const leaderDir = harness.path('leader');
  const log = pino({ level: 'silent' });
  leader = await startEmbeddedPostgres({ dataDir: leaderDir, log });
  center = await withDatabase(leader.connection, async (database) => {
    await migrate(database.pool);
    return makeKeeper(database);
  });
  await leader.stop();
  standbyDir = harness.path('standby');
  standby = await Standby.copy(leaderDir, standbyDir);
  leader = await startEmbeddedPostgres({ dataDir: leaderDir, log });
  await standby.follow(leader.connection, leaderDir);
  onStandby = await standby.superuser(leader.connection);
  one = await pitlane();
  other = await pitlane();
  token = await signInKeeper(one.origin);
});
afterAll(async () => {
  await harness.clear();
  await standby.stop();
  await leader.stop();
});

test('reports, lists and exports are read on the replica', async () => {
  await untilRead(one);
  const name = await addLead(one);
  await expectSeen(one, name);
  const csv = await fetch(`${one.origin}${basePath}${downloadLeadsCsv.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await csv.text()).toContain(name);
  const connections = await query(
    onStandby,
    `select application_name as name, string_agg(query, ' ') as asked from pg_stat_activity
     where application_name like 'pitlane %' group by 1 order by 1`,
  );
  expect(connections.map((row) => row.name)).toEqual(['pitlane exports', 'pitlane replica']);
});

test('what somebody saved is never missing, whichever process saved it and however far the replica is', async () => {
  await untilRead(other);
  await query(onStandby, 'select pg_wal_replay_pause()');
  for (let time = 0; time < 5; time++) await expectSeen(other, await addLead(one));
  await until('the standstill is told', async () => {
    const { replica } = await statusOf(other);
    return replica?.isRead === false && (replica.lagSeconds ?? 0) >= 5;
  });
  await query(onStandby, 'select pg_wal_replay_resume()');
  await untilRead(other);
});

test('a position counts only in the same cluster, on the same timeline, in the same database', async () => {
  const position = await withDatabase(leader.connection, ({ db }) => readPosition(db));
  await withDatabase(standby.connectionLike(leader.connection), async ({ db }) => {
    const ask = createAskThroughDb(db);
    await until('the replica is there', () => hasReplayed(ask, position));
    const [cluster, timeline, database] = position.lineage.split('/');
    for (const lineage of [
      `${cluster}1/${timeline}/${database}`,
      `${cluster}/${timeline}1/${database}`,
      `${cluster}/${timeline}/${database}1`,
    ])
      expect(await hasReplayed(ask, { ...position, lineage })).toBe(false);
  });
});

test('a read that the replay of changes cancels is made on the leader', async () => {
  const replicaOf = standby.connectionLike(leader.connection);
  await query(onStandby, "alter system set max_standby_streaming_delay = '50ms'", 'select pg_reload_conf()');
  await withDatabase(leader.connection, async ({ db }) => {
    const log = pino({ level: 'silent' });
    const replica = openReplica(replicaOf, { leader: db, log, prepare: true, exports: 1 });
    await until('the replica is read', async () => replica.state().isRead);
    const places: boolean[] = [];
    const found = await replica.read(db, async (place) => {
      const { rows } = await sql<{ isHere: boolean }>`select pg_is_in_recovery() as "isHere"`.execute(place);
      const isReplica = rows[0]?.isHere === true;
      places.push(isReplica);
      if (isReplica) void query(leader.connection, 'begin', 'lock table leads', 'commit');
      await sql`select pg_sleep(${isReplica ? 30 : 0}) from (select from leads limit 1) lead`.execute(place);
      return 'found';
    });
    expect([found, places]).toEqual(['found', [true, false]]);
    await replica.close();
  });
});

test('a read that takes too long on the replica is made on the leader, also where several share it (F129)', async () => {
  const replicaOf = { ...standby.connectionLike(leader.connection), statement_timeout: 300 };
  await withDatabase(leader.connection, async ({ db }) => {
    const log = pino({ level: 'silent' });
    const replica = openReplica(replicaOf, { leader: db, log, prepare: true, exports: 1 });
    await until('the replica is read', async () => replica.state().isRead);
    const shared = createSharedReads<Db, string>();
    const slow = async (place: Db, of: string) => {
      await sql`select pg_sleep(case when pg_is_in_recovery() then 30 else 0 end)`.execute(place);
      return of;
    };
    const reads = ['one', 'other', 'third'].map(() =>
      replica.read(db, (place) =>
        Promise.all(['sums', 'days'].map((of) => shared(place, of, () => slow(place, of)))),
      ),
    );
    expect(await Promise.all(reads)).toEqual(Array(3).fill(['sums', 'days']));
    await replica.close();
  });
});

test.each(['SIGSTOP', 'SIGKILL'] as const)(
  'a replica that gets %s costs no reader anything, and is read again later',
  async (signal) => {
    await untilRead(one);
    await addLead(one);
    await harm(signal);
    let asked = 0;
    await until('its silence is told', async () => {
      await expectSeen(one, await addLead(one));
      asked++;
      return (await statusOf(one)).replica?.lagSeconds === null;
    });
    expect(asked).toBeGreaterThan(0);
    if (signal === 'SIGSTOP') await harm('SIGCONT');
    else await standby.start();
    await untilRead(one);
  },
);

test('a replica that was made a leader of its own is no longer read', async () => {
  await query(onStandby, 'select pg_promote()');
  await until('it is told', async () => (await statusOf(one)).replica?.lagSeconds === null);
  const before = await readsOf(one);
  await expectSeen(one, await addLead(one));
  expect((await readsOf(one)).replica).toBe(before.replica);
  const told = one.program.output.split('\n').filter((line) => line.includes('the replica is '));
  const words = told.map((line) => JSON.parse(line).msg.split(':')[0]);
  const [away, back] = ['the replica is not read', 'the replica is read again'];
  expect(words.slice(-5)).toEqual([away, back, away, back, away]);
});

async function pitlane(): Promise<Process> {
  const port = await freePort();
  const { database = '' } = leader.connection;
  const program = new Program(['server/src/main.ts'], {
    env: {
      PORT: String(port),
      DATA_DIR: harness.path(`data-${port}`),
      OVERLOAD_MS: '999999',
      DATABASE_URL: databaseUrl(leader.connection, database),
      DATABASE_REPLICA_URL: databaseUrl(standby.connectionLike(leader.connection), database),
    },
  });
  await program.printed(/ready at/);
  return { program, origin: `http://127.0.0.1:${port}` };
}

async function withDatabase<T>(connection: PoolConfig, use: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ ...connection, max: 2 });
  return use(database).finally(() => database.pool.end());
}

async function harm(signal: NodeJS.Signals): Promise<void> {
  for (const pid of await listPostgresProcesses(getClusterFolder(standbyDir))) {
    try {
      process.kill(pid, signal);
    } catch {
      // The first one may have ended the others.
    }
  }
  if (signal === 'SIGKILL') await standby.stop();
}

async function addLead({ origin }: Process): Promise<string> {
  const name = `Nadia ${randomUUID()}`;
  const body = { name, phone: '01712345678', serviceCenter: center };
  expect((await askOrigin(origin, createLead, { token, body })).status).toBe(201);
  return name;
}

async function expectSeen(process: Process, name: string): Promise<void> {
  const { leads, totalLeadsCount } = await get(process, listManagementLeads);
  expect(JSON.stringify(leads)).toContain(name);
  expect((await get(process, getDashboard)).leads).toBe(totalLeadsCount);
}

async function get({ origin }: Process, endpoint: Endpoint): Promise<Record<string, unknown>> {
  const { status, reply } = await askOrigin(origin, endpoint, { token });
  expect(status).toBe(200);
  return reply;
}

async function statusOf(process: Process): Promise<SystemStatus['database']> {
  return (await get(process, getSystemStatus)).database as SystemStatus['database'];
}

async function readsOf({ origin }: Process): Promise<{ replica: number; leader: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const of = (from: string) =>
    Number(new RegExp(`^pitlane_replica_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { replica: of('replica'), leader: of('leader') };
}

async function untilRead(process: Process): Promise<void> {
  await until('the replica is read', async () => {
    const before = await readsOf(process);
    await get(process, getDashboard);
    return (await readsOf(process)).replica > before.replica;
  });
}
