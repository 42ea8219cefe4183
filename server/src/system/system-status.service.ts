import { statfs } from 'node:fs/promises';
import type { SystemStatus } from '#contract/system/system-status.ts';
import { backupJobName } from '#server/backups/backup-job.service.ts';
import { readBackupState } from '#server/backups/backup-state.service.ts';
import type { Context } from '#server/context.ts';
import { hasRecentMessageFailures } from '#server/customer-messages/listed-messages.service.ts';
import type { Replica } from '#server/db/replica/replica.ts';
import type { Env } from '#server/env.ts';
import { readIntakeVolume } from '#server/intake/quota/quota.service.ts';
import { type JobQueue, listQueues } from '#server/jobs/jobs.service.ts';
import { isLoopbackHost } from '#server/lib/network.ts';
import { readCommit, readVersion } from '#server/lib/version.ts';
import { mailKind } from '#server/mail/mail.service.ts';
import { getPostgresReleaseDay, isPostgresOld } from './postgres-releases.ts';
import { getOldestDueAt } from './readings.ts';
import { readDatabaseStatus, readLargestTables } from './system-status.db.ts';
import { listSystemWarnings } from './warnings.ts';

/** The parts of this Pitlane that its status tells about: its settings, replica, live streams and code. */
export type SystemParts = {
  env: Pick<Env, 'backupDir' | 'databaseUrl' | 'dataDir' | 'publicUrl' | 'smtpUrl'>;
  replica: Replica | undefined;
  liveStreams: () => number;
  // Read at the start: what is on disk may be newer.
  code: Promise<{ version: string; commit: string | null }>;
};

/** Reads the version and commit of the running code. */
export async function readCodeVersion(): SystemParts['code'] {
  const [version, commit] = await Promise.all([readVersion(), readCommit()]);
  return { version, commit };
}

/** Reads all that the system status shows, with its warnings. */
export async function readSystemStatus(context: Context, parts: SystemParts): Promise<SystemStatus> {
  const { db, clock } = context;
  const { env, liveStreams, code } = parts;
  const replica = replicaOf(parts.replica);
  const askedAt = performance.now();
  const { migration, ...database } = await readDatabaseStatus(db);
  const answerMs = Math.round((performance.now() - askedAt) * 10) / 10;
  const tables = await readLargestTables(db);
  const queues = await listQueues(context);
  const backups = await readBackupState(env.backupDir, queues);
  const emails = sumOf(queues.filter(({ kind }) => kind === mailKind));
  const jobs = sumOf(queues.filter(({ kind }) => kind !== mailKind && kind !== backupJobName));
  const now = clock.now();
  const areMessagesFailing = await hasRecentMessageFailures(context);
  const oldestJobAt = getOldestDueAt(queues);
  const hasMailServer = env.smtpUrl !== undefined;
  const { status: intake, ...volume } = await readIntakeVolume(context);
  const diskFree = env.databaseUrl === undefined ? await freeIn(env.dataDir) : undefined;
  const { version, commit } = await code;
  return {
    readAt: now.toISOString(),
    warnings: listSystemWarnings({
      ...{ now, replica, backups, emails, jobs, oldestJobAt, hasMailServer, diskFree },
      areMessagesFailing,
      isLocalOnly: isLoopbackHost(new URL(env.publicUrl).hostname),
      isPostgresOld: isPostgresOld(database.version, now),
      intake: volume,
    }),
    database: {
      ...database,
      releasedOn: getPostgresReleaseDay(database.version),
      isEmbedded: env.databaseUrl === undefined,
      ...{ answerMs, tables, replica },
    },
    emails,
    jobs,
    oldestJobAt: oldestJobAt?.toISOString() ?? null,
    intake,
    live: liveStreams(),
    backups: {
      ...backups,
      last: backups.last && { at: backups.last.at.toISOString(), bytes: backups.last.bytes },
    },
    versions: {
      pitlane: version,
      commit,
      node: process.versions.node,
      migration,
      startedAt: new Date(performance.timeOrigin).toISOString(),
    },
  };
}

function replicaOf(replica: Replica | undefined): SystemStatus['database']['replica'] {
  if (!replica) return null;
  const { isRead, lag } = replica.state();
  return { isRead, lagSeconds: lag && Math.round(lag.seconds * 10) / 10 };
}

async function freeIn(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk && disk.bavail * disk.bsize;
}

function sumOf(queues: readonly JobQueue[]) {
  return queues.reduce(
    (sum, { waiting, failed }) => ({ waiting: sum.waiting + waiting, failed: sum.failed + failed }),
    { waiting: 0, failed: 0 },
  );
}
