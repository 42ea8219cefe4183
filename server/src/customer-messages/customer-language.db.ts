import { sql } from 'kysely';
import { isOneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

const banglaLetters = '[\u0980-\u09ff]';

/**
 * Finds the language in which the customer of leads wrote to the dealer, as far as its script tells: Bangla or null. What staff noted
 * does not count.
 */
export async function findWrittenLanguage(db: Db, leads: readonly string[]): Promise<'bn' | null> {
  const { rows } = await sql<{ isBangla: boolean }>`
    select exists (select from deliveries where lead_id ${isOneOf(leads)} and enquiry ->> 'notes' ~ ${banglaLetters}) as "isBangla"`.execute(
    db,
  );
  return rows[0]?.isBangla ? 'bn' : null;
}
