import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { startJobs } from './job-runner.service.ts';
import { claimJob } from './jobs.db.ts';
import { defineJob, type JobKind, JobRefusedError, listQueues, queueJob } from './jobs.service.ts';

let app: TestApp;
let runners: { stop(): Promise<void> }[] = [];
let runs: string[] = [];

beforeAll(async () => {
  app = await TestApp.open();
});
beforeEach(() => {
  app.clock.set(testNoon);
  runs = [];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  await app.pool.query('delete from jobs');
});
afterAll(() => app.close());

const inSeconds = (seconds: number) => new Date(testNoon.getTime() + seconds * 1_000);

function kindOf(name: string, work: JobKind['run'] = async () => undefined): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ name: z.string() }),
    giveUpAfter: 3_600_000,
    run: async (id, payload, stopping) => {
      runs.push(payload.name);
      return work(id, payload, stopping);
    },
  });
}

function start(...kinds: JobKind[]) {
  const runner = startJobs(app.context, pino({ level: 'silent' }), kinds);
  runners.push(runner);
  return runner;
}

async function waiting() {
  const { rows } = await app.pool.query('select kind, attempts, last_error, run_at from jobs order by kind');
  return rows;
}

const aWhile = () => wait(1_300);

test('a job runs when it is due, and not before', async () => {
  await queueJob(app.context, 'note', { name: 'later' }, { runAt: inSeconds(3_600) });
  start(kindOf('note'));
  app.clock.set(inSeconds(3_599));
  await aWhile();
  expect(runs).toEqual([]);
  app.clock.set(inSeconds(3_600));
  await expect.poll(waiting).toEqual([]);
  expect(runs).toEqual(['later']);
});

test('a job of a clock that was a day ahead runs once it is set back, once (F15.15)', async () => {
  app.clock.set(inSeconds(86_400));
  await queueJob(app.context, 'note', { name: 'ahead' }, { runAt: inSeconds(86_400 + 900) });
  app.clock.set(testNoon);
  start(kindOf('note'));
  await expect.poll(waiting).toEqual([]);
  expect(runs).toEqual(['ahead']);
});

test('a job that takes long holds up those of its kind, and no other', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const name of ['slow 1', 'slow 2']) await queueJob(app.context, 'slow', { name });
  for (const name of ['quick 1', 'quick 2']) await queueJob(app.context, 'quick', { name });
  start(
    kindOf('slow', () => promise),
    kindOf('quick'),
  );
  await expect.poll(waiting).toMatchObject([{ kind: 'slow' }, { kind: 'slow' }]);
  await aWhile();
  expect(runs).toHaveLength(3);
  resolve(undefined);
  await expect.poll(waiting).toEqual([]);
  expect(runs).toHaveLength(4);
});

test('a job that may take long is not taken over while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await queueJob(app.context, 'long', { name: 'long' });
  start({ ...kindOf('long', () => promise), mayTakeLong: true });
  await expect.poll(() => runs).toEqual(['long']);
  app.clock.set(inSeconds(110));
  await expect.poll(waiting).toMatchObject([{ kind: 'long', attempts: 1, run_at: inSeconds(230) }]);
  resolve(undefined);
  await expect.poll(waiting).toEqual([]);
});

test('a job that names when to run again does so, with its failures forgotten', async () => {
  let isBroken = true;
  start(
    kindOf('again', async () => {
      if (isBroken) throw new Error('broken');
      return inSeconds(60);
    }),
  );
  await queueJob(app.context, 'again', { name: 'a' });
  const failed = { kind: 'again', attempts: 1, last_error: 'Error', run_at: inSeconds(5) };
  await expect.poll(waiting).toEqual([failed]);
  isBroken = false;
  app.clock.set(inSeconds(5));
  const repeated = { kind: 'again', attempts: 0, last_error: null, run_at: inSeconds(60) };
  await expect.poll(waiting).toEqual([repeated]);
});

test('a job with a key is there once', async () => {
  await queueJob(app.context, 'note', { name: 'first' }, { key: 'only' });
  await queueJob(app.context, 'note', { name: 'second' }, { key: 'only' });
  await queueJob(app.context, 'note', { name: 'other' }, { key: 'another' });
  start(kindOf('note'));
  await expect.poll(waiting).toEqual([]);
  expect(runs.toSorted()).toEqual(['first', 'other']);
});

test('a job of an unknown kind waits for a process that knows it', async () => {
  await queueJob(app.context, 'newer', { name: 'a' });
  start(kindOf('note'));
  await aWhile();
  expect(await waiting()).toMatchObject([{ kind: 'newer', attempts: 0 }]);
  start(kindOf('newer'));
  await expect.poll(waiting).toEqual([]);
});

test('a job whose kind finds nothing to do is begun a minute later, and at once when there is something', async () => {
  let isAsked = false;
  let hasWork = false;
  const sweep = {
    ...kindOf('sweep', async () => new Date(app.clock.now().getTime() + 600_000)),
    hasWork: () => {
      isAsked = true;
      return sql<boolean>`${hasWork}::boolean`;
    },
  };
  await queueJob(app.context, 'sweep', { name: 'first' }, { key: 'sweep' });
  start(sweep);
  await expect.poll(() => isAsked).toBe(true);
  await aWhile();
  expect(runs).toEqual([]);
  expect((await waiting())[0]).toMatchObject({ attempts: 0, run_at: testNoon });
  expect(await listQueues(app.context)).toMatchObject([{ kind: 'sweep', waiting: 0, oldestAt: null }]);
  hasWork = true;
  await expect.poll(waiting).toMatchObject([{ run_at: inSeconds(600) }]);
  hasWork = false;
  app.clock.set(inSeconds(660));
  await expect.poll(() => runs).toEqual(['first', 'first']);
});

