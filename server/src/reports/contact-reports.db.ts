import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

export type ContactSums = { id: string; span: number; tries: number; reached: number; bookings: number };

/** @param begins of the spans, oldest first; `span` counts from 1, and the last one lasts until now. */
export async function sumContacts(db: Db, begins: readonly Date[]): Promise<ContactSums[]> {
  const inUtc = begins.map((at) => at.toISOString().replace('Z', ''));
  const { rows } = await sql<ContactSums>`
    select employee_id as id, width_bucket(quarter, ${inUtc}::timestamp[]) as span,
      sum(tries)::int as tries, sum(reached)::int as reached, sum(bookings)::int as bookings
    from lead_contact_counts where quarter >= ${inUtc[0]}::timestamp group by 1, 2`.execute(db);
  return rows;
}
