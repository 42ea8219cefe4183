import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { lockFamilies } from '#server/customers/customers.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';

type Inside = Pick<Context, 'db'>;

/** What a merge does with leads, which know customers and are not known by them. */
export type CustomerLeads = {
  /** Locks until commit leads of some customers, at most `most`. `phones`: undefined means any. */
  hold(
    inside: Inside,
    customerIds: readonly string[],
    phones: readonly string[] | undefined,
    most: number,
  ): Promise<void>;
  /** Gives a customer's leads to whoever has their numbers now. @returns how many, at most `most`. */
  settle(inside: Inside, customerId: string, most: number): Promise<number>;
  /** Whether a lead under one of these numbers was merged with one under another number of the customer. */
  areMerged(inside: Inside, customerId: string, phones: readonly string[]): Promise<boolean>;
};

const name = 'customerLeads';

/** Moved by the call itself; more are left to the job. */
export const mostLeadsAtOnce = 1_000;

/** Leads per transaction, which holds their rows. */
const batch = 200;

/** Of a held customer: most at once, those of one with thousands by a job. */
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
