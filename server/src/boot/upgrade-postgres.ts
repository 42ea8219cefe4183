import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { deleteOldBackups, prepareBackup } from '#server/backups/backup-folder.ts';
import { restoreInProcess, takeBackupInProcess } from '#server/backups/backup-process.ts';
import { describeBinaries, findPackageFolder } from '#server/db/embedded/binaries.ts';
import { getClusterFolder, readMajorVersion } from '#server/db/embedded/cluster.ts';
import { prepareDataFolder, syncFolder } from '#server/db/embedded/data-folder.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { lockFolder } from '#server/db/embedded/folder-lock.ts';
import { hasCluster } from '#server/db/embedded/running-postgres.ts';
import { findStoredBinaries } from '#server/db/embedded/stored-binaries.ts';
import type { Env } from '#server/env.ts';
import { UpgradeError } from '#server/lib/errors.ts';
import { maxUpgradeBackups } from './upgrade-database.ts';

type Settings = Pick<Env, 'dataDir' | 'backupDir' | 'backupPassphrase'>;

type Circumstances = { log: Logger; say: (line: string) => void; signal: AbortSignal };

type Older = { dataDir: string; from: string; to: string; packageFolder: string };

/**
 * Upgrades data of an older major version of PostgreSQL by a backup and a restore; does nothing for other data, or without the
 * programs to read them. Until the end the data stay as they are.
 *
 * @throws UpgradeError when it fails; the earlier Pitlane can then start again.
 */
export async function upgradePostgres(settings: Settings, circumstances: Circumstances): Promise<void> {
  const dataDir = resolve(settings.dataDir);
  if (!existsSync(dataDir)) return;
  await prepareDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    await finishExchange(dataDir);
    const older = await findOlder(dataDir);
    if (older) await takeOver(older, { ...settings, dataDir }, circumstances);
  } finally {
    lock.release();
  }
}

async function findOlder(dataDir: string): Promise<Older | undefined> {
  if (!hasCluster(dataDir)) return undefined;
  const [from, { major: to }] = await Promise.all([
    readMajorVersion(dataDir),
    describeBinaries(findPackageFolder()),
  ]);
  if (Number(from) >= Number(to)) return undefined;
  const packageFolder = await findStoredBinaries(dataDir, from);
  return packageFolder ? { dataDir, from, to, packageFolder } : undefined;
}

async function takeOver(older: Older, settings: Settings, circumstances: Circumstances): Promise<void> {
  const { dataDir, from, to } = older;
  const { say, signal } = circumstances;
  say(`The database was made by PostgreSQL ${from}: taking it over to PostgreSQL ${to}`);
  const next = nextFolder(dataDir);
  try {
    const backup = await backUp(older, settings, circumstances);
    await rm(next, { recursive: true, force: true });
    await mkdir(next, { mode: 0o700 });
    const target = { ...settings, databaseUrl: undefined, dataDir: next };
    await restoreInProcess(backup, target, signal, (line) => say(`  ${line}`));
    signal.throwIfAborted();
    const kept = await exchange(dataDir, from);
    say(
      `PostgreSQL ${to} has taken the database over. What it was made from stays in ${kept} until you delete it`,
    );
  } catch (error) {
    await rm(next, { recursive: true, force: true }).catch(() => undefined);
    if (signal.aborted) throw error;
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
    throw new UpgradeError(
      `The database of PostgreSQL ${from} could not be taken over to PostgreSQL ${to}, and nothing was changed: ${reason} ` +
        'Start the version of Pitlane that ran before: it still works on this data.',
    );
  }
}

async function backUp(
  { dataDir, packageFolder }: Older,
  { backupDir, backupPassphrase }: Settings,
  { log, say, signal }: Circumstances,
): Promise<string> {
  const folder = backupDir ?? join(dataDir, 'backups');
  const file = await prepareBackup(folder, 'upgrade', new Date());
  const source = { dataDir, backupPassphrase, databaseUrl: undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, packageFolder, isLocked: true, log, signal });
  try {
    await takeBackupInProcess(file, source, signal, (line) => say(`  ${line}`));
  } finally {
    await postgres.stop();
  }
  await deleteOldBackups(folder, 'upgrade', maxUpgradeBackups);
  return file;
}

function nextFolder(dataDir: string): string {
  return join(dataDir, 'next');
}

async function exchange(dataDir: string, from: string): Promise<string> {
  const kept = `${getClusterFolder(dataDir)}-${from}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  await syncFolder(nextFolder(dataDir));
  await rename(getClusterFolder(dataDir), kept);
  await finishExchange(dataDir);
  return kept;
}

async function finishExchange(dataDir: string): Promise<void> {
  const next = nextFolder(dataDir);
  if (!hasCluster(next) || existsSync(getClusterFolder(dataDir))) return;
  await rename(getClusterFolder(next), getClusterFolder(dataDir));
  await syncFolder(dataDir);
  await rm(next, { recursive: true });
}
