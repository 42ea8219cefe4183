import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';

export type QueuedLeadRow = FoundLead & Pick<LeadRow, 'response_due_at' | 'service_center_id'>;

export async function findQueuedLeads(db: Db, ids: readonly string[]): Promise<QueuedLeadRow[]> {
  const { rows } = await sql<QueuedLeadRow>`
    select ${columnsOfFound}, l.response_due_at, l.service_center_id from leads l
    where id = any(${ids}::uuid[]) and due_kind is not null`.execute(db);
  return rows;
}
