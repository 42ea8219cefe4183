import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * Finds what the dealer's centers, connections and employees are reached by: `numbers` as they were typed or, of WhatsApp, with
 * their country; `emails` in lower case.
 */
export async function findOwnAddresses(db: Db): Promise<{ numbers: string[]; emails: string[] }> {
  const { rows } = await sql<{ numbers: string[]; emails: string[] }>`
    select coalesce((select json_agg(number) from (
        select contact_no as number from service_centers where contact_no is not null
        union all select '+' || unnest(numbers) from meta_connections) own), '[]') as numbers,
      coalesce((select json_agg(email) from employees where not is_connection), '[]') as emails`.execute(db);
  const [found] = rows;
  return found ?? { numbers: [], emails: [] };
}
