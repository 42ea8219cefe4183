import type { Context } from '#server/context.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { readCatalogue } from './catalogue.service.ts';
import { areDeliveriesDue } from './claimed-deliveries.db.ts';
import type { HandleAnswers } from './customer-answers.service.ts';
import { readUnreadDeliveries } from './read-deliveries.service.ts';
import {
  type IntakeWorker,
  listInterruptedDeliveries,
  workDueDeliveries,
} from './work-deliveries.service.ts';

// Milliseconds: how often what a process left behind is looked for.
const sweepEvery = 5_000;

/**
 * Makes the job that works deliveries that failed, and those that a process left behind when it ended; `intake` takes whatever is due
 * while it works.
 */
export function intakeJob(
  context: Context,
  intake: Pick<IntakeWorker, 'isWorking'>,
  handleAnswers?: HandleAnswers,
): JobKind {
  return recurringJob(context, {
    name: 'intake',
    every: sweepEvery,
    mayTakeLong: true,
    hasWork: (now) => areDeliveriesDue(now, listInterruptedDeliveries()),
    run: async (stopping) => {
      if (intake.isWorking()) return;
      await workDueDeliveries(context, stopping, handleAnswers);
      const dealer = await readDealerRules(context.db);
      if (!dealer) return;
      const catalogue = await readCatalogue(context, dealer);
      await workInBatches(() => readUnreadDeliveries(context, catalogue), { stopping });
    },
  });
}
