import type { JobQueue } from '#server/jobs/jobs.service.ts';
import { listBackups } from './backup-folder.ts';
import { backupJobName } from './backup-job.service.ts';

/** The state of the daily backups: whether they are made, whether the last attempt failed, and the newest one with its size in bytes. */
export type BackupState = {
  isScheduled: boolean;
  hasFailed: boolean;
  last: { at: Date; bytes: number } | null;
};

/** Reads the state of the daily backups. @param folder undefined when none are made. */
export async function readBackupState(
  folder: string | undefined,
  queues: readonly JobQueue[],
): Promise<BackupState> {
  if (folder === undefined) return { isScheduled: false, hasFailed: false, last: null };
  const [last = null] = await listBackups(folder, 'daily');
  const hasFailed = queues.some(({ kind, failed }) => kind === backupJobName && failed > 0);
  return { isScheduled: true, hasFailed, last };
}
