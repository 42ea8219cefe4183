import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl } from '#server/testing/databases.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { checkBackupFile } from './backup-file.ts';
import { listBackups } from './backup-folder.ts';
import { type BackupSettings, backupJob } from './backup-job.service.ts';

let app: TestApp;
let folder: string;
let logged: object[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  folder = await mkdtemp(join(tmpdir(), 'pitlane-backups-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function look(
  at: string,
  backupDir: string,
  settings: Partial<BackupSettings> = {},
): Promise<string[]> {
  app.clock.set(new Date(`${at}+06:00`));
  const kind = backupJob(
    app.context,
    { error: (notes: object) => logged.push(notes) },
    {
      backupDir,
      backupHour: 2,
      backupKeep: 2,
      backupPassphrase: undefined,
      databaseUrl: databaseUrl(inject('database').server, app.databaseName),
      dataDir: folder,
      ...settings,
    },
  );
  const again = await kind.run('id', {}, new AbortController().signal);
  expect(again).toEqual(new Date(app.clock.now().getTime() + 600_000));
  return (await listBackups(backupDir, 'daily')).map(({ file }) => basename(file));
}

test('a backup is made at once, then every day after the hour, and the newest stay', async () => {
  const to = join(folder, 'daily');
  const first = 'pitlane-2026-03-10T09-00-00Z.backup';
  expect(await look('2026-03-10T15:00:00', to)).toEqual([first]);
  const killed = join(to, 'pitlane-2026-03-10T19-00-00Z.backup.partial');
  await writeFile(killed, 'killed');
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(killed, longAgo, longAgo);
  await writeFile(join(to, 'notes.txt'), 'of somebody');
  expect(await look('2026-03-11T01:59:00', to)).toEqual([first]);
  const second = 'pitlane-2026-03-10T20-01-00Z.backup';
  expect(await look('2026-03-11T02:01:00', to)).toEqual([second, first]);
  expect(await look('2026-03-11T23:59:00', to)).toEqual([second, first]);
  const missed = 'pitlane-2026-03-14T06-00-00Z.backup';
  expect(await look('2026-03-14T12:00:00', to)).toEqual([missed, second]);
  expect((await readdir(to)).sort()).toEqual(['notes.txt', second, missed]);
  const options = { passphrase: undefined, signal: new AbortController().signal };
  const { tables } = await checkBackupFile(join(to, missed), options);
  expect(tables.find(({ name }) => name === 'dealer')?.rows).toBe(1);
});

test('it leaves alone what another process is writing, and takes another name (F127)', async () => {
  const to = join(folder, 'shared');
  await mkdir(to);
  const theirs = 'pitlane-2026-03-10T09-00-00Z.backup.partial';
  await writeFile(join(to, theirs), 'being written');
  expect(await look('2026-03-10T15:00:00', to)).toEqual(['pitlane-2026-03-10T09-00-01Z.backup']);
  expect(await readFile(join(to, theirs), 'utf8')).toBe('being written');
});

test.runIf(isLongRun)('it is encrypted if there is a passphrase', async () => {
  const to = join(folder, 'locked');
  const passphrase = 'meghna ferry lantern';
  const [name = ''] = await look('2026-03-10T15:00:00', to, { backupPassphrase: passphrase });
  const options = { passphrase, signal: new AbortController().signal };
  expect((await checkBackupFile(join(to, name), options)).tables.length).toBeGreaterThan(20);
  await expect(checkBackupFile(join(to, name), { ...options, passphrase: undefined })).rejects.toThrow(
    'is encrypted',
  );
});

test('one that fails is logged and fails the job, and the older ones stay', async () => {
  const to = join(folder, 'failing');
  const [first = ''] = await look('2026-03-10T15:00:00', to);
  logged = [];
  const broken = { databaseUrl: 'postgres://nobody@127.0.0.1:1/nowhere' };
  await expect(look('2026-03-11T15:00:00', to, { ...broken, backupKeep: 1 })).rejects.toThrow();
  expect(logged).toEqual([
    { reason: expect.stringMatching(/^The database nowhere at .* cannot be reached/) },
  ]);
  expect(await readdir(to)).toEqual([first]);
  await writeFile(join(folder, 'file'), '');
  await expect(look('2026-03-11T15:00:00', join(folder, 'file'))).rejects.toThrow();
  expect(logged.at(-1)).toEqual({ reason: expect.stringContaining('EEXIST') });
});
