import { sql } from 'kysely';
import type { BulkLeadState, BulkRefusal } from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import type { Person, ServiceCenterName } from '#contract/people.ts';
import { selectIdAndName } from '#server/db/fragments.ts';
import { type PageOptions, readPage } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

/** A bulk change. `finished_at`: all leads were tried; `undo_at`: somebody asked to undo it; `undone_at`: that has ended. */
export type BulkChangeRow = {
  id: string;
  employee_id: string;
  action: BulkAction;
  value: string | null;
  advisor_id: string | null;
  created_at: Date;
  finished_at: Date | null;
  undo_at: Date | null;
  undone_at: Date | null;
};

const columns = [
  ...(['id', 'employee_id', 'action', 'value', 'advisor_id'] as const),
  ...(['created_at', 'finished_at', 'undo_at', 'undone_at'] as const),
];

/** Inserts a bulk change with its leads, which wait; changes none of them. */
export async function insertBulkChange(
  db: Db,
  bulk: Omit<BulkChangeRow, 'finished_at' | 'undo_at' | 'undone_at'>,
  leads: readonly { id: string; advisor_id: string | null }[],
): Promise<void> {
  await db.insertInto('bulk_actions').values(bulk).execute();
  await sql`
    insert into bulk_leads (bulk_id, lead_id, advisor_id) select ${bulk.id}, lead, advisor
    from unnest(${leads.map(({ id }) => id)}::uuid[],
      ${leads.map(({ advisor_id }) => advisor_id)}::uuid[]) given (lead, advisor)`.execute(db);
}

/** Finds a bulk change by its id, whoever's it is. */
export async function findBulkChange(db: Db, id: string): Promise<BulkChangeRow | undefined> {
  return db.selectFrom('bulk_actions').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks a bulk change until commit, and returns it; undefined when there is none. */
export async function lockBulkChange(db: Db, id: string): Promise<BulkChangeRow | undefined> {
  return db.selectFrom('bulk_actions').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds a page of everybody's bulk changes from after a moment, newest first, of the newest `most`. */
export function findBulkChanges(db: Db, after: Date, page: PageOptions, most: number) {
  const bulks = db
    .selectFrom('bulk_actions')
    .select(columns)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return readPage(db, bulks, page, most);
}

type BulkNames = {
  id: string;
  by: Person;
  advisor: Person | null;
  serviceCenter: ServiceCenterName | null;
};

/** Finds the names of who made bulk changes, and of the advisor or center that they set. */
export async function findBulkNames(db: Db, ids: readonly string[]): Promise<BulkNames[]> {
  const { rows } = await sql<BulkNames>`
    select b.id, ${selectIdAndName('who')} as by,
      case when advisor.id is not null then ${selectIdAndName('advisor')} end as advisor,
      case when center.id is not null then ${selectIdAndName('center')} end as "serviceCenter"
    from bulk_actions b
    join employees who on who.id = b.employee_id
    left join employees advisor on advisor.id = case b.action when 'assign' then b.value::uuid else b.advisor_id end
    left join service_centers center on center.id = case b.action when 'moveCenter' then b.value::uuid end
    where b.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Stores how far a bulk change is. */
export async function updateBulkChange(
  db: Db,
  id: string,
  at: Partial<Pick<BulkChangeRow, 'finished_at' | 'undo_at' | 'undone_at'>>,
): Promise<void> {
  await db.updateTable('bulk_actions').set(at).where('id', '=', id).execute();
}

/** Finds the first leads of a bulk change that are in a state, at most `limit`. */
export async function findBulkLeads(db: Db, bulkId: string, state: BulkLeadState, limit: number) {
  return db
    .selectFrom('bulk_leads')
    .select(['lead_id', 'version', 'advisor_id'])
    .where('bulk_id', '=', bulkId)
    .where('state', '=', state)
    .orderBy('lead_id')
    .limit(limit)
    .execute();
}

/** Stores what became of leads in a bulk change; a `version` of null keeps the stored one. */
export async function updateBulkLeads(
  db: Db,
  bulkId: string,
  leads: readonly { id: string; state: BulkLeadState; version: number | null; reason: BulkRefusal | null }[],
): Promise<void> {
  await sql`
    update bulk_leads set state = handled.state, version = coalesce(handled.version, bulk_leads.version), reason = handled.reason
    from json_to_recordset(${JSON.stringify(leads)})
      handled (id uuid, state text, version integer, reason text)
    where bulk_id = ${bulkId} and lead_id = handled.id`.execute(db);
}

/** Counts the leads of each bulk change by their state in it; states without leads are missing. */
export async function countBulkLeadsByState(
  db: Db,
  bulkIds: readonly string[],
): Promise<{ bulk_id: string; state: BulkLeadState; leads: number }[]> {
  const { rows } = await sql<{ bulk_id: string; state: BulkLeadState; leads: number }>`
    select bulk_id, state, count(*)::int as leads from bulk_leads where bulk_id = any(${bulkIds}::uuid[])
    group by 1, 2`.execute(db);
  return rows;
}

/** Finds how many leads each advisor gets by bulk changes that share them out, most first. */
export async function findBulkShares(
  db: Db,
  bulkIds: readonly string[],
): Promise<{ bulk_id: string; advisor: Person; leads: number }[]> {
  const { rows } = await sql<{ bulk_id: string; advisor: Person; leads: number }>`
    select shared.bulk_id, ${selectIdAndName('e')} as advisor, shared.leads
    from (select bulk_id, advisor_id, count(*)::int as leads from bulk_leads
      where bulk_id = any(${bulkIds}::uuid[]) and advisor_id is not null group by 1, 2) shared
    join employees e on e.id = shared.advisor_id
    order by shared.leads desc, e.name collate "und-x-icu", e.id`.execute(db);
  return rows;
}

/** Finds the leads that bulk changes, or their undo, left as they were, with the reason; at most `most` for each. */
export async function findBulkRefusals(db: Db, bulkIds: readonly string[], most: number) {
  const { rows } = await sql<{ bulk_id: string; _id: string; name: string | null; reason: BulkRefusal }>`
    select b.id as bulk_id, refused.lead_id as "_id", l.name, refused.reason
    from unnest(${bulkIds}::uuid[]) b (id)
    cross join lateral (select lead_id, reason from bulk_leads
      where bulk_id = b.id and state in ('refused', 'kept') order by lead_id limit ${sql.lit(most)}) refused
    left join leads l on l.id = refused.lead_id
    order by l.name collate "und-x-icu", refused.lead_id`.execute(db);
  return rows;
}

/** Deletes the oldest bulk changes from before a moment, at most `most`. @returns whether there may be more. */
export async function deleteBulks(db: Db, before: Date, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from bulk_actions where id in (
      select id from bulk_actions where created_at < ${before}
      order by created_at limit ${most})`.execute(db);
  return numAffectedRows === BigInt(most);
}
