import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

type Erasure = { customer_id: string; requested_by: string | null; finished_at: Date | null };

/** Stores that the erasure of a customer begins; a finished one of the same customer is to be done again. */
export async function insertOrReopenErasure(
  db: Db,
  { customerId, by, at }: { customerId: string; by: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into customer_erasures (customer_id, requested_by, requested_at) values (${customerId}, ${by}, ${at})
    on conflict (customer_id) do update set finished_at = null`.execute(db);
}

/** Finds the erasure of a customer, finished or not. */
export async function findErasure(db: Db, customerId: string): Promise<Erasure | undefined> {
  return db
    .selectFrom('customer_erasures')
    .select(['customer_id', 'requested_by', 'finished_at'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Finds all finished erasures, the first one finished first. */
export async function findFinishedErasures(db: Db): Promise<{ customer_id: string; finished_at: Date }[]> {
  const { rows } = await sql<{ customer_id: string; finished_at: Date }>`
    select customer_id, finished_at from customer_erasures where finished_at is not null
    order by finished_at, customer_id`.execute(db);
  return rows;
}

/** Stores that more of a customer was erased. @param progress `leads`: how many more; `finishedAt`: null while anything is left. */
export async function recordErasureProgress(
  db: Db,
  customerId: string,
  progress: { leads: number; finishedAt: Date | null },
): Promise<void> {
  const { leads, finishedAt } = progress;
  await sql`
    update customer_erasures set leads = leads + ${leads}, finished_at = ${finishedAt}
    where customer_id = ${customerId}`.execute(db);
}

/** Counts a customer's addresses. */
export async function countAddresses(db: Db, customerId: string): Promise<number> {
  const { addresses } = await db
    .selectFrom('customer_addresses')
    .select((select) => select.fn.countAll<number>().as('addresses'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return addresses;
}
