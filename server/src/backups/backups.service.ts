import type { PoolConfig } from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openExportPool } from '#server/db/pool.ts';
import { readVersion } from '#server/lib/version.ts';
import {
  type BackupFileOptions,
  checkBackupFile,
  readBackupFile,
  requireNewFile,
  writeBackupFile,
} from './backup-file.ts';
import { restoreTables } from './restore-backup.db.ts';
import { openBackupSnapshot } from './take-backup.db.ts';

type Work = BackupFileOptions & { connection: PoolConfig; say: (line: string) => void };

const sayEvery = 5_000;

/**
 * Writes the whole database, as it is at one moment, into a new file, while others work on it.
 *
 * @throws StartError when there is nothing to back up or the file cannot be written.
 */
export async function takeBackup(file: string, { connection, say, ...options }: Work): Promise<void> {
  requireNewFile(file);
  const pool = openPool(connection, 'pitlane backup');
  try {
    const { migrations, tables, takenAt, pieces, release } = await openBackupSnapshot(pool);
    try {
      const total = tables.reduce((sum, { rows }) => sum + rows, 0);
      const header = { pitlane: await readVersion(), takenAt: takenAt.toISOString(), migrations, tables };
      const tell = progressReporter(say);
      let done = 0;
      const onRows = (rows: number) => {
        done += rows;
        tell(done / total);
      };
      const bytes = await writeBackupFile(file, header, pieces(onRows), options);
      say(`Backed up ${count(total)} rows in ${count(tables.length)} tables: ${file}, ${megabytes(bytes)}`);
    } finally {
      release();
    }
  } finally {
    await pool.end();
  }
}

/**
 * Restores a backup into an empty database, all of it or nothing, and migrates it to this version.
 *
 * @throws StartError when the file is not a complete backup of this or an older Pitlane, is plain and must not be, or the database is
 *   not empty, in use or refuses it.
 */
export async function restoreBackup(
  file: string,
  { connection, say, schema, ...options }: Work & { /** Pitlane's own files by default. */ schema?: string },
): Promise<void> {
  say(`Checking ${file}`);
  const header = await checkBackupFile(file, options);
  say(`Restoring the backup of ${header.takenAt} made by Pitlane ${header.pitlane}`);
  const pool = openPool(connection, 'pitlane restore');
  try {
    const pieces = await readBackupFile(file, options, progressReporter(say));
    await restoreTables(pool, header, pieces[Symbol.asyncIterator](), say);
    for (const name of await migrate(pool, schema)) say(`Applied the migration ${name}`);
    const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
    say(`Restored ${count(total)} rows in ${count(header.tables.length)} tables; everyone must log in again`);
  } finally {
    await pool.end();
  }
}

function openPool(connection: PoolConfig, name: string) {
  const noLimits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return openExportPool({ ...connection, ...noLimits, application_name: name }, 1);
}

function progressReporter(say: (line: string) => void): (share: number) => void {
  let saidAt = performance.now();
  return (share) => {
    if (performance.now() - saidAt < sayEvery) return;
    saidAt = performance.now();
    say(`  ${Math.floor(share * 100)} %`);
  };
}

function count(number: number): string {
  return number.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
