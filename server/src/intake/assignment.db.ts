import { sql } from 'kysely';
import type { AssignmentRule } from '#contract/intake/assignment.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds how centers assign new enquiries, by center; one that never chose is missing, and assigns nobody. */
export async function findAssignmentRules(db: Db): Promise<Map<string, AssignmentRule>> {
  const { rows } = await sql<{ center: string; assignment: AssignmentRule }>`
    select service_center_id as center, assignment from intake_centers`.execute(db);
  return new Map(rows.map(({ center, assignment }) => [center, assignment]));
}

/** Stores how centers assign new enquiries; other centers keep their rules. */
export async function saveAssignmentRules(
  db: Db,
  centers: readonly { serviceCenter: string; assignment: AssignmentRule }[],
): Promise<void> {
  await sql`
    insert into intake_centers (service_center_id, assignment)
    select center, assignment from unnest(
      ${centers.map(({ serviceCenter }) => serviceCenter)}::uuid[],
      ${centers.map(({ assignment }) => assignment)}::text[]) given (center, assignment) order by center
    on conflict (service_center_id) do update set assignment = excluded.assignment`.execute(db);
}

/**
 * Locks, until commit, the turns of those centers that assign new enquiries.
 *
 * @returns how each assigns, and when each advisor's last turn was; centers that assign nobody are missing.
 */
export async function lockTurns(
  db: Db,
  centers: readonly string[],
): Promise<{ center: string; assignment: Exclude<AssignmentRule, 'nobody'>; turns: Map<string, Date> }[]> {
  const held = await sql<{ center: string; assignment: Exclude<AssignmentRule, 'nobody'> }>`
    select service_center_id as center, assignment from intake_centers
    where service_center_id = any(${centers}::uuid[]) and assignment <> 'nobody'
    order by service_center_id for update`.execute(db);
  if (held.rows.length === 0) return [];
  const turns = await sql<{ center: string; advisor: string; at: Date }>`
    select service_center_id as center, advisor_id as advisor, at from intake_turns
    where service_center_id = any(${held.rows.map(({ center }) => center)}::uuid[])`.execute(db);
  const byCenter = Map.groupBy(turns.rows, ({ center }) => center);
  return held.rows.map(({ center, assignment }) => {
    const own = (byCenter.get(center) ?? []).map(({ advisor, at }) => [advisor, at] as const);
    return { center, assignment, turns: new Map(own) };
  });
}

/** Stores when advisors had their last turn. */
export async function saveTurns(
  db: Db,
  taken: readonly { center: string; advisor: string; at: Date }[],
): Promise<void> {
  if (taken.length === 0) return;
  await sql`
    insert into intake_turns (service_center_id, advisor_id, at)
    select center, advisor, max(at) from unnest(
      ${taken.map(({ center }) => center)}::uuid[], ${taken.map(({ advisor }) => advisor)}::uuid[],
      ${taken.map(({ at }) => at)}::timestamptz[]) given (center, advisor, at) group by 1, 2 order by 1, 2
    on conflict (service_center_id, advisor_id) do update set at = excluded.at`.execute(db);
}
