import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg, { type PoolConfig } from 'pg';
import { pino } from 'pino';
import { basePath } from '#contract/call/endpoint.ts';
import { streamEvents } from '#contract/events.ts';
import { findPackageFolder, prepareBinaries } from '#server/db/embedded/binaries.ts';
import { getClusterFolder, readPassword, SUPERUSER } from '#server/db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { listPostgresProcesses } from '#server/db/embedded/processes.ts';
import { findRunner } from '#server/db/embedded/run-as.ts';
import { openDatabase } from '#server/db/pool.ts';
import { Program } from '#server/testing/program.ts';
import { Connection } from './connection.ts';
import { readCpuOfChildrenMs } from './cpu.ts';
import { makeDealer, type Server, startPitlane } from './dealer.ts';
import { type Facts, readFacts } from './facts.ts';
import { percentile, type Scenario } from './load.ts';
import { listScenarios } from './scenarios.ts';

type DealersOptions = { idle: number; busy: number; leads: number; seconds: number };

const template = 'dealer';
const connectionsEach = 25;
const crowds = [1, 2, 5, 10, 20];
const warmUp = { people: 4, seconds: 30 };
const streamsEach = 20;
const round = [
  ...[
    'list of one center and status',
    'counts by status',
    'panel of a lead',
    'whom to call first in a center',
    'create',
  ],
  ...['list of one status', 'search', 'one lead', 'dashboard of 30 days', 'status change'],
];
const megabyte = 2 ** 20;

type Cluster = { config: PoolConfig; folder: string; stop: () => Promise<void> };

