import { sql } from 'kysely';
import type { CustomerSuggestion, SuggestionField } from '#contract/customers.ts';
import { selectIdAndName } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type Suggested = { customerId: string; field: SuggestionField; key: string };

/** A suggestion to a customer, waiting or decided. `key`: its text as {@link normaliseContactText} returns it. */
export type SuggestionRow = {
  customer_id: string;
  field: SuggestionField;
  key: string;
  value: string;
  lead_id: string | null;
  suggested_by: string;
  suggested_at: string;
  is_waiting: boolean;
};

/**
 * Finds the suggestions to customers, waiting and decided ones.
 *
 * @param otherPhones leaves out what waits because of leads with these numbers.
 */
export async function findSuggestions(
  db: Db,
  customerIds: readonly string[],
  otherPhones: readonly string[] = [],
): Promise<SuggestionRow[]> {
  const { rows } = await sql<Omit<SuggestionRow, 'suggested_at'> & { suggested_at: Date }>`
    select customer_id, field, key, value, lead_id, suggested_by, suggested_at, is_waiting from customer_suggestions
    where customer_id = any(${customerIds}::uuid[]) and not (is_waiting and exists (
      select from leads l where l.id = lead_id and l.phone = any(${otherPhones}::text[])))
    order by customer_id, field, key`.execute(db);
  return rows.map(({ suggested_at, ...row }) => ({ ...row, suggested_at: suggested_at.toISOString() }));
}

/** Stores suggestions to customers in place of all their earlier ones; those of deleted leads are left out. */
export async function replaceSuggestions(
  db: Db,
  customerIds: readonly string[],
  rows: readonly SuggestionRow[],
): Promise<void> {
  await sql`delete from customer_suggestions where customer_id = any(${customerIds}::uuid[])`.execute(db);
  if (rows.length === 0) return;
  await sql`
    insert into customer_suggestions
    select given.* from json_populate_recordset(null::customer_suggestions, ${JSON.stringify(rows)}) given
    where lead_id is null or exists (select from leads where id = given.lead_id)`.execute(db);
}

/** Finds the suggestion that waits for each field of a customer; a field without one is missing. */
export async function findWaitingSuggestions(
  db: Db,
  customerId: string,
): Promise<Partial<Record<SuggestionField, CustomerSuggestion>>> {
  const { rows } = await sql<{
    field: SuggestionField;
    value: string;
    lead: string;
    suggested_at: Date;
    by: CustomerSuggestion['by'];
  }>`
    select s.field, s.value, s.lead_id as lead, s.suggested_at, ${selectIdAndName('e')} as by
    from customer_suggestions s join employees e on e.id = s.suggested_by
    where s.customer_id = ${customerId} and s.is_waiting`.execute(db);
  return Object.fromEntries(
    rows.map(({ field, suggested_at, ...row }) => [field, { ...row, at: suggested_at.toISOString() }]),
  );
}

/** Tells whether a text was suggested to a customer before, waiting or decided. */
export async function isKnownSuggestion(db: Db, { customerId, field, key }: Suggested): Promise<boolean> {
  const row = await db
    .selectFrom('customer_suggestions')
    .select('key')
    .where('customer_id', '=', customerId)
    .where('field', '=', field)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a suggestion that waits, in place of the earlier one that waits for the field. */
export async function insertWaitingSuggestion(
  db: Db,
  suggested: Suggested & { value: string; leadId: string; by: string; at: Date },
): Promise<void> {
  const { customerId, field, key, value, leadId, by, at } = suggested;
  await deleteWaitingSuggestions(db, { customerId, field });
  await db
    .insertInto('customer_suggestions')
    .values({
      customer_id: customerId,
      field,
      key,
      value,
      lead_id: leadId,
      suggested_by: by,
      suggested_at: at,
      is_waiting: true,
    })
    .execute();
}

/** Deletes the suggestions of a customer that wait, all of them or those of a field or lead. */
export async function deleteWaitingSuggestions(
  db: Db,
  { customerId, ...narrower }: { customerId: string; field?: SuggestionField; leadId?: string },
): Promise<void> {
  const { field, leadId } = narrower;
  await db
    .deleteFrom('customer_suggestions')
    .where('customer_id', '=', customerId)
    .where('is_waiting', '=', true)
    .$if(field !== undefined, (query) => query.where('field', '=', field ?? ''))
    .$if(leadId !== undefined, (query) => query.where('lead_id', '=', leadId ?? ''))
    .execute();
}

/** Deletes a suggestion, waiting or decided. */
export async function deleteSuggestion(db: Db, { customerId, field, key }: Suggested): Promise<void> {
  await db
    .deleteFrom('customer_suggestions')
    .where('customer_id', '=', customerId)
    .where('field', '=', field)
    .where('key', '=', key)
    .execute();
}

/** Deletes the suggestions of a customer that say one of these texts, waiting or decided. */
export async function deleteSuggestedTexts(
  db: Db,
  customerId: string,
  texts: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('customer_suggestions')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`value = any(${texts}::text[])`)
    .execute();
}

/** Stores a text as decided, also one that waits, so that it is not suggested again; keeps the newest `most` of the field. */
export async function insertDecidedSuggestion(
  db: Db,
  { customerId, field, key, value, by, at }: Suggested & { value: string; by: string; at: Date },
  most: number,
): Promise<void> {
  await sql`
    insert into customer_suggestions (customer_id, field, key, value, suggested_by, suggested_at, is_waiting)
    values (${customerId}, ${field}, ${key}, ${value}, ${by}, ${at}, false)
    on conflict (customer_id, field, key) do update
    set is_waiting = false, suggested_at = excluded.suggested_at`.execute(db);
  await sql`
    delete from customer_suggestions where (customer_id, field, key) in (
      select customer_id, field, key from customer_suggestions
      where customer_id = ${customerId} and field = ${field} and not is_waiting
      order by suggested_at desc, key offset ${most})`.execute(db);
}
