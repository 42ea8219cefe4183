import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { isLongRun } from '#server/testing/long-run.ts';
import { seed } from '#server/testing/seed.ts';
import { expectWhole } from '#server/testing/walk/expect-whole.ts';
import { observeStep } from '#server/testing/walk/observe-step.ts';
import { walkSteps } from '#server/testing/walk/walk-steps.ts';
import { openWorld } from '#server/testing/walk/walk-world.ts';

const numRuns = Number(process.env.PITLANE_WALKS ?? (isLongRun ? 60 : 6));

const shortensFor = 240_000;
const longest = 30 * 60_000;

let folder: string;
let walks = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-walks-'));
});
afterAll(() => rm(folder, { recursive: true }));

test(`enquiries, files, people, outcomes of bookings, merges, undos, erasures, jobs and kills in any order leave what a recount finds (SEED=${seed}) (F141)`, {
  timeout: longest,
}, async () => {
  await fc.assert(
    fc.asyncProperty(walkSteps, async (steps) => {
      const world = await openWorld(join(folder, `erased ${++walks}.txt`));
      try {
        for (const step of steps) await observeStep(world, step);
        await expectWhole(world);
      } finally {
        await world.app.close();
      }
    }),
    { numRuns, interruptAfterTimeLimit: shortensFor + numRuns * 10_000, markInterruptAsFailure: false },
  );
});
