import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { lockCustomersWithMerged } from '#server/customers/customers.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';

type Inside = Pick<Context, 'db'>;

/**
 * The functions of leads that customers need; `app.ts` hands them in. `reassign`: moves leads to whoever has their number now, and
 * returns how many.
 */
export type CustomerLeads = {
  lock(
    inside: Inside,
    customerIds: readonly string[],
    phones: readonly string[] | undefined,
    most: number,
  ): Promise<void>;
  reassign(inside: Inside, customerId: string, most: number): Promise<number>;
  areMerged(inside: Inside, customerId: string, phones: readonly string[]): Promise<boolean>;
};

const name = 'customerLeads';

/** Limits how many leads of a customer a merge moves itself; a job moves the rest. */
export const maxImmediateLeads = 1_000;

const batch = 200;

/** Moves the leads of a locked customer: up to {@link maxImmediateLeads} at once, the rest by a job that it queues. */
export async function reassignLeadsSoon(
  context: Context,
  leads: CustomerLeads,
  customerId: string,
): Promise<void> {
  if ((await leads.reassign(context, customerId, maxImmediateLeads)) === maxImmediateLeads)
    await queueJob(context, name, { customer: customerId }, { key: customerId });
}

/** Makes the job that moves the leads that a merge or an undo has left, in batches. */
export function reassignLeadsJob(context: Context, leads: CustomerLeads): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ customer: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { customer }) => {
      const moved = await inTransaction(context, async (inside) => {
        await leads.lock(inside, [customer], undefined, batch);
        await lockCustomersWithMerged(inside.db, [customer]);
        return leads.reassign(inside, customer, batch);
      });
      return moved === batch ? context.clock.now() : undefined;
    },
  });
}
