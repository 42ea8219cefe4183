import { sql } from 'kysely';
import { maxCountedRows } from '#contract/business.ts';
import type { NeglectedGrouping } from '#contract/leads/lead-oversight.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { joinConditions, noAdvisorId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  attendedAt,
  buildLeadCondition,
  hasNoDayAhead,
  type LeadFilter,
  leadConditions,
  type NeglectCriteria,
} from './lead-filter.db.ts';

type GroupCount = { id: string | null; count: number };

/** The columns of `leads` by which neglected and late leads are counted. */
export const groupColumns = { serviceCenter: sql.ref('service_center_id'), advisor: sql.ref('advisor_id') };

type Narrowed = Pick<LeadFilter, 'centers' | 'advisor'>;

/**
 * Counts neglected leads by center or advisor, exactly, however many there are: of the leads without a day to come, which a counter
 * knows, all but those attended to lately.
 */
export async function countNeglectedLeadsBy(
  db: Db,
  by: NeglectedGrouping,
  { attendedBefore, ...neglect }: NeglectCriteria,
  { centers, advisor }: Narrowed,
): Promise<GroupCount[]> {
  const narrowed = buildLeadCondition(leadConditions, { isActive: true, centers, advisor });
  const counted = joinConditions([
    sql`status = ${neglect.status}`,
    sql`due_on < ${neglect.today}`,
    centers && leadConditions.centers(centers),
    advisor && sql`advisor_id = ${advisor === 'nobody' ? noAdvisorId : advisor}`,
  ]);
  const { rows } = await sql<GroupCount>`
    select nullif(id, ${noAdvisorId}::uuid) as id, sum(leads)::int as count from (
      select ${groupColumns[by]} as id, sum(leads) as leads from lead_advisor_counts where ${counted} group by 1
      union all
      select coalesce(${groupColumns[by]}, ${noAdvisorId}::uuid), -count(*) from leads
      where ${narrowed} and ${hasNoDayAhead(neglect)} and ${attendedAt} >= ${attendedBefore} group by 1) parts
    group by 1 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

/**
 * Counts the leads of a filter by center or advisor. It stops one past {@link maxCountedRows}, so that a sum above it means there are
 * more.
 */
export async function countFoundLeadsBy(
  db: Db,
  by: NeglectedGrouping,
  filter: LeadFilter,
): Promise<GroupCount[]> {
  const { rows } = await sql<GroupCount>`
    select ${groupColumns[by]} as id, count(*)::int as count from (
      select service_center_id, advisor_id from leads where ${buildLeadCondition(leadConditions, filter)}
      limit ${sql.lit(maxCountedRows + 1)}) found
    group by 1 ${planEachTime}`.execute(db);
  return rows;
}
