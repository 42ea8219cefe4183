import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword } from '#contract/auth.ts';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { accountEmailWriters } from '#server/auth/auth-letters.service.ts';
import { backupJob } from '#server/backups/backup-job.service.ts';
import { writeAnswer } from '#server/intake/answers.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { queueRecurring } from '#server/jobs/jobs.service.ts';
import { mailJob } from '#server/mail/mail-job.service.ts';
import { freePort } from '#server/testing/free-port.ts';
import { TestApp, testNoon, testPublicUrl } from '#server/testing/test-app.ts';
import { getPostgresReleaseDay } from './postgres-releases.ts';
import { readLargestTables } from './system-status.db.ts';

const log = pino({ level: 'silent' });
let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let folder: string;
let smtpUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-status-'));
  smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  app = await TestApp.open({ smtpUrl, backupDir: join(folder, 'backups') });
  boss = await app.signIn('superAdmin');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const read = async () => (await app.call(getSystemStatus, { token: boss.token })).data;

test('a super admin reads how the installation is doing', async () => {
  await app.pool.query('analyze leads');
  const { database, versions, live, backups, warnings, emails, jobs } = await read();
  expect(database.version).toMatch(/^1[5-9]/);
  expect(database.releasedOn).toBe(getPostgresReleaseDay(database.version));
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.connections).toBeGreaterThan(0);
  expect(database.mostConnections).toBeGreaterThan(database.connections);
  expect(database.tables.length).toBe(6);
  const sizes = database.tables.map(({ bytes }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(versions).toMatchObject({ pitlane: '0.1.0', node: process.versions.node });
  expect(versions.migration).toMatch(/^\d{4}\w*-/);
  expect(live).toBe(0);
  expect(backups).toEqual({ isScheduled: true, hasFailed: false, last: null });
  expect([emails, jobs]).toEqual(Array(2).fill({ waiting: 0, failed: 0 }));
  expect(warnings).toEqual([]);
});

test('rows are those of the statistics, not counted', async () => {
  await app.pool.query(
    "create table sized with (autovacuum_enabled = false) as select repeat('x', 1000) as text from generate_series(1, 5000)",
  );
  try {
    const sized = async () => (await read()).database.tables.find(({ name }) => name === 'sized');
    expect(await sized()).toMatchObject({ rows: null });
    await app.pool.query('analyze sized');
    expect(await sized()).toMatchObject({ rows: 5_000 });
    await app.pool.query("insert into sized values ('one more')");
    expect(await sized()).toMatchObject({ rows: 5_000 });
  } finally {
    await app.pool.query('drop table sized');
  }
});

test('tables are those of the schema that Pitlane uses, whatever its name (F52)', async () => {
  await app.db.connection().execute(async (db) => {
    await sql`create schema elsewhere; create table elsewhere.only_there (); set search_path to elsewhere`.execute(
      db,
    );
    try {
      expect((await readLargestTables(db)).map(({ name }) => name)).toEqual(['only_there']);
    } finally {
      await sql`reset search_path; drop schema elsewhere cascade`.execute(db);
    }
  });
});

test('it tells of a backup that failed, and when the last one was made', async () => {
  const backupDir = join(folder, 'backups');
  await mkdir(backupDir);
  await writeFile(join(backupDir, 'pitlane-2026-03-08T20-00-00Z.backup'), 'of the day before yesterday');
  const parts = { backupDir, backupHour: 2, backupKeep: 2, backupPassphrase: undefined };
  // Nothing is there to be backed up.
  const nowhere = { databaseUrl: `postgres://127.0.0.1:${await freePort()}/x`, dataDir: folder };
  const kinds = [backupJob(app.context, log, { ...parts, ...nowhere })];
  await queueRecurring(app.context, kinds);
  const jobs = startJobs(app.context, log, kinds);
  try {
    await expect.poll(async () => (await read()).backups.hasFailed).toBe(true);
  } finally {
    await jobs.stop();
  }
  const { backups, warnings, jobs: others } = await read();
  expect(backups.last).toEqual({ at: '2026-03-08T20:00:00.000Z', bytes: 27 });
  expect(warnings).toEqual(['backupFailed', 'backupOld']);
  expect(others.failed, 'told once').toBe(0);
  await app.pool.query("delete from jobs where kind = 'backup'");
  await rm(backupDir, { recursive: true });
});

test('it tells of emails that wait, and of those that could not be sent', async () => {
  await app.call(forgotPassword, { body: { email: boss.email } });
  expect((await read()).emails).toEqual({ waiting: 1, failed: 0 });
  expect((await read()).warnings).toEqual([]);
  app.clock.set(new Date(testNoon.getTime() + 6 * 60_000));
  const late = await read();
  expect(late.warnings).toEqual(['jobsWaiting']);
  expect(late.oldestJobAt).toBe(testNoon.toISOString());

  const env = {
    publicUrl: testPublicUrl,
    registration: 'invited',
    smtpUrl,
    smtpInsecure: false,
    smsLocalGateway: false,
    mailFrom: 'Pitlane <pitlane@test.example>',
    dataDir: folder,
  } as const;
  const jobs = startJobs(app.context, log, [
    mailJob(
      { ...app.context, env, say: () => undefined },
      { ...accountEmailWriters, enquiryAnswer: writeAnswer },
    ),
  ]);
  try {
    await expect
      .poll(async () => (await read()).emails)
      .toEqual({
        waiting: 0,
        failed: 1,
      });
  } finally {
    await jobs.stop();
  }
  expect((await read()).warnings).toEqual(['emailsFailing']);
});

test('without a mail server and backups it says that they are missing', async () => {
  const bare = await TestApp.open();
  try {
    const { token } = await bare.signIn('superAdmin');
    const { data } = await bare.call(getSystemStatus, { token });
    expect(data.warnings).toEqual(['backupsOff', 'emailsToFiles']);
  } finally {
    await bare.close();
  }
});
