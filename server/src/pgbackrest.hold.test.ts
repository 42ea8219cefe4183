import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { Machines } from '#server/testing/hold/machines.ts';
import { PgBackRest } from '#server/testing/hold/pgbackrest.ts';
import { Postgres } from '#server/testing/hold/postgres.ts';
import type { Program } from '#server/testing/program.ts';

const machine = 11;
const hands = 4;
const writing = 2_500;

let machines: Machines;
let archive: PgBackRest;
let postgres: Postgres;
beforeEach(async () => {
  machines = await Machines.make();
  archive = new PgBackRest(machines);
  postgres = new Postgres(machines, machine, await machines.folder('postgres'));
});
afterEach(async () => {
  await postgres.stop();
  await machines.clear();
});

test('a lost database is restored as it was at a moment before a mistake', async () => {
  await postgres.make(await archive.configure(postgres));
  await archive.run('stanza-create');
  await archive.run('check');
  const pitlane = await startPitlane();
  const writes = await inDatabase(async (database) => new KeptWrites(await makeKeeper(database)));
  const token = await signInKeeper(origin());
  const write = () => writes.write(origin(), token, hands, AbortSignal.timeout(writing));
  await Promise.all([write(), archive.run('--type=full', 'backup')]);
  // What follows is in no backup.
  await write();
  const moment = await inDatabase(async ({ pool }) => {
    await writes.expectAllKept(pool);
    return (await pool.query<{ now: string }>('select now()::text')).rows[0]?.now ?? '';
  });
  await pitlane.end('SIGTERM');
  await wait(1_000);
  await inDatabase(async ({ pool }) => {
    await pool.query('drop table leads cascade');
    await pool.query('select pg_switch_wal()');
  });
  await postgres.stop();
  await rm(postgres.folder, { recursive: true });

  const began = performance.now();
  const settings = await archive.configure(postgres);
  await machines.folder('postgres');
  await archive.run('--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  await postgres.start(settings);
  console.log(`restored in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  await inDatabase(({ pool }) => writes.expectAllKept(pool));
  await startPitlane();
  await writes.write(origin(), await signInKeeper(origin()), hands, AbortSignal.timeout(writing));
  await inDatabase(({ pool }) => writes.expectAllKept(pool));
  expect(new Set(writes.answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  await archive.run('check');
});

function origin(): string {
  return `http://${machines.address(machine)}:3000`;
}

async function startPitlane(): Promise<Program> {
  const args = ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'];
  const pitlane = machines.start(process.execPath, args, {
    HOST: machines.address(machine),
    DATABASE_URL: postgres.url,
    DATA_DIR: await machines.folder('pitlane'),
  });
  await pitlane.printed(/ready at/);
  return pitlane;
}

async function inDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ connectionString: postgres.url, max: 1 });
  return use(database).finally(() => database.pool.end());
}
