import { sql } from 'kysely';
import type { Presence } from '#contract/presence.ts';
import type { Db } from '#server/db/transaction.ts';

/** Announces that somebody has opened or left a lead, to every process and those who may see the center. */
export async function announcePresence(
  db: Db,
  data: Presence & { isOpen: boolean },
  center: string,
): Promise<void> {
  await sql`select tell('presence', ${JSON.stringify(data)}, ${JSON.stringify({ centers: [center] })})`.execute(
    db,
  );
}