/** Measures many dealers on one PostgreSQL: idle ones, and some with a Pitlane each. @returns false if a reply was wrong. */
export async function measureDealers({ idle, busy, leads, seconds }: DealersOptions): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-bench-'));
  let cluster: Cluster | undefined;
  try {
    cluster = await startCluster(dataDir, busy);
    const facts = await makeTemplate(cluster.config, leads);
    await copyTemplate(cluster, idle + busy);
    await say(cluster, [], `${idle + busy} databases, no Pitlane`);
    await measureRest(cluster, []);
    const pitlanes: Server[] = [];
    for (let place = 1; place <= busy; place++)
      pitlanes.push(
        await startPitlane({ ...cluster.config, database: nameOf(place) }, join(dataDir, `${place}`)),
      );
    await say(cluster, pitlanes, `${busy} of them with a Pitlane`);
    await measureRest(cluster, pitlanes);
    for (const pitlane of pitlanes) await openStreams(pitlane);
    await say(cluster, pitlanes, `${streamsEach * busy} live streams open`);
    console.log('The first calls of each process:');
    let isRight = await measureCrowd(cluster, pitlanes, facts, warmUp.people, warmUp.seconds);
    for (const people of crowds)
      isRight = (await measureCrowd(cluster, pitlanes, facts, people, seconds)) && isRight;
    await say(cluster, pitlanes, 'afterwards');
    return isRight;
  } finally {
    await Program.endAll();
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const nameOf = (place: number) => `dealer_${place}`;

async function startCluster(dataDir: string, busy: number): Promise<Cluster> {
  const { stop } = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) });
  await stop();
  const folder = getClusterFolder(dataDir);
  const runner = await findRunner(await prepareBinaries(findPackageFolder(), dataDir), dataDir, folder);
  const { wrapper, uid, gid } = runner.runAs;
  const settings = [
    ...['listen_addresses=', `unix_socket_directories=${join(dataDir, 'run')}`, 'shared_buffers=2GB'],
    ...['work_mem=8MB', 'random_page_cost=1.1', 'jit=off', 'max_wal_size=4GB'],
    `max_connections=${busy * connectionsEach + 20}`,
  ].flatMap((setting) => ['-c', setting]);
  const [command = '', ...args] = [
    ...wrapper,
    join(runner.binaries.bin, 'postgres'),
    '-D',
    folder,
    ...settings,
  ];
  const child = spawn(command, args, { stdio: 'ignore', uid, gid });
  const ended = once(child, 'exit');
  const config = {
    host: join(dataDir, 'run'),
    port: 5432,
    user: SUPERUSER,
    password: await readPassword(folder),
    database: 'postgres',
  };
  for (let attempt = 0; !(await answers(config)); attempt++) {
    if (attempt > 300) throw new Error('PostgreSQL does not start');
    await wait(100);
  }
  return {
    config,
    folder,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function answers(config: PoolConfig): Promise<boolean> {
  const client = new pg.Client(config);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function makeTemplate(config: PoolConfig, leads: number): Promise<Facts> {
  await run(config, `create database ${template}`);
  const database = openDatabase({ ...config, database: template, max: 2 });
  try {
    await makeDealer(database, leads);
    return await readFacts(database.pool);
  } finally {
    await database.pool.end();
  }
}

async function copyTemplate({ config }: Cluster, dealers: number): Promise<void> {
  const since = performance.now();
  for (let place = 1; place <= dealers; place++)
    await run(config, `create database ${nameOf(place)} template ${template} strategy file_copy`);
  console.log(`${dealers} copies of ${template} in ${seconds(since).toFixed(0)} s`);
}

async function measureRest(cluster: Cluster, pitlanes: readonly Server[]): Promise<void> {
  const restSeconds = 30;
  const before = await readCpuOfChildrenMs();
  await wait(restSeconds * 1_000);
  const cpu = (await readCpuOfChildrenMs()) - before;
  console.log(`At rest for ${restSeconds} s: ${(cpu / restSeconds / 10).toFixed(1)} % of a core`);
  await say(cluster, pitlanes, 'at rest');
}

async function openStreams({ port, token }: Server): Promise<void> {
  for (let number = 0; number < streamsEach; number++) {
    const headers = { authorization: `Bearer ${token}` };
    const asked = get({ port, host: '127.0.0.1', path: `${basePath}${streamEvents.path}`, headers });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`A live stream was refused: ${answer.statusCode}`);
    answer.on('error', () => undefined).resume();
  }
}

async function measureCrowd(
  cluster: Cluster,
  pitlanes: readonly Server[],
  facts: Facts,
  people: number,
  duration: number,
): Promise<boolean> {
  const all = new Map(listScenarios(facts).map((scenario) => [scenario.name, scenario]));
  const scenarios = round.flatMap((name) => all.get(name) ?? []);
  const times: number[] = [];
  let [refused, wrong] = [0, 0];
  const before = await readCpuOfChildrenMs();
  const began = performance.now();
  const ends = began + duration * 1_000;
  await Promise.all(
    pitlanes.flatMap((pitlane, dealer) => {
      let turn = people * 10_000;
      return Array.from({ length: people }, async (_, person) => {
        const connection = new Connection(pitlane.port, pitlane.token);
        const first = began + ((dealer * people + person) * 1_000) / (pitlanes.length * people);
        for (let at = first, step = person; at < ends; at += 1_000, step++) {
          await wait(Math.max(0, at - performance.now()));
          const scenario = scenarios[step % scenarios.length] as Scenario;
          const { status } = await connection.ask(scenario.ask(turn++));
          if (status === (scenario.status ?? 200)) times.push(performance.now() - at);
          else if (status === 503) refused++;
          else if (wrong++ === 0) console.log(`Wrong: ${scenario.name} ${status}`);
        }
        connection.close();
      });
    }),
  );
  const took = seconds(began);
  const cpu = ((await readCpuOfChildrenMs()) - before) / took / 10;
  times.sort((one, other) => one - other);
  const rate = times.length / took;
  await say(
    cluster,
    pitlanes,
    `${pitlanes.length} dealers of ${people} people: ${rate.toFixed(0)} a second of ${pitlanes.length * people}, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${refused} refused, ${wrong} wrong, ${cpu.toFixed(0)} % of a core, ${((cpu * 10) / rate).toFixed(1)} ms of it a call`,
  );
  return wrong === 0;
}

async function say({ config, folder }: Cluster, pitlanes: readonly Server[], what: string): Promise<void> {
  const [{ connections, bytes } = { connections: 0, bytes: 0 }] = await run<{
    connections: number;
    bytes: number;
  }>(
    config,
    `select (select count(*) from pg_stat_activity where datname like 'dealer%')::int as connections,
      (select sum(pg_database_size(oid)) from pg_database)::float8 as bytes`,
  );
  const own = await Promise.all(pitlanes.map(({ pid }) => readMemoryMb(pid)));
  const database = await Promise.all((await listPostgresProcesses(folder)).map(readMemoryMb));
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0).toFixed(0);
  console.log(
    `${what}; ${connections} connections, PostgreSQL ${sum(database)} MB, Pitlane ${sum(own)} MB, data ${(bytes / 2 ** 30).toFixed(1)} GB`,
  );
}

async function readMemoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return (Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1_024) / megabyte;
}

async function run<Row extends object>(config: PoolConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(config);
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}
