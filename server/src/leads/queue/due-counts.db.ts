import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Deletes counters whose slots add up to nothing. Locks and rechecks only them; writers that add meanwhile begin anew. */
export async function deleteEmptyDueCounts(db: Db): Promise<void> {
  await sql`
    with seen as (select kind, service_center_id, due_from from lead_due_counts group by 1, 2, 3 having sum(leads) = 0),
    locked as (select c.* from lead_due_counts c join seen using (kind, service_center_id, due_from)
      order by kind, service_center_id, due_from, slot for update of c),
    empty as (select kind, service_center_id, due_from from locked group by 1, 2, 3 having sum(leads) = 0)
    delete from lead_due_counts c using locked l join empty using (kind, service_center_id, due_from)
    where (c.kind, c.service_center_id, c.due_from, c.slot) = (l.kind, l.service_center_id, l.due_from, l.slot)`.execute(
    db,
  );
}
