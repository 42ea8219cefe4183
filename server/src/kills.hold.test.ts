import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPostmasterFile } from '#server/db/embedded/postmaster-file.ts';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { FaultHarness, until } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { Program } from '#server/testing/program.ts';

const rounds = 50;
const writers = 8;

let harness: FaultHarness;
let dataDir: string;
let origin: string;
beforeEach(async () => {
  harness = await FaultHarness.make();
  dataDir = harness.path('data');
  origin = `http://127.0.0.1:${await freePort()}`;
});
afterEach(() => harness.clear());

test(`every acknowledged write outlives ${rounds} kills of Pitlane and ${rounds} of its database`, async () => {
  let program = await startPitlane();
  const writes = new KeptWrites(await inDatabase(makeKeeper));
  for (let round = 0; round < rounds; round++) {
    await writeUntil(writes, async () => {
      await program.end('SIGKILL');
    });
    program = await startPitlane();
    await inDatabase(({ pool }) => writes.expectAllKept(pool));

    await writeUntil(writes, async () => {
      const { pid } = (await readPostmasterFile(`${dataDir}/postgres`)) ?? {};
      process.kill(Number(pid), 'SIGKILL');
    });
    await until('the database runs again', async () => (await findRunningPostgres(dataDir)) !== undefined);
    await until('Pitlane is ready again', isReady);
    await inDatabase(({ pool }) => writes.expectAllKept(pool));
  }
  expect(writes.leads).toBeGreaterThan(rounds);
  const statuses = new Set(writes.answers.map(({ status }) => status));
  expect([200, 201, 503, undefined]).toEqual(expect.arrayContaining([...statuses]));
  expect(await program.end('SIGTERM')).toBe(0);
}, 3_600_000);

async function startPitlane(): Promise<Program> {
  const program = new Program(['server/src/main.ts'], {
    env: { PORT: new URL(origin).port, DATA_DIR: dataDir },
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

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

/** Writes with several hands for a moment, kills, and waits until every hand has noticed. */
async function writeUntil(writes: KeptWrites, kill: () => Promise<void>) {
  const stop = new AbortController();
  const hands = writes.write(origin, await signInKeeper(origin), writers, stop.signal);
  await wait(200 + Math.random() * 400);
  await kill();
  stop.abort();
  await hands;
}
