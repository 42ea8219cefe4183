import { type SystemStatus, type SystemWarning, systemWarnings } from '#contract/system/system-status.ts';
import type { BackupState } from '#server/backups/backup-state.service.ts';

const minute = 60_000;
const oldBackup = 26 * 60 * minute;
const longWait = 5 * minute;
const shownRefusal = 24 * 60 * minute;
const lowDisk = 2 ** 30;

type Queue = { waiting: number; failed: number };
type Facts = {
  now: Date;
  replica: SystemStatus['database']['replica'];
  intake: { isNearlyFull: boolean; lastRefusal: Date | null };
  backups: BackupState;
  emails: Queue;
  jobs: Queue;
  // Messages to customers failed lately, the SMS gateway does, or one of their templates is not approved.
  areMessagesFailing: boolean;
  oldestJobAt: Date | null;
  hasMailServer: boolean;
  isLocalOnly: boolean;
  // Bytes; undefined where the database is elsewhere.
  diskFree: number | undefined;
  isPostgresOld: boolean;
};

/** Lists the warnings that the facts call for, in the order in which they are shown. */
export function listSystemWarnings({
  now,
  replica,
  intake,
  backups,
  emails,
  jobs,
  areMessagesFailing,
  oldestJobAt,
  hasMailServer,
  isLocalOnly,
  diskFree,
  isPostgresOld,
}: Facts): SystemWarning[] {
  const age = (since: Date | undefined | null) => (since ? now.getTime() - since.getTime() : 0);
  const holds: Record<SystemWarning, boolean> = {
    diskLow: diskFree !== undefined && diskFree < lowDisk,
    intakeFull: intake.isNearlyFull,
    backupFailed: backups.hasFailed,
    backupOld: age(backups.last?.at) > oldBackup,
    jobsWaiting: age(oldestJobAt) > longWait,
    emailsFailing: emails.failed > 0,
    messagesFailing: areMessagesFailing,
    jobsFailing: jobs.failed > 0,
    intakeRefused: intake.lastRefusal !== null && age(intake.lastRefusal) < shownRefusal,
    postgresOld: isPostgresOld,
    replicaAway: replica?.lagSeconds === null,
    replicaBehind: replica !== null && replica.lagSeconds !== null && !replica.isRead,
    backupsOff: !backups.isScheduled,
    emailsToFiles: !hasMailServer,
    localAddress: isLocalOnly,
  };
  return systemWarnings.filter((warning) => holds[warning]);
}
