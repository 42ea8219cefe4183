import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { rulesNow } from '#server/dealer/dealer-rules.service.ts';
import { defineJob, type JobKind } from '#server/jobs/jobs.service.ts';
import { bulkJobName } from './bulk.service.ts';
import { runBatch } from './run-bulk.service.ts';

/** Leads per transaction. */
const batch = 100;

/** Milliseconds until a run makes room for other bulks; it is due again at once. */
const turn = 10_000;

/** In batches of a transaction each, from where a process ended. */
export function bulkJob(context: Context): JobKind {
  return defineJob({
    name: bulkJobName,
    payload: z.strictObject({ bulk: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { bulk }, stopping) => {
      const end = performance.now() + turn;
      for (;;) {
        const isMore = await inTransaction(context, async ({ db }) => {
          const dealer = await rulesNow(db);
          return dealer !== undefined && runBatch({ ...context, db, dealer }, bulk, batch);
        });
        if (!isMore) return undefined;
        if (stopping.aborted || performance.now() > end) return context.clock.now();
      }
    },
  });
}
