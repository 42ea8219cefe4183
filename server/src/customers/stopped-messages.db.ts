import { sql } from 'kysely';
import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import { selectStoppedHash, selectStoppedMessages } from '#server/db/stopped-messages.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds which messages a customer, under any of their numbers, does not want; a kind may come twice. */
export async function findStoppedMessages(db: Db, customer: string): Promise<CustomerMessageKind[]> {
  const stopped = selectStoppedMessages('c');
  const { rows } = await sql<{ stopped: CustomerMessageKind[] }>`
    select ${stopped} as stopped from customers c where id = ${customer}
    union all select ${stopped} from customers c where merged_into = ${customer}`.execute(db);
  return rows.flatMap(({ stopped }) => stopped);
}

/** Stores hashes of numbers, or ids of WhatsApp, of somebody who wants no messages and is no customer; known ones stay as they are. */
export async function insertStoppedNumbers(db: Db, numbers: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into stopped_numbers (hash, stopped_at)
    select distinct ${selectStoppedHash(sql`number`)}, ${at}::timestamptz from unnest(${numbers}::text[]) number
    on conflict (hash) do nothing`.execute(db);
}

/** Deletes that numbers, or ids of WhatsApp, want no messages. */
export async function deleteStoppedNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  await sql`
    delete from stopped_numbers where hash = any(array(
      select ${selectStoppedHash(sql`number`)} from unnest(${numbers}::text[]) number))`.execute(db);
}

/** Stores which messages a customer, and those merged into them, do not want. */
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
