import type { Db } from '#server/db/transaction.ts';
import { deleteQueuedOfLeads } from './messages.db.ts';

/** Takes back what customers of leads were to get about their bookings and WhatsApp was not asked for. @returns which messages. */
export async function withdrawQueuedMessages(db: Db, leads: readonly string[]): Promise<Set<string>> {
  return new Set(await deleteQueuedOfLeads(db, leads));
}
