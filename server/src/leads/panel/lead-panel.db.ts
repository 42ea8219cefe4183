import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfLead } from '#server/leads/record/leads.db.ts';

const mostOthers = 20;

/**
 * Finds the customer's other leads, newest first up to a limit, without those merged into another.
 *
 * @param centers undefined finds those of all.
 */
export async function findOtherLeads(
  db: Db,
  { id, customer_id }: Pick<LeadRow, 'id' | 'customer_id'>,
  centers: readonly string[] | undefined,
): Promise<LeadRow[]> {
  const ofCenters = centers ? sql`and l.service_center_id = any(${centers}::uuid[])` : sql``;
  const { rows } = await sql<LeadRow>`
    select ${columnsOfLead} from leads l where l.customer_id = ${customer_id} and l.id <> ${id}
      and l.merged_into is null ${ofCenters}
    order by l.created_at desc, l.id desc limit ${sql.lit(mostOthers)}`.execute(db);
  return rows;
}

/** Tells whether a customer has leads at other centers than these. */
export async function hasLeadsOutside(
  db: Db,
  customerId: string,
  centers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from leads where customer_id = ${customerId} and merged_into is null
      and service_center_id <> all(${centers}::uuid[])) as found`.execute(db);
  return rows[0]?.found ?? false;
}
