import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';

export type PlacedLead = FoundLead & { response_due_at: Date | null };

export async function findPlaced(db: Db, ids: readonly string[]): Promise<PlacedLead[]> {
  const { rows } = await sql<PlacedLead>`
    select ${columnsOfFound}, l.response_due_at from leads l
    where id = any(${ids}::uuid[]) and due_kind is not null`.execute(db);
  return rows;
}
