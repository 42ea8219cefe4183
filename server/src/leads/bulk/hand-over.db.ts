import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { isOpenLeadWorkedBy } from '#server/leads/lists/lead-filter.db.ts';
import { mayHaveLead } from '#server/leads/record/advisors.db.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockNewest } from '#server/leads/record/leads.db.ts';

export function lockOpenLeads(
  db: Db,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
  limit: number,
): Promise<LeadRow[]> {
  const some = ids ? sql`and id = any(${ids}::uuid[])` : sql``;
  return lockNewest(db, sql<boolean>`${isOpenLeadWorkedBy(from)} and ${mayHaveLead(to)} ${some}`, limit);
}

export function lockLeadsToRelease(db: Db, advisor: string, limit: number): Promise<LeadRow[]> {
  return lockNewest(
    db,
    sql<boolean>`${isOpenLeadWorkedBy(advisor)} and advisor_id = ${advisor} and not ${mayHaveLead(advisor)}`,
    limit,
  );
}

export async function findHandOverStates(
  db: Db,
  from: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; is_open: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; is_open: boolean }>`
    select id, name, ${isOpenLeadWorkedBy(from)} as is_open from leads where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
}
