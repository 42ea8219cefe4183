import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readPostmasterFile } from '#server/db/embedded/postmaster-file.ts';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { until } from '#server/testing/fault-harness.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';

const rounds = 50;
const writers = 8;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test(`every acknowledged write outlives ${rounds} kills of Pitlane and ${rounds} of its database`, async () => {
  let program = await pitlane.start();
  const writes = new KeptWrites(await pitlane.inDatabase(makeKeeper));
  for (let round = 0; round < rounds; round++) {
    await writeUntil(writes, async () => {
      await program.end('SIGKILL');
    });
    program = await pitlane.start();
    await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));

    await writeUntil(writes, async () => {
      const { pid } = (await readPostmasterFile(`${pitlane.dataDir}/postgres`)) ?? {};
      process.kill(Number(pid), 'SIGKILL');
    });
    await until(
      'the database runs again',
      async () => (await findRunningPostgres(pitlane.dataDir)) !== undefined,
    );
    await until('Pitlane is ready again', () => pitlane.isReady());
    await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
  }
  expect(writes.leads).toBeGreaterThan(rounds);
  const statuses = new Set(writes.answers.map(({ status }) => status));
  expect([200, 201, 503, undefined]).toEqual(expect.arrayContaining([...statuses]));
  expect(await program.end('SIGTERM')).toBe(0);
}, 3_600_000);

async function writeUntil(writes: KeptWrites, kill: () => Promise<void>) {
  const stop = new AbortController();
  const hands = writes.write(pitlane.origin, await signInKeeper(pitlane.origin), writers, stop.signal);
  await wait(200 + Math.random() * 400);
  await kill();
  stop.abort();
  await hands;
}
