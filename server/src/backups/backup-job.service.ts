import type { Logger } from 'pino';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { Context } from '#server/context.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import type { Env } from '#server/env.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { deleteOldBackups, listBackups, prepareBackup } from './backup-folder.ts';
import { type BackupSource, takeBackupInProcess } from './backup-process.ts';

/** The kind of job that makes the daily backup. */
export const backupJobName = 'backup';
const lookEvery = 10 * 60_000;

class BackupFailedError extends Error {
  override name = 'BackupFailedError';
}

/** The settings by which the daily backup is made: from which database, where to, at which hour, and how many are kept. */
export type BackupSettings = BackupSource & Pick<Env, 'backupHour' | 'backupKeep'> & { backupDir: string };

/**
 * Makes the job that looks every ten minutes whether the newest backup of the folder is older than the last time it was to be made,
 * and then makes one: the first at once, a missed one as soon as Pitlane runs again. It deletes those beyond `backupKeep`.
 */
export function backupJob(context: Context, log: Pick<Logger, 'error'>, settings: BackupSettings): JobKind {
  return recurringJob(context, {
    name: backupJobName,
    every: lookEvery,
    mayTakeLong: true,
    run: async (stopping) => {
      const now = context.clock.now();
      if (!(await isDue(context, settings, now))) return;
      try {
        await takeBackupInProcess(await prepareBackup(settings.backupDir, 'daily', now), settings, stopping);
        await deleteOldBackups(settings.backupDir, 'daily', settings.backupKeep);
      } catch (error) {
        log.error({ reason: error instanceof Error ? error.message : String(error) }, 'a backup failed');
        throw new BackupFailedError();
      }
    },
  });
}

async function isDue(
  context: Context,
  { backupDir, backupHour }: BackupSettings,
  now: Date,
): Promise<boolean> {
  const rules = await readDealerRules(context.db);
  if (!rules) return false;
  const today = dateInTimeZone(rules.timeZone, now);
  const time = `${String(backupHour).padStart(2, '0')}:00`;
  const [last] = [today, addDays(today, -1)]
    .map((date) => instantInTimeZone(rules.timeZone, date, time))
    .filter((at) => at <= now);
  const [newest] = await listBackups(backupDir, 'daily');
  return !newest || (last !== undefined && newest.at < last);
}
