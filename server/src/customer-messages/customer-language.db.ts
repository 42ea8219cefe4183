import { sql } from 'kysely';
import { isOneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

const banglaLetters = '[\u0980-\u09ff]';

/** Tells the language of what the customer of leads wrote themselves, where its script does: what staff noted says nothing about it. */
export async function findWrittenScript(db: Db, leads: readonly string[]): Promise<'bn' | null> {
  const { rows } = await sql<{ isBangla: boolean }>`
    select exists (select from deliveries where lead_id ${isOneOf(leads)} and enquiry ->> 'notes' ~ ${banglaLetters}) as "isBangla"`.execute(
    db,
  );
  return rows[0]?.isBangla ? 'bn' : null;
}
