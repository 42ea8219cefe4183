import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * Locks leads of customers until commit, at most `most`, in order of their ids, as every writer does.
 *
 * @param phones locks only leads under these numbers; undefined locks those under any.
 */
export async function lockLeadsOfCustomers(
  db: Db,
  customerIds: readonly string[],
  phones: readonly string[] | undefined,
  most: number,
): Promise<void> {
  const ofPhones = phones ? sql`and phone = any(${phones})` : sql``;
  await sql`
    select id from leads where customer_id = any(${customerIds}::uuid[]) ${ofPhones}
    order by id limit ${most} for update`.execute(db);
}

/**
 * Moves leads of a former customer, at most `most`, to whoever has their phone number now. Writes no new version, since nothing that a
 * lead says changes; a lead under a number that nobody has goes to the customer into which the former one was merged.
 *
 * @returns how many were moved.
 */
export async function moveLeadsByPhone(db: Db, customerId: string, most: number): Promise<number> {
  const owner = sql`coalesce(c.merged_into, c.id, former.merged_into)`;
  const { numAffectedRows = 0n } = await sql`
    with misplaced as materialized (
      select l.id, ${owner} as owner
      from customers former join leads l on l.customer_id = former.id left join customers c on c.mobile = l.phone
      where former.id = ${customerId} and ${owner} <> former.id
      order by l.id limit ${most} for update of l)
    update leads set customer_id = misplaced.owner from misplaced where leads.id = misplaced.id`.execute(db);
  return Number(numAffectedRows);
}

/** Tells whether a merge of leads of the customer joined one under these phone numbers with one under another number. */
export async function isAnyMergedAcross(
  db: Db,
  customer: string,
  phones: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from leads l join leads k on k.id = l.merged_into
      where l.customer_id = ${customer} and (l.phone = any(${phones}::text[])) <> (k.phone = any(${phones}::text[]))
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}
