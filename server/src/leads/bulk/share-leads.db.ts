import { sql } from 'kysely';
import type { BulkAdvisors } from '#contract/leads/lead-bulk.ts';
import type { Db } from '#server/db/transaction.ts';

/** Counts leads by their service center, in order of the centers' names. @param there counts all of them at this center instead. */
export async function countChosenByCenter(
  db: Db,
  leads: readonly string[],
  there: string | undefined,
): Promise<BulkAdvisors['centers']> {
  const center = there ? sql`${there}::uuid` : sql`service_center_id`;
  const { rows } = await sql<BulkAdvisors['centers'][number]>`
    select c.id as "_id", c.name, counted.leads
    from (select ${center} as center, count(*)::int as leads from leads where id = any(${leads}::uuid[]) group by 1) counted
    join service_centers c on c.id = counted.center order by c.name collate "und-x-icu", c.id`.execute(db);
  return rows;
}

/** Finds the service center of each lead that still exists, in order of the leads' ids, so that the oldest comes first. */
export async function findLeadCenters(
  db: Db,
  leads: readonly string[],
): Promise<{ id: string; center: string }[]> {
  const { rows } = await sql<{ id: string; center: string }>`
    select id, service_center_id as center from leads where id = any(${leads}::uuid[]) order by id`.execute(
    db,
  );
  return rows;
}
