import { sql } from 'kysely';
import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds which messages a customer, under any of their numbers, does not want. */
export async function findStoppedMessages(db: Db, customer: string): Promise<CustomerMessageKind[]> {
  const { rows } = await sql<{ stopped: CustomerMessageKind[] }>`
    select stopped_messages as stopped from customers where id = ${customer}
    union all select stopped_messages from customers where merged_into = ${customer}`.execute(db);
  return rows.flatMap(({ stopped }) => stopped);
}

export async function updateStoppedMessages(
  db: Db,
  customer: string,
  stopped: readonly CustomerMessageKind[],
): Promise<void> {
  await sql`
    update customers set stopped_messages = ${stopped}::text[]
    where (id = ${customer} or merged_into = ${customer}) and stopped_messages <> ${stopped}::text[]`.execute(
    db,
  );
}
