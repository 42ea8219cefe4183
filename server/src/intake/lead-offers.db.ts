import { sql } from 'kysely';
import { oneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { StoredEnquiry } from './deliveries.db.ts';

/** Enquiries that joined leads and say something else, newest first. */
export async function findDiffering(
  db: Db,
  leads: readonly string[],
  limit: number,
): Promise<{ receivedAt: Date; enquiry: StoredEnquiry }[]> {
  const { rows } = await sql<{ receivedAt: Date; enquiry: StoredEnquiry }>`
    select received_at as "receivedAt", enquiry from deliveries
    where lead_id ${oneOf(leads)} and state = 'joined' and enquiry ? 'leadHad' order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
