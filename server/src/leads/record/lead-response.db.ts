import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from './lead-rows.ts';

/** The position of an enquiry among those that nobody has answered, by when it was recorded, in UTC. */
export type UnansweredPosition = { at: string; id: string };

type Unanswered = Pick<
  LeadRow,
  | 'id'
  | 'service_center_id'
  | 'platform'
  | 'filled_platform'
  | 'created_at'
  | 'response_restarted_at'
  | 'response_due_at'
> & { due_at: string };

const isTimed = sql`
  (response_restarted_at is not null or (import_id is null and not coalesce((source ->> 'isLate')::boolean, false)))`;

/** Locks, until commit, the next unanswered leads behind a position, in the order in which they are due. */
export async function lockNextUnansweredLeads(
  db: Db,
  after: UnansweredPosition | undefined,
  most: number,
): Promise<Unanswered[]> {
  const behind = after ? sql`and (due_at, id) > (${after.at}::timestamp, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Unanswered>`
    with next as materialized (
      select id from leads where due_kind = 'new' and ${isTimed} ${behind} order by due_at, id limit ${sql.lit(most)}),
    held as materialized (
      select l.* from leads l where l.id in (select id from next) and l.due_kind = 'new' and ${isTimed}
      order by l.id for update)
    select id, service_center_id, platform, filled_platform, created_at, response_restarted_at, response_due_at, due_at::text from held h
    order by h.due_at, h.id`.execute(db);
  return rows;
}

/** Stores by when leads should be answered, without a new version; null for no target. */
export async function writeResponseDue(
  db: Db,
  leads: readonly { id: string; at: Date | null }[],
): Promise<void> {
  if (leads.length === 0) return;
  await sql`
    update leads l set response_due_at = given.at
    from unnest(${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ at }) => at)}::timestamptz[]) given (id, at)
    where l.id = given.id`.execute(db);
}
