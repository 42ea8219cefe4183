import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Makes every screen read everything again, once the transaction commits. */
export async function announceRefresh(db: Db): Promise<void> {
  await sql`select tell('refresh', '{}', '{}')`.execute(db);
}
