import { sql } from 'kysely';
import type { Db } from './transaction.ts';

export function isDatabaseUp(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
