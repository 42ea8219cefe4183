import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** @returns whether the database answers and takes writes; a standby does not. */
export async function isDatabaseUp(db: Db): Promise<boolean> {
  try {
    const { rows } = await sql<{ isUp: boolean }>`
      select current_setting('transaction_read_only') = 'off' as "isUp"`.execute(db);
    return rows[0]?.isUp ?? false;
  } catch {
    return false;
  }
}
