import type { z } from 'zod';
import type { Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { insertJob } from './jobs.db.ts';

/** Throw it from a job that would fail however often it ran. */
export class JobRefusedError extends Error {
  override name = 'JobRefusedError';
}

/** One kind of job: what its payload holds, and what to do. */
export type JobKind<Payload = unknown> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** For how many milliseconds after its creation a failing job is tried again. */
  giveUpAfter: number;
  /**
   * Does the work. It may run twice if a process dies, so it does in one transaction what belongs together, and takes less than
   * two minutes: longer work is done in parts, by answering `now` until nothing is left.
   *
   * @param id stays the same however often the job runs.
   * @param stopping aborts when the process is about to end.
   * @returns when to run again; undefined once the job is done, which deletes it.
   * @throws JobRefusedError to give up, any other error to be tried again after a pause.
   */
  run(id: string, payload: Payload, stopping: AbortSignal): Promise<Date | undefined>;
};

/** @returns the kind as a list of kinds can hold it: its payload is checked before each run. */
export function defineJob<Payload>(kind: JobKind<Payload>): JobKind {
  return { ...kind, run: (id, payload, stopping) => kind.run(id, kind.payload.parse(payload), stopping) };
}

/**
 * Adds a job, which runs once the transaction that `context.db` is in commits.
 *
 * @param options.runAt when it is due; by default now.
 * @param options.key names a job of which there is one of its kind at a time; if it exists, it stays as it is.
 */
export function queueJob(
  context: Context,
  kind: string,
  payload: object,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const now = context.clock.now();
  const { runAt = now, key = null } = options;
  return insertJob(context.db, { id: newId(now), kind, key, payload, runAt, createdAt: now });
}
