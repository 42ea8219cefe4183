import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness, getConnectionConfig, query } from '#server/testing/fault-harness.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const test = it.runIf(isLongRun);

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

test('data keep the programs that read them, and a change of places that a kill broke off is finished', async () => {
  const dataDir = harness.path('data');
  await mkdir(harness.path('data', 'postgresql-18.0.0'), { recursive: true });
  const first = harness.hold(dataDir);
  await query(await getConnectionConfig(first), 'create table kept as select 7 as number');
  const programs = (await readdir(dataDir)).filter((name) => /^(kept-)?postgresql-/.test(name));
  expect(programs).toEqual([expect.stringMatching(/^(kept-)?postgresql-18\.[1-9]/)]);
  const postgres = harness.path('data', programs[0] ?? '', 'native', 'bin', 'postgres');
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toMatch(/PostgreSQL\) 18\./);
  expect(await first.end('SIGTERM')).toBe(0);

  await mkdir(harness.path('data', 'next'));
  await rename(harness.path('data', 'postgres'), harness.path('data', 'next', 'postgres'));
  const settings = { dataDir, backupDir: undefined, backupPassphrase: undefined };
  const circumstances = { log: pino({ level: 'silent' }), say: () => undefined };
  await upgradePostgres(settings, { ...circumstances, signal: AbortSignal.timeout(60_000) });
  expect(await readdir(dataDir)).not.toContain('next');

  const second = harness.hold(dataDir);
  expect(await query(await getConnectionConfig(second), 'select number from kept')).toEqual([{ number: 7 }]);
});
