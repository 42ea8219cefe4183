import type { Context } from '#server/context.ts';
import { readQueues } from './jobs.db.ts';

/** The jobs of one kind: due and not begun, failed and waiting for another try, and since when the longest waiting is due. */
export type JobQueue = { kind: string; waiting: number; failed: number; oldestAt: Date | null };

/** @returns a queue for each kind of which there are jobs. */
export function listQueues({ db, clock }: Context): Promise<JobQueue[]> {
  return readQueues(db, clock.now());
}
