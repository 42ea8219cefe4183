import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import {
  FaultHarness,
  getConnectionConfig,
  postgresOf,
  query,
  until,
} from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program } from '#server/testing/program.ts';
import { neededParts } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPostmasterFile } from './postmaster-file.ts';

let harness: FaultHarness;
let dataDir: string;
beforeEach(async () => {
  harness = await FaultHarness.make();
  dataDir = await harness.prepare('data');
});
afterEach(() => harness.clear());

describe('what a killed Pitlane leaves behind', () => {
  it.runIf(isLongRun && process.platform === 'linux')(
    'is nothing for long: PostgreSQL ends with it',
    async () => {
      const program = harness.hold(dataDir);
      await getConnectionConfig(program);
      expect(await postgresOf(dataDir)).not.toEqual([]);
      expect(await program.end('SIGKILL')).toBe('SIGKILL');
      await until('PostgreSQL has ended', async () => (await postgresOf(dataDir)).length === 0);
    },
  );

  it.runIf(isLongRun)(
    'may be an orphaned PostgreSQL, which the next start stops, and nothing is lost',
    async () => {
      const first = harness.hold(dataDir, { env: { PATH: await harness.pathWithout('setpriv') } });
      await query(await getConnectionConfig(first), 'create table kept as select 7 as number');
      await first.end('SIGKILL');
      const orphan = await postmasterPid();
      await wait(300);
      expect(await postgresOf(dataDir)).toContain(orphan);

      const second = harness.hold(dataDir);
      expect(await query(await getConnectionConfig(second), 'select number from kept')).toEqual([
        { number: 7 },
      ]);
      expect(await postmasterPid()).not.toBe(orphan);
      expect(await postgresOf(dataDir)).not.toContain(orphan);
      expect(await second.end('SIGTERM')).toBe(0);
      expect(await postgresOf(dataDir)).toEqual([]);
    },
  );

  it('is every acknowledged row, through rounds of kill -9 of both under writes', async () => {
    let acknowledged = 0;
    for (let round = 0; round < 5; round++) {
      const program = harness.hold(dataDir);
      const connection = await getConnectionConfig(program);
      const [found] = await query(
        connection,
        'create table if not exists numbers (number int primary key)',
        'select count(*)::int as count, coalesce(max(number), 0) as last from numbers',
      );
      expect(found?.count).toBe(found?.last);
      expect(found?.last).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = await writeUntilKilled(connection, Number(found?.last), program);
    }
  });

  it.runIf(isLongRun)('may be a lock file whose number a stranger has by now', async () => {
    const stranger = spawn('sleep', ['60']);
    await writeLockFile(stranger.pid ?? 0);
    const program = harness.hold(dataDir);
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLongRun && process.platform === 'linux')(
    'may be a lock file whose process waits to be reaped',
    async () => {
      // The shell becomes a program that never reaps its child.
      const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const zombie = Number(
        String(await new Promise((resolve) => parent.stdout.once('data', resolve))).trim(),
      );
      await until('it is a zombie', async () => / Z /.test(await readFile(`/proc/${zombie}/stat`, 'utf8')));
      await writeLockFile(zombie);
      const program = harness.hold(dataDir);
      expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
      parent.kill();
      expect(await program.end('SIGTERM')).toBe(0);
    },
  );

  it.runIf(isLongRun)('may be a lock file whose process is gone', async () => {
    const gone = spawn('true');
    await new Promise((resolve) => gone.once('exit', resolve));
    await writeLockFile(gone.pid ?? 0);
    const program = harness.hold(dataDir);
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLongRun)('may be half a database, from an initdb that was interrupted', async () => {
    dataDir = harness.path('new');
    const first = harness.hold(dataDir, { detached: true });
    await until('initdb is at work', async () => (await unfinished()).length > 0);
    await wait(100);
    process.kill(-first.pid, 'SIGKILL');
    await first.ended;
    expect(await readdir(dataDir)).not.toContain('postgres');
    expect(await unfinished()).not.toEqual([]);

    const second = harness.hold(dataDir);
    expect(await query(await getConnectionConfig(second), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await unfinished()).toEqual([]);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  async function unfinished(): Promise<string[]> {
    const names = await readdir(dataDir).catch(() => []);
    return names.filter((name) => name.startsWith('postgres.new-'));
  }

  async function writeLockFile(pid: number): Promise<void> {
    const lines = [
      pid,
      join(dataDir, 'postgres'),
      1_700_000_000,
      5432,
      join(dataDir, 'run'),
      '',
      '0 0',
      'ready   ',
    ];
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);
  }
});

describe('one Pitlane for each data folder', () => {
  it.runIf(isLongRun)(
    'of several that start at the same moment exactly one wins, the others say so in one line',
    async () => {
      dataDir = harness.path('new');
      const programs = [1, 2, 3].map(() => harness.hold(dataDir));
      const outcomes = await Promise.all(
        programs.map((program) =>
          Promise.race([
            program.ended,
            getConnectionConfig(program).then(
              () => 'ready',
              () => program.ended,
            ),
          ]),
        ),
      );
      expect(outcomes.toSorted()).toEqual([1, 1, 'ready']);
      for (const [index, program] of programs.entries()) {
        if (outcomes[index] === 'ready') expect(await program.end('SIGTERM')).toBe(0);
        else expect(program.errors).toMatch(/^The data folder .* is already in use by another Pitlane\.\n$/);
      }
      expect(await postgresOf(dataDir)).toEqual([]);
    },
  );

  it.runIf(isLongRun)(
    'refuses a second one while the first runs, without disturbing it, and takes it afterwards',
    async () => {
      const first = harness.hold(dataDir);
      const connection = await getConnectionConfig(first);
      const postmaster = await postmasterPid();
      const second = harness.hold(dataDir);
      expect(await second.ended).toBe(1);
      expect(second.errors).toMatch(/^The data folder .* is already in use by another Pitlane\.\n$/);
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(await postmasterPid()).toBe(postmaster);
      await first.end('SIGTERM');
      const third = harness.hold(dataDir);
      await getConnectionConfig(third);
      expect(await third.end('SIGTERM')).toBe(0);
    },
  );
});

describe('a folder that holds something else', () => {
  it.each([
    [
      'the database of another PostgreSQL',
      '17',
      [],
      /made by PostgreSQL 17, and this Pitlane brings PostgreSQL 18/,
    ],
    ['half a database', '18', ['base', 'pg_wal'], /is not a complete PostgreSQL database, base is missing/],
    ['a database whose empty folders were not copied (F50)', '18', ['pg_notify'], /pg_notify is missing/],
    ['a database without its password', '18', [], /password of the database cannot be read/],
  ] as const)('%s: one line', async (_, version, missing, line) => {
    dataDir = harness.path('new');
    const folder = join(dataDir, 'postgres');
    const parts = neededParts.filter((part) => !missing.some((each) => each === part));
    for (const part of parts) await mkdir(dirname(join(folder, part)), { recursive: true });
    for (const part of parts) await writeFile(join(folder, part), `${version}\n`);
    const program = harness.hold(dataDir);
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
  });
});

describe('a PostgreSQL that is killed while Pitlane runs', () => {
  it.runIf(isLongRun)(
    'comes back with all that was acknowledged, and neither pool nor process breaks',
    async () => {
      const embedded = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) });
      const { pool } = openDatabase(embedded.connection);
      await pool.query('create table kept as select 7 as number');
      const inUse = await pool.connect();
      const underWay = expect(inUse.query('select pg_sleep(60)')).rejects.toThrow(/terminat/i);

      process.kill(await postmasterPid(), 'SIGKILL');
      await underWay;
      inUse.release(true);
      await until('it answers again', () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      );
      expect((await pool.query('select number from kept')).rows).toEqual([{ number: 7 }]);
      await pool.end();
      await embedded.stop();
      expect(await postgresOf(dataDir)).toEqual([]);
    },
  );
});

it.runIf(isLongRun)(
  'ten deaths of PostgreSQL are said in few lines, and files that a killed Pitlane left are gone (F110)',
  async () => {
    const temporary = harness.path('temporary');
    const left = join(temporary, 'pitlane-files-left');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'pitlane.lock'), '');
    await writeFile(join(left, 'file'), 'Rahim,01712345678');
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: dataDir, TMPDIR: temporary };
    const program = new Program(['server/src/main.ts'], { env });
    await program.printed(/ready at/);
    await expect(stat(left)).rejects.toThrow(/ENOENT/);
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
    const begin = formatBodyForReading(program);
    for (let death = 0; death < 10; death++) {
      const dying = await postmasterPid();
      process.kill(dying, 'SIGKILL');
      await until('another one runs', async () => ![0, dying].includes(await postmasterPid()));
      await until('it is ready', isReady);
    }
    expect(formatBodyForReading(program) - begin).toBeLessThanOrEqual(60);
    await program.end('SIGTERM');
  },
);

const formatBodyForReading = ({ output, errors }: Program) => `${output}${errors}`.split('\n').length;

async function postmasterPid(): Promise<number> {
  return (await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0;
}

async function writeUntilKilled(
  connection: pg.ClientConfig,
  last: number,
  program: Program,
): Promise<number> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const postmaster = await postmasterPid();
  let acknowledged = last;
  const write = async () => {
    await client.query('insert into numbers values ($1)', [acknowledged + 1]);
    acknowledged++;
  };
  await write();
  const killing = wait(100 + Math.random() * 200).then(async () => {
    process.kill(postmaster, 'SIGKILL');
    await program.end('SIGKILL');
  });
  try {
    for (;;) await write();
  } catch {
    await killing;
  }
  return acknowledged;
}
