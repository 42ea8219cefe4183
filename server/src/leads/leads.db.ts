import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadWrite } from './lead-change.ts';
import { type LeadRow, leadColumns } from './lead-rows.ts';

const keysClearedAtOnce = 20;

/** For a source of lead rows called `l`. */
export const columnsOfLead = sql.raw(leadColumns.map((column) => `l.${column}`).join(', '));

/** Skips unknown ids. */
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
 * The newest leads `l` of a condition, at most `limit`, locked in order of id as by every other writer, so that none waits for
 * another in a circle. Rechecks those that have just changed.
 */
export async function lockNewest(db: Db, condition: RawBuilder<boolean>, limit: number): Promise<string[]> {
  for (;;) {
    const found = await idsOf(sql`
      select id from leads l where ${condition} order by created_at desc, id desc limit ${limit}`);
    const locked = await idsOf(sql`
      select id from leads l where id = any(${found}::uuid[]) and ${condition} order by id for update`);
    if (locked.length > 0 || found.length === 0) return locked;
  }

  async function idsOf(query: RawBuilder<unknown>): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`${query}`.execute(db);
    return rows.map(({ id }) => id);
  }
}

export async function findLead(db: Db, id: string): Promise<LeadRow | undefined> {
  return db.selectFrom('leads').select(leadColumns).where('id', '=', id).executeTakeFirst();
}

/** `xmin` names the version of its row: it changes with every write. Source: PostgreSQL's system columns. */
export type FoundLead = { id: string; xmin: string };

/** For a source of lead rows called `l`. */
export const columnsOfFound = sql.raw('l.id, l.xmin');

/** As they are now, in no order. */
export async function findRows(db: Db, found: readonly FoundLead[]): Promise<(LeadRow & FoundLead)[]> {
  const ids = found.map(({ id }) => id);
  const { rows } = await sql<LeadRow & FoundLead>`
    select ${columnsOfLead}, l.xmin from leads l where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export const versionedColumns = sql.raw(leadColumns.map((column) => `leads.${column}`).join(', '));

const stored = sql.raw([...leadColumns, 'search_key'].join(', '));
const changes = sql.raw(
  leadColumns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = given.${column}`)
    .join(', '),
);

export function insertLeads(db: Db, written: readonly LeadWrite[]): Promise<Map<string, LeadRow>> {
  return write(
    db,
    written,
    sql`insert into leads (${stored}) select ${stored} from given returning ${versionedColumns}`,
  );
}

export function updateLeads(db: Db, written: readonly LeadWrite[]): Promise<Map<string, LeadRow>> {
  // One statement, so that counters are locked in one order.
  const also = written.some(({ isFoundAnew }) => isFoundAnew) ? sql`, search_key = given.search_key` : sql``;
  return write(
    db,
    written,
    sql`update leads set ${changes} ${also} from given where leads.id = given.id returning ${versionedColumns}`,
  );
}

/** `rows` stores the rows called `given`. */
async function write(
  db: Db,
  written: readonly LeadWrite[],
  rows: RawBuilder<unknown>,
): Promise<Map<string, LeadRow>> {
  if (written.length === 0) return new Map();
  const leadIds = written.map(({ lead }) => lead.id);
  const versionIds = written.map(({ versionId }) => versionId);
  const result = await sql<LeadRow>`
    with given as (select * from json_populate_recordset(null::leads, ${JSON.stringify(written.map(({ lead }) => lead))})),
      written as (${rows}), versions as (${versionsOfWritten(leadIds, versionIds)})
    select ${columnsOfLead} from written l`.execute(db);
  return new Map(result.rows.map((row) => [row.id, row]));
}

/** For rows `written` of {@link versionedColumns}; `versionIds` in the leads' order, null for no version. */
export function versionsOfWritten(
  leadIds: readonly string[],
  versionIds: readonly (string | null)[],
): RawBuilder<unknown> {
  return sql`
    insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
    select version.id, written.id, written.version, changed_fields, last_modified_by, updated_at, to_jsonb(written)
    from written join unnest(${leadIds}::uuid[], ${versionIds}::uuid[]) version (id_of_lead, id)
      on version.id_of_lead = written.id and version.id is not null`;
}

export type KeyClaim = { employeeId: string; key: string; bodyHash: Buffer; leadId: string };

/**
 * Claims in one order, so that concurrent claims cannot deadlock.
 *
 * @returns the lead ids of new keys.
 */
export async function claimKeys(
  db: Db,
  claims: readonly KeyClaim[],
  { at, forgetBefore }: { at: Date; forgetBefore: Date },
): Promise<Set<string>> {
  await forgetKeys(db, forgetBefore);
  const { rows } = await sql<{ lead_id: string }>`
    insert into idempotency_keys (employee_id, key, body_hash, lead_id, created_at)
    select employee_id, key, body_hash, lead_id, ${at} from unnest(
      ${claims.map(({ employeeId }) => employeeId)}::uuid[], ${claims.map(({ key }) => key)}::text[],
      ${claims.map(({ bodyHash }) => bodyHash)}::bytea[], ${claims.map(({ leadId }) => leadId)}::uuid[])
      claim (employee_id, key, body_hash, lead_id)
    order by employee_id, key
    on conflict (employee_id, key) do update
      set body_hash = excluded.body_hash, lead_id = excluded.lead_id, created_at = excluded.created_at
      where idempotency_keys.created_at < ${forgetBefore}
    returning lead_id`.execute(db);
  return new Set(rows.map(({ lead_id }) => lead_id));
}

export async function getClaim(
  db: Db,
  { employeeId, key }: Pick<KeyClaim, 'employeeId' | 'key'>,
): Promise<{ body_hash: Buffer; lead_id: string | null }> {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'lead_id'])
    .where('employee_id', '=', employeeId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function dropClaims(db: Db, claims: readonly KeyClaim[]): Promise<void> {
  await sql`
    delete from idempotency_keys where (employee_id, key) in (select * from unnest(
      ${claims.map(({ employeeId }) => employeeId)}::uuid[], ${claims.map(({ key }) => key)}::text[]))`.execute(
    db,
  );
}

/** A few of the oldest, whoever used them. */
async function forgetKeys(db: Db, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (employee_id, key) in (
      select employee_id, key from idempotency_keys where created_at < ${before}
      order by created_at limit ${sql.lit(keysClearedAtOnce)} for update skip locked)`.execute(db);
}
