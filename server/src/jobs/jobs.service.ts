import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { type ClaimableKind, insertJob, readQueues } from './jobs.db.ts';

/** Ends the job that throws it, which would always fail: it is not tried again. */
export class JobRefusedError extends Error {
  override name = 'JobRefusedError';
}

/** How a job ended: it is done, its kind refused it, or it failed for longer than its kind retries. */
export type JobEnd = 'done' | 'refused' | 'givenUp';

/** A kind of job, and what it does. */
export type JobKind<Payload = unknown> = ClaimableKind & {
  payload: z.ZodType<Payload>;
  // Milliseconds after its creation during which a failing job is retried.
  giveUpAfter: number;
  mayTakeLong?: boolean;
  recurs?: boolean;
  /**
   * It may run twice if a process dies, so it does in one transaction what belongs together, and takes less than two minutes
   * unless it may take long: longer work is done in parts, by answering `now` until nothing is left.
   *
   * @param id the same on every run.
   * @param stopping aborts when the process is about to end, or another one has taken the job over.
   * @returns when to run again; undefined when done, which deletes the job.
   * @throws JobRefusedError to give up, any other error to be retried.
   */
  run(id: string, payload: Payload, stopping: AbortSignal): Promise<Date | undefined>;
  ended?(inside: Pick<Context, 'db'>, payload: Payload, end: JobEnd): Promise<void>;
};

/** Makes a kind for a list of kinds; its payload is checked before each run. It queues nothing. */
export function defineJob<Payload>(kind: JobKind<Payload>): JobKind {
  return {
    ...kind,
    run: (id, payload, stopping) => kind.run(id, kind.payload.parse(payload), stopping),
    ended: async (inside, payload, end) => {
      const { data } = kind.payload.safeParse(payload);
      if (data !== undefined) await kind.ended?.(inside, data, end);
    },
  };
}

/**
 * Makes the kind of a job that comes again `every` milliseconds after each run, for good; see {@link queueRecurring}. It queues
 * nothing.
 */
export function recurringJob(
  { clock }: Context,
  {
    every,
    run,
    ...kind
  }: Pick<JobKind, 'name' | 'mayTakeLong' | 'hasWork'> & {
    every: number;
    run: (stopping: AbortSignal) => Promise<void>;
  },
): JobKind {
  return defineJob({
    ...kind,
    payload: z.strictObject({}),
    giveUpAfter: Number.POSITIVE_INFINITY,
    recurs: true,
    run: async (_id, _payload, stopping) => {
      await run(stopping);
      return new Date(clock.now().getTime() + every);
    },
  });
}

/** Queues those of the kinds that recur, unless they are queued. */
export async function queueRecurring(context: Context, kinds: readonly JobKind[]): Promise<void> {
  for (const { name, recurs } of kinds) if (recurs) await queueJob(context, name, {}, { key: name });
}

const listeners = new Set<() => void>();

/** Calls `hear` whenever this process queues a job. @returns a function that ends that. */
export function onJobQueued(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/**
 * Queues a job, which runs once the transaction that `context.db` is commits.
 *
 * @param options.runAt now by default.
 * @param options.key there is one job per kind and key; an existing one stays as it is.
 */
export function queueJob(
  context: Context,
  kind: string,
  payload: object,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const now = context.clock.now();
  const { runAt = now, key = null } = options;
  for (const hear of listeners) hear();
  return insertJob(context.db, { id: newId(now), kind, key, payload, runAt, createdAt: now });
}

/** The jobs of one kind: due and not begun, failed and waiting for another attempt, and since when the longest waiting is due. */
export type JobQueue = { kind: string; waiting: number; failed: number; oldestAt: Date | null };

/**
 * Lists for each kind how many jobs are due, how many have failed and wait for another attempt, and since when the longest waiting is
 * due; a kind without jobs is missing.
 */
export function listQueues({ db, clock }: Context): Promise<JobQueue[]> {
  return readQueues(db, clock.now());
}
