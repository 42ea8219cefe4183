import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v4 } from 'uuid';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { limitRepeatedLines } from '#server/lib/log.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import { claimJob, deleteJob, lockLease, renewJob, rescheduleJob, retryJob } from './jobs.db.ts';
import { type JobEnd, type JobKind, JobRefusedError, onJobQueued } from './jobs.service.ts';

/**
 * Milliseconds between two looks for due jobs: usually, and while this process has queued none for `afterJob`, when only what others
 * have queued and what was due later is found.
 */
const lookEvery = { usual: 500, quiet: 2_000, afterJob: 60_000 };
const leaseMs = 120_000;
const renewEvery = 10_000;
const afterFailing = { first: 5_000, longest: 600_000 };
const settleAgain = 250;
const longestStop = 2_000;

type Runner = {
  context: Context;
  log: Pick<Logger, 'warn' | 'error'>;
  stopping: AbortSignal;
  saySeldom: ReturnType<typeof limitRepeatedLines>;
};
type ClaimedJob = NonNullable<Awaited<ReturnType<typeof claimJob>>> & { lease: string };

/**
 * Runs due jobs until stopped, one of each kind at a time, so that no kind holds up another. Processes share the work; jobs of other
 * kinds stay queued.
 *
 * @returns `stop`, which waits for jobs under way, but not for long.
 */
export function startJobs(
  context: Context,
  log: Runner['log'],
  kinds: readonly JobKind[],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const runner: Runner = { context, log, stopping: stopping.signal, saySeldom: limitRepeatedLines() };
  let hasNews = false;
  let endPause = () => {};
  let shortenPause = () => {};
  let queuedAt = performance.now();
  const stopHearing = onJobQueued(() => {
    queuedAt = performance.now();
    shortenPause();
  });
  const done = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      stopHearing();
      wake();
      await Promise.race([done, wait(longestStop, undefined, { ref: false })]);
    },
  };

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      hasNews = false;
      const hasStarted = await startNext();
      if (!hasStarted && !hasNews) await pause();
    }
    await Promise.all(running.values());
  }

  function wake(): void {
    hasNews = true;
    endPause();
  }

  async function startNext(): Promise<boolean> {
    const free = kinds.filter(({ name }) => !running.has(name));
    const job = await claim(runner, free);
    const kind = free.find(({ name }) => name === job?.kind);
    if (!job || !kind) return false;
    const run = runJob(runner, kind, job).finally(() => {
      running.delete(kind.name);
      wake();
    });
    running.set(kind.name, run);
    return true;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const isQuiet = performance.now() - queuedAt > lookEvery.afterJob;
      let timer = setTimeout(resolve, isQuiet ? lookEvery.quiet : lookEvery.usual);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      // The job can be claimed once its transaction has committed.
      shortenPause = () => {
        if (!isQuiet) return;
        clearTimeout(timer);
        timer = setTimeout(resolve, lookEvery.usual);
      };
    });
  }
}

async function claim(
  { context, log, saySeldom }: Runner,
  kinds: readonly JobKind[],
): Promise<ClaimedJob | undefined> {
  if (kinds.length === 0) return undefined;
  const now = context.clock.now();
  const attempt = { lease: v4(), now, leaseEnd: leaseEndOf(context) };
  try {
    const job = await claimJob(context.db, kinds, attempt);
    return job && { ...job, lease: attempt.lease };
  } catch (error) {
    const reason = nameOf(error);
    saySeldom(reason, () => log.warn({ reason }, 'jobs wait: the database did not answer'));
    return undefined;
  }
}

function leaseEndOf({ clock }: Context): Date {
  return new Date(clock.now().getTime() + leaseMs);
}

async function runJob(runner: Runner, kind: JobKind, job: ClaimedJob): Promise<void> {
  const { context, stopping } = runner;
  const lost = new AbortController();
  let again: Date | undefined;
  try {
    const running = kind.run(job.id, job.payload, AbortSignal.any([stopping, lost.signal]));
    if (kind.mayTakeLong) await renewWhile(running, context, job, lost);
    again = await running;
  } catch (error) {
    await afterFailure(runner, kind, job, error).catch((failure: unknown) => warnOfWaiting(runner, failure));
    return;
  }
  await settle(runner, kind, job, again);
}

// Tries until the database has the success: a job that stayed there would be run again, maybe by another process.
async function settle(
  runner: Runner,
  kind: JobKind,
  job: ClaimedJob,
  again: Date | undefined,
): Promise<void> {
  const { context, stopping } = runner;
  for (let isFirst = true; isFirst || !stopping.aborted; isFirst = false) {
    try {
      const isOurs = await (again ? rescheduleJob(context.db, job, again) : end(context, kind, job, 'done'));
      if (!isOurs) warnOfTakeOver(runner, job);
      return;
    } catch (error) {
      if (isFirst) warnOfWaiting(runner, error);
      await wait(settleAgain, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function end(context: Context, kind: JobKind, job: ClaimedJob, how: JobEnd): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    if (!(await lockLease(inside.db, job))) return false;
    await kind.ended?.(inside, job.payload, how);
    return deleteJob(inside.db, job);
  });
}

function warnOfTakeOver({ log }: Runner, { id, kind }: ClaimedJob): void {
  log.warn({ job: id, kind }, 'a job took longer than its lease, and another process has taken it over');
}

function warnOfWaiting({ log, saySeldom }: Runner, error: unknown): void {
  const reason = nameOf(error);
  saySeldom(`waits ${reason}`, () => log.warn({ reason }, 'a job waits: the database did not answer'));
}

async function renewWhile(
  running: Promise<unknown>,
  context: Context,
  job: ClaimedJob,
  lost: AbortController,
): Promise<void> {
  const over = running.then(
    () => true,
    () => true,
  );
  for (;;) {
    const timer = new AbortController();
    const pause = wait(renewEvery, false, { ref: false, signal: timer.signal }).catch(() => true);
    const isOver = await Promise.race([over, pause]);
    timer.abort();
    if (isOver) return;
    const isOurs = await renewJob(context.db, job, leaseEndOf(context)).catch(() => true);
    if (!isOurs) lost.abort();
  }
}

async function afterFailure(runner: Runner, kind: JobKind, job: ClaimedJob, error: unknown): Promise<void> {
  const { context, log, saySeldom } = runner;
  const now = context.clock.now().getTime();
  const reason = nameOf(error);
  const notes = { job: job.id, kind: job.kind, attempts: job.attempts, reason };
  const isRefused = error instanceof JobRefusedError;
  if (isRefused || now - job.created_at.getTime() > kind.giveUpAfter) {
    if (await end(context, kind, job, isRefused ? 'refused' : 'givenUp'))
      log.error(notes, 'a job was given up');
    else warnOfTakeOver(runner, job);
    return;
  }
  const pause = getRetryPauseMs(job.attempts - 1, afterFailing);
  const isOurs = await retryJob(context.db, job, new Date(now + pause), reason);
  const sayIt = () => log.warn(notes, 'a job failed and will run again');
  if (!isOurs) warnOfTakeOver(runner, job);
  // One outage fails what every kind was doing.
  else if (isDatabaseAway(error)) saySeldom(`away ${reason}`, sayIt);
  else sayIt();
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
