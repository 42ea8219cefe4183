import { sql } from 'kysely';
import { soon } from './soon.ts';
import type { Db } from './transaction.ts';

/** @returns whether the database answers within two seconds and takes writes; a standby does not. */
export async function isDatabaseUp(db: Db): Promise<boolean> {
  const answer = await soon(
    sql<{ isUp: boolean }>`select current_setting('transaction_read_only') = 'off' as "isUp"`.execute(db),
  );
  return answer?.rows[0]?.isUp ?? false;
}
