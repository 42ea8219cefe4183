import { pino } from 'pino';
import { expect } from 'vitest';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import type { JobKind } from '#server/jobs/jobs.service.ts';
import type { TestApp } from '../test-app.ts';

export async function runDueJobs(app: TestApp, jobs: readonly JobKind[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  const isLeft = async () => {
    const { rows } = await app.pool.query<{ left: number }>(
      `select count(*)::int as left from jobs
       where kind = any($1) and (run_at <= $2 or (attempts > 0 and last_error is null))`,
      [names, app.clock.now()],
    );
    return rows[0]?.left;
  };
  const runner = startJobs(app.context, pino({ level: 'silent' }), jobs);
  try {
    await expect.poll(isLeft, { interval: 20 }).toBe(0);
  } finally {
    await runner.stop();
  }
}
