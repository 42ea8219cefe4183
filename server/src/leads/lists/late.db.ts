import { sql } from 'kysely';
import type { LateFigure, LateGrouping } from '#contract/comparison.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { joinConditions, noAdvisorId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import { buildLeadCondition, type LeadFilter, leadConditions } from './lead-filter.db.ts';
import { groupColumns } from './neglected.db.ts';

/** How many leads of a center or an advisor are late in one way; an `id` of null counts leads without an advisor. */
export type LateCount = { id: string | null; figure: LateFigure; count: number };

type LateScope = Pick<LeadFilter, 'centers'> & { now: Date; today: string };

/**
 * Counts late leads by center or advisor: follow-ups and appointments from their counter, unanswered enquiries from the index that holds
 * them alone.
 */
export async function countLateLeadsBy(
  db: Db,
  by: LateGrouping,
  { centers, now, today }: LateScope,
): Promise<LateCount[]> {
  const group = groupColumns[by];
  const passed = joinConditions([sql`due_on < ${today}`, centers && leadConditions.centers(centers)]);
  const unanswered = buildLeadCondition(leadConditions, { centers, response: { of: 'late', now } });
  const { rows } = await sql<LateCount>`
    select nullif(id, ${noAdvisorId}::uuid) as id, figure, sum(leads)::int as count from (
      select ${group} as id, case status when 'potential' then 'followUps' else 'appointments' end as figure, sum(leads) as leads
      from lead_advisor_counts where status in ('potential', 'booked') and ${passed} group by 1, 2
      union all
      select coalesce(${group}, ${noAdvisorId}::uuid), 'response', count(*) from leads where ${unanswered} group by 1) parts
    group by 1, 2 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}
