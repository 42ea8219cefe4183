import { sql } from 'kysely';
import type { Advisor } from '#contract/leads/lead-advisors.ts';
import type { Db } from '#server/db/transaction.ts';
import { lockNewest } from '#server/leads/leads.db.ts';
import { openOf } from '#server/leads/lists/lead-filter.db.ts';
import { mayHave, mayHaveLead } from '#server/leads/may-have-leads.db.ts';

const most = 500;

/** @param centers undefined means all. */
export async function findAdvisors(db: Db, centers: readonly string[] | undefined): Promise<Advisor[]> {
  const ofCenters = centers ? sql`and s.service_center_id = any(${centers}::uuid[])` : sql``;
  const { rows } = await sql<Advisor>`
    select e.id as "_id", e.name, e.level from employees e where ${mayHave(ofCenters)}
    order by e.name collate "und-x-icu", e.id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Whoever may have some of the leads, with how many of them they may not have. */
export async function findAdvisorsOf(
  db: Db,
  leads: readonly string[],
): Promise<(Advisor & { away: number })[]> {
  const { rows } = await sql<Advisor & { away: number }>`
    with chosen as (
      select service_center_id, count(*)::int as leads from leads where id = any(${leads}::uuid[]) group by 1),
    people as (
      select e.id as "_id", e.name, e.level, coalesce((select sum(c.leads) from chosen c
          where not ${mayHave(sql`and s.service_center_id = c.service_center_id`)}), 0)::int as away
      from employees e
      where ${mayHave(sql`and s.service_center_id in (select service_center_id from chosen)`)})
    select * from people order by name collate "und-x-icu", "_id" limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Open leads that the advisor may no longer have. */
export function lockLostLeads(db: Db, advisor: string, limit: number): Promise<string[]> {
  const lost = sql<boolean>`${openOf(advisor)} and advisor_id = ${advisor} and not ${mayHaveLead(advisor)}`;
  return lockNewest(db, lost, limit);
}
