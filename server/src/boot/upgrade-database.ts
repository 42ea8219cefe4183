import { join } from 'node:path';
import type { Pool } from 'pg';
import { deleteOldBackups, prepareBackup } from '#server/backups/backup-folder.ts';
import { type BackupSource, takeBackupInProcess } from '#server/backups/backup-process.ts';
import { MigrationError, migrate } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { UpgradeError } from '#server/lib/errors.ts';

/** How many backups before upgrades are kept: a service manager may retry, and each attempt makes one. */
export const maxUpgradeBackups = 3;

/** The settings by which a backup is made before an upgrade. */
export type UpgradeSettings = BackupSource & Pick<Env, 'backupDir' | 'backupBeforeUpgrade'>;

type Circumstances = {
  say: (line: string) => void;
  signal: AbortSignal;
  /** Holds schema files and migrations; Pitlane's own by default. */
  folder?: string;
};

/**
 * Migrates the database to this version, all or nothing, but for indexes that only make calls faster. Somebody's data are backed up
 * first, unless that is off. Of processes that start together, one upgrades and the others wait.
 *
 * @throws UpgradeError when backup or migration fails, or for a schema from before the first migration; the earlier version can then
 *   start again.
 */
export async function upgradeDatabase(
  pool: Pool,
  settings: UpgradeSettings,
  { say, signal, folder }: Circumstances,
): Promise<void> {
  let isUpgrade = false;
  let backup: string | undefined;
  try {
    await migrate(pool, folder, {
      say,
      beforeUpgrade: async ({ length }) => {
        isUpgrade = true;
        say(`Upgrading the database: ${length} ${length === 1 ? 'migration' : 'migrations'}`);
        if (settings.backupBeforeUpgrade) backup = await backUp(settings, say, signal);
      },
      signal,
    });
  } catch (error) {
    if (!isUpgrade || !(error instanceof MigrationError)) throw error;
    throw new UpgradeError(
      `The upgrade failed and changed nothing. ${error.message}. Start the version that ran before: it still works on this data.` +
        (backup ? ` The backup from before the upgrade is ${backup}.` : ''),
    );
  }
  if (isUpgrade) say('The database is upgraded');
}

async function backUp(
  settings: UpgradeSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const folder = settings.backupDir ?? join(settings.dataDir, 'backups');
  try {
    const file = await prepareBackup(folder, 'upgrade', new Date());
    await takeBackupInProcess(file, settings, signal, say);
    await deleteOldBackups(folder, 'upgrade', maxUpgradeBackups);
    return file;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
    throw new UpgradeError(
      `The database needs an upgrade, and the backup before it failed: ${reason} Nothing was changed. Set BACKUP_DIR to a ` +
        'folder that can be written and has room, or BACKUP_BEFORE_UPGRADE=off if you have a backup of your own.',
    );
  }
}
