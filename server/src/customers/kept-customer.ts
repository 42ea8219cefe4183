import { messages } from '#contract/call/messages.ts';
import type { Db } from '#server/db/transaction.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import { type CustomerRow, findCustomer } from './customers.db.ts';

/**
 * Passes a customer who was found and is merged into no other one.
 *
 * @throws Refusal 404, 409 with the one that was kept: `{ _id, name }`.
 */
export async function requireKept<Row extends CustomerRow>(db: Db, row: Row | undefined): Promise<Row> {
  if (!row) throw notFound();
  if (row.merged_into === null) return row;
  const kept = await findCustomer(db, row.merged_into);
  throw conflict(messages.customerMerged, kept && { _id: kept.id, name: kept.name });
}
