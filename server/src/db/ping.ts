import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** @returns whether the database answers. */
export function answers(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
