import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { isOpenLeadWorkedBy } from '#server/leads/lists/lead-filter.db.ts';
import { mayHaveLead } from '#server/leads/record/advisors.db.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockNewest } from '#server/leads/record/leads.db.ts';

export function lockLeadsToRelease(db: Db, advisor: string, limit: number): Promise<LeadRow[]> {
  return lockNewest(
    db,
    sql<boolean>`${isOpenLeadWorkedBy(advisor)} and advisor_id = ${advisor} and not ${mayHaveLead(advisor)}`,
    limit,
  );
}
