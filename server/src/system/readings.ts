import { Gauge, type Registry } from '@prometheus-io/client';
import { readBackupState } from '#server/backups/backup-state.service.ts';
import type { Context } from '#server/context.ts';
import type { Replica } from '#server/db/replica/replica.ts';
import { withTimeout } from '#server/db/with-timeout.ts';
import { type JobQueue, listQueues } from '#server/jobs/jobs.service.ts';

type Parts = {
  context: Context;
  backupDir: string | undefined;
  replica: Replica | undefined;
  liveStreams: () => number;
};

/** Makes the gauges of the database, backup folder and live streams. @returns a function that reads them anew; it never fails. */
export function openReadings(registry: Registry, { context, backupDir, replica, liveStreams }: Parts) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name: `pitlane_${name}`, help, registers });
  const live = gauge('live_streams', 'Open live connections of browsers');
  const isUp = gauge('database_up', 'Whether the database answers: 1 or 0');
  const isRead = gauge('replica_read', 'Whether the replica is read: 1 or 0; absent without one');
  const lag = gauge('replica_lag_seconds', 'How far the replica is behind; absent while that is not known');
  const jobs = new Gauge({
    name: 'pitlane_jobs',
    help: 'Jobs that are due, and that failed and will be tried again; emails are of the kind mail',
    labelNames: ['kind', 'state'],
    registers,
  });
  const oldest = gauge('oldest_job_wait_seconds', 'How long the longest waiting job or email has been due');
  const hasFailed = gauge('backup_failed', 'Whether the last try to make a scheduled backup failed: 1 or 0');
  const age = gauge('backup_age_seconds', 'Age of the newest scheduled backup; absent without one');
  const size = gauge('backup_size_bytes', 'Size of the newest scheduled backup; absent without one');
  const seconds = (since: Date) => (context.clock.now().getTime() - since.getTime()) / 1_000;

  return async (): Promise<void> => {
    live.set(liveStreams());
    isRead.remove();
    lag.remove();
    const state = replica?.state();
    if (state) isRead.set(state.isRead ? 1 : 0);
    if (state?.lag) lag.set(state.lag.seconds);
    const queues = await withTimeout(listQueues(context));
    isUp.set(queues ? 1 : 0);
    jobs.reset();
    oldest.reset();
    for (const { kind, waiting, failed } of queues ?? []) {
      jobs.set({ kind, state: 'waiting' }, waiting);
      jobs.set({ kind, state: 'failed' }, failed);
    }
    const wait = getOldestDueAt(queues ?? []);
    if (wait) oldest.set(seconds(wait));
    const backups = await withTimeout(readBackupState(backupDir, queues ?? []));
    hasFailed.set(backups?.hasFailed ? 1 : 0);
    age.remove();
    size.remove();
    if (!backups?.last) return;
    age.set(seconds(backups.last.at));
    size.set(backups.last.bytes);
  };
}

/** Returns since when the job that has been due the longest has waited; null when none is due. */
export function getOldestDueAt(queues: readonly JobQueue[]): Date | null {
  const [first = null] = queues
    .flatMap(({ oldestAt }) => oldestAt ?? [])
    .sort((one, other) => one.getTime() - other.getTime());
  return first;
}
