import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';
import { type DueKind, isDue } from './lead-queue.db.ts';

/** A lead of the queue as it was found, with what its place and its target need. */
export type QueuedLeadRow = FoundLead & Pick<LeadRow, 'response_due_at' | 'service_center_id'>;

/** Finds those of the leads that are still due, in no order. */
export async function findQueuedLeads(db: Db, ids: readonly string[]): Promise<QueuedLeadRow[]> {
  const { rows } = await sql<QueuedLeadRow>`
    select ${columnsOfFound}, l.response_due_at, l.service_center_id from leads l
    where id = any(${ids}::uuid[]) and ${isDue}`.execute(db);
  return rows;
}

/** `at` as `due_at` of the lead; `responseDueAt` in ISO 8601. */
export type DueNow = { kind: DueKind; at: string; responseDueAt: string | null };

/** Finds why and when a lead is due; undefined when it is not. */
export async function findDueOfLead(db: Db, id: string): Promise<DueNow | undefined> {
  const { rows } = await sql<{ kind: DueKind; at: string; response_due_at: Date | null }>`
    select due_kind as kind, to_char(due_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at, response_due_at
    from leads where id = ${id} and ${isDue}`.execute(db);
  return rows.map(({ kind, at, response_due_at }) => ({
    kind,
    at,
    responseDueAt: response_due_at?.toISOString() ?? null,
  }))[0];
}
