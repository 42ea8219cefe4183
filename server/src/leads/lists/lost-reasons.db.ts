import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Newest lost leads looked at. */
const looked = 200;
const most = 10;

/** Each reason once, as last written, newest first. */
export async function findLostReasons(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select (array_agg(lost_reason order by status_at desc, id desc))[1] as reason from (
      select id, lost_reason, status_at from leads where is_active and status = 'lostCustomer' and customer_id is not null
      order by status_at desc limit ${sql.lit(looked)}) newest
    where lost_reason is not null
    group by lost_reason_key(lost_reason) order by max(status_at) desc, 1 limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ reason }) => reason);
}
