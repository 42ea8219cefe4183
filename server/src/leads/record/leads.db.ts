import { type RawBuilder, sql } from 'kysely';
import type { OfferingType } from '#contract/offerings.ts';
import type { ReferenceNames } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import type { LeadWrite } from './lead-change.ts';
import { type LeadRow, leadColumns } from './lead-rows.ts';

/** The columns of a lead, for a source of rows called `l`. */
export const columnsOfLead = sql.raw(leadColumns.map((column) => `l.${column}`).join(', '));

/** Locks leads until commit, in order of id. @returns those that exist, in that order. */
export async function lockLeads(db: Db, ids: readonly string[]): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .select(leadColumns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Locks until commit the newest leads `l` of a condition, at most `limit`, in order of id as every other writer does, so that none
 * waits for another in a circle. Those that changed meanwhile are checked again.
 */
export async function lockNewestLeads(
  db: Db,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<LeadRow[]> {
  for (;;) {
    const found = await sql<{ id: string }>`
      select id from leads l where ${condition} order by created_at desc, id desc limit ${limit}`.execute(db);
    const ids = found.rows.map(({ id }) => id);
    const locked = await sql<LeadRow>`
      select ${columnsOfLead} from leads l
      where id = any(${ids}::uuid[]) and ${condition} order by id for update`.execute(db);
    if (locked.rows.length > 0 || ids.length === 0) return locked.rows;
  }
}

/** Finds a lead by its id, archived and merged ones too; undefined when there is none. */
export async function findLead(db: Db, id: string): Promise<LeadRow | undefined> {
  return db.selectFrom('leads').select(leadColumns).where('id', '=', id).executeTakeFirst();
}

/** Where a lead was found: `xmin` names the version of its row, which changes with every write. Source: PostgreSQL's system columns. */
export type FoundLead = { id: string; xmin: string };

/** The columns of a {@link FoundLead}, for a source of rows called `l`. */
export const columnsOfFound = sql.raw('l.id, l.xmin');

/** Reads the leads that were found as they are now, in no order; each row has the `xmin` of the version that was read. */
export async function findLeadRows(db: Db, found: readonly FoundLead[]): Promise<(LeadRow & FoundLead)[]> {
  const ids = found.map(({ id }) => id);
  const { rows } = await sql<LeadRow & FoundLead>`
    select ${columnsOfLead}, l.xmin from leads l where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

const returned = sql.raw(leadColumns.map((column) => `leads.${column}`).join(', '));
const stored = sql.raw([...leadColumns, 'search_key'].join(', '));
const changes = sql.raw(
  leadColumns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = given.${column}`)
    .join(', '),
);

/** Inserts leads with their first versions in one statement. @returns the rows by id. */
export function insertLeads(db: Db, writes: readonly LeadWrite[]): Promise<Map<string, LeadRow>> {
  return write(db, writes, sql`insert into leads (${stored}) select ${stored} from given`);
}

/** Updates leads and inserts their versions in one statement, so that counters are locked in one order. @returns the rows by id. */
export function updateLeads(db: Db, writes: readonly LeadWrite[]): Promise<Map<string, LeadRow>> {
  const also = writes.some(({ isSearchKeyChanged: isFoundAnew }) => isFoundAnew)
    ? sql`, search_key = given.search_key`
    : sql``;
  return write(db, writes, sql`update leads set ${changes} ${also} from given where leads.id = given.id`);
}

async function write(
  db: Db,
  writes: readonly LeadWrite[],
  statement: RawBuilder<unknown>,
): Promise<Map<string, LeadRow>> {
  if (writes.length === 0) return new Map();
  const leads = JSON.stringify(writes.map(({ lead }) => lead));
  const ids = writes.map(({ lead }) => lead.id);
  const versionIds = writes.map(({ versionId }) => versionId);
  const ended = writes.map(({ endedTryAgainAt }) => endedTryAgainAt);
  const { rows } = await sql<LeadRow>`
    with given as (select * from json_populate_recordset(null::leads, ${leads})),
    written as (${statement} returning ${returned}),
    versions as (
      insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot, ended_try_again_at)
      select version.id, written.id, written.version, changed_fields, last_modified_by, updated_at, to_jsonb(written), version.ended
      from written join unnest(${ids}::uuid[], ${versionIds}::uuid[], ${ended}::timestamptz[]) version (id_of_lead, id, ended)
        on version.id_of_lead = written.id and version.id is not null)
    select ${columnsOfLead} from written l`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the names of all centers, offerings and employees, by id, former ones included. */
export async function readNames(db: Db): Promise<ReferenceNames> {
  const [centers, offerings, people] = await Promise.all([
    sql<{ id: string; name: string; address: string | null; contactNo: string | null }>`
      select id, name, address, contact_no as "contactNo" from service_centers`.execute(db),
    sql<{ id: string; name: string; type: OfferingType }>`select id, name, type from offerings`.execute(db),
    sql<{ id: string; name: string }>`select id, name from employees`.execute(db),
  ]);
  return {
    centers: new Map(centers.rows.map(({ id, ...center }) => [id, center])),
    offerings: new Map(offerings.rows.map(({ id, ...offering }) => [id, offering])),
    people: new Map(people.rows.map(({ id, name }) => [id, name])),
  };
}