test('a job that is refused, or fails for too long, is given up', async () => {
  const refuse = async () => {
    throw new JobRefusedError();
  };
  const fail = async () => {
    throw Object.assign(new Error('somebody@private.example does not answer'), { code: 'ETIMEDOUT' });
  };
  start(kindOf('refused', refuse), kindOf('failing', fail));
  await queueJob(app.context, 'refused', { name: 'refused' });
  await queueJob(app.context, 'failing', { name: 'failing' });
  await expect.poll(waiting).toMatchObject([{ kind: 'failing', last_error: 'ETIMEDOUT' }]);
  app.clock.set(inSeconds(3_601));
  await expect.poll(waiting).toEqual([]);
  expect(runs.toSorted()).toEqual(['failing', 'failing', 'refused']);
});

test('a success that the database cannot take at once is stored later, and no process runs the job again (F15.9)', async () => {
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'going away' using errcode = '57P01'; end $$;
    create trigger refuse before delete on jobs for each row execute function refuse()`);
  try {
    start(kindOf('note'));
    start(kindOf('note'));
    await queueJob(app.context, 'note', { name: 'a' });
    await expect.poll(() => runs).toEqual(['a']);
    app.clock.set(inSeconds(119));
    await aWhile();
    expect(await waiting()).toMatchObject([{ attempts: 1, last_error: null, run_at: inSeconds(120) }]);
  } finally {
    await app.pool.query('drop function refuse() cascade');
  }
  await expect.poll(waiting).toEqual([]);
  expect(runs).toEqual(['a']);
});

test('a payload that its kind does not know is not run', async () => {
  await queueJob(app.context, 'note', { nickname: 'a' });
  start(kindOf('note'));
  await expect.poll(waiting).toMatchObject([{ attempts: 1, last_error: 'ZodError' }]);
  expect(runs).toEqual([]);
});

test('a job is told when the process stops', async () => {
  await queueJob(app.context, 'long', { name: 'long' });
  const runner = start(
    kindOf('long', async (_id, _payload, stopping) => {
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      return testNoon;
    }),
  );
  await expect.poll(() => runs).toEqual(['long']);
  await runner.stop();
  expect(await waiting()).toMatchObject([{ attempts: 0, run_at: testNoon }]);
});

async function sleepPastLease(kind: Partial<JobKind> = {}) {
  const [asleep, awake] = [
    Promise.withResolvers<Date | undefined>(),
    Promise.withResolvers<Date | undefined>(),
  ];
  const sleeps = [asleep.promise, awake.promise];
  const signals: AbortSignal[] = [];
  const work = kindOf('shared', async (_id, _payload, stopping) => {
    signals.push(stopping);
    return sleeps[signals.length - 1];
  });
  await queueJob(app.context, 'shared', { name: 'a' });
  start({ ...work, ...kind });
  await expect.poll(() => runs).toHaveLength(1);
  app.clock.set(inSeconds(121));
  start({ ...work, ...kind });
  await expect.poll(() => runs).toHaveLength(2);
  return { asleep, awake, signals };
}

test('who wakes after another process took the job over neither ends, repeats nor postpones it (F127)', async () => {
  const ends: string[] = [];
  const { asleep, awake } = await sleepPastLease({
    ended: async (_inside, _payload, end) => void ends.push(end),
  });
  asleep.resolve(undefined);
  await aWhile();
  const taken = [{ kind: 'shared', attempts: 2, last_error: null, run_at: inSeconds(241) }];
  expect([await waiting(), ends]).toEqual([taken, []]);
  awake.resolve(undefined);
  await expect.poll(waiting).toEqual([]);
  expect(ends).toEqual(['done']);
});

test.each([
  ['repeats', (run: PromiseWithResolvers<Date | undefined>) => run.resolve(inSeconds(500))],
  ['fails', (run: PromiseWithResolvers<Date | undefined>) => run.reject(new Error('asleep'))],
])('a job stays with the process that took it over when the earlier one %s (F127)', async (_what, wake) => {
  const { asleep, awake } = await sleepPastLease();
  wake(asleep);
  await aWhile();
  expect(await waiting()).toEqual([
    { kind: 'shared', attempts: 2, last_error: null, run_at: inSeconds(241) },
  ]);
  awake.resolve(undefined);
  await expect.poll(waiting).toEqual([]);
});

test('who repeats a job and has it once more is not taken for the attempt before (F127)', async () => {
  const { asleep, awake } = await sleepPastLease();
  awake.resolve(inSeconds(121));
  // Its third run is the first attempt since it was repeated, as the sleeper's was.
  await expect.poll(() => runs).toHaveLength(3);
  asleep.resolve(inSeconds(900));
  await aWhile();
  expect(await waiting()).toEqual([]);
});

test('what a job leaves behind is written in the transaction that ends it, beside which nobody takes it over (F127)', async () => {
  const others: unknown[] = [];
  const kind = kindOf('ending');
  await queueJob(app.context, 'ending', { name: 'a' });
  start({
    ...kind,
    ended: async ({ db }) => {
      expect(db.isTransaction).toBe(true);
      const lateness = { lease: v4(), now: inSeconds(600), leaseEnd: inSeconds(720) };
      others.push(await claimJob(app.db, [{ name: 'ending' }], lateness));
    },
  });
  await expect.poll(waiting).toEqual([]);
  expect([runs, others]).toEqual([['a'], [undefined]]);
});

test('a run whose lease another process has is told to stop, and renews nothing (F127)', async () => {
  const { asleep, awake, signals } = await sleepPastLease({ mayTakeLong: true });
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect(signals[1]?.aborted).toBe(false);
  asleep.resolve(undefined);
  awake.resolve(undefined);
  await expect.poll(waiting).toEqual([]);
});
