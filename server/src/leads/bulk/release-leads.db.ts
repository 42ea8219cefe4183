import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { isOpenLeadWorkedBy } from '#server/leads/lists/lead-filter.db.ts';
import { mayHaveLead } from '#server/leads/record/advisors.db.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockNewestLeads } from '#server/leads/record/leads.db.ts';

/** Locks, until commit, the newest open leads of an advisor who may no longer have them, at most `limit`. */
export function lockLeadsToRelease(db: Db, advisor: string, limit: number): Promise<LeadRow[]> {
  return lockNewestLeads(
    db,
    sql<boolean>`${isOpenLeadWorkedBy(advisor)} and advisor_id = ${advisor} and not ${mayHaveLead(advisor)}`,
    limit,
  );
}
