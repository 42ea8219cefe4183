import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Instead of those that a connection has. */
export async function saveNumbers(
  db: Db,
  connection: string,
  numbers: readonly { number: string; serviceCenter: string }[],
): Promise<void> {
  await sql`delete from whatsapp_numbers where connection_id = ${connection}`.execute(db);
  await sql`
    insert into whatsapp_numbers (connection_id, number, service_center_id)
    select ${connection}, number, center from unnest(${numbers.map(({ number }) => number)}::text[],
      ${numbers.map(({ serviceCenter }) => serviceCenter)}::uuid[]) given (number, center)`.execute(db);
}
