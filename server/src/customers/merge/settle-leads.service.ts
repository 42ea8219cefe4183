import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { lockFamilies } from '#server/customers/customers.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';

type Inside = Pick<Context, 'db'>;

export type CustomerLeads = {
  hold(
    inside: Inside,
    customerIds: readonly string[],
    phones: readonly string[] | undefined,
    most: number,
  ): Promise<void>;
  settle(inside: Inside, customerId: string, most: number): Promise<number>;
  areMerged(inside: Inside, customerId: string, phones: readonly string[]): Promise<boolean>;
};

const name = 'customerLeads';

export const mostLeadsAtOnce = 1_000;

const batch = 200;

/** Reassigns the leads of a locked customer: most at once, those of one with thousands by a job. */
export async function settleSoon(context: Context, leads: CustomerLeads, customerId: string): Promise<void> {
  if ((await leads.settle(context, customerId, mostLeadsAtOnce)) === mostLeadsAtOnce)
    await queueJob(context, name, { customer: customerId }, { key: customerId });
}

/** Moves the leads that a merge or an undo has left, in batches. */
export function settleLeadsJob(context: Context, leads: CustomerLeads): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ customer: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { customer }) => {
      const moved = await inTransaction(context, async (inside) => {
        await leads.hold(inside, [customer], undefined, batch);
        await lockFamilies(inside.db, [customer]);
        return leads.settle(inside, customer, batch);
      });
      return moved === batch ? context.clock.now() : undefined;
    },
  });
}
