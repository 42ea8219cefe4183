import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Lead } from '#contract/leads/leads.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Leads } from '#server/db/types.ts';
import { type LeadRow, toLead } from './lead-rows.ts';
import { leadColumns, selectPopulated } from './lead-select.db.ts';

const keysClearedAtOnce = 20;

/** The lead, held against other writers until commit. */
export async function lockLead(db: Db, id: string): Promise<LeadRow | undefined> {
  return db.selectFrom('leads').select(leadColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findLead(db: Db, id: string): Promise<Lead | undefined> {
  const { rows } = await sql<Parameters<typeof toLead>[0]>`
    ${selectPopulated(sql`leads l`)} where l.id = ${id}`.execute(db);
  return rows[0] && toLead(rows[0]);
}

/** Whether there is a lead; none is ever deleted. */
export async function existsLead(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from leads) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Waits for writes to leads that are under way, and blocks further ones until commit. */
export async function blockLeadWrites(db: Db): Promise<void> {
  await sql`lock table leads in share mode`.execute(db);
}

/** Inserts a lead together with its first version. */
export async function insertLead(db: Db, versionId: string, lead: Insertable<Leads>): Promise<void> {
  await db
    .with('written', (cte) => cte.insertInto('leads').values(lead).returningAll())
    .insertInto('lead_versions')
    .columns(versionColumns)
    .expression((query) => query.selectFrom('written').select(versionOf(sql`${versionId}::uuid`)))
    .execute();
}

/** Updates a lead and adds the version that it then has. */
export async function updateLead(
  db: Db,
  versionId: string,
  id: string,
  changes: Updateable<Leads>,
): Promise<void> {
  await db
    .with('written', (cte) => cte.updateTable('leads').set(changes).where('id', '=', id).returningAll())
    .insertInto('lead_versions')
    .columns(versionColumns)
    .expression((query) => query.selectFrom('written').select(versionOf(sql`${versionId}::uuid`)))
    .execute();
}

/** The columns of a version, in the order of {@link versionOf}. */
export const versionColumns = [
  'id',
  'lead_id',
  'version',
  'changed_fields',
  'edited_by',
  'created_at',
  'snapshot',
] as const;

/** The version that a row called `written` makes, under an id of its own. */
export function versionOf(versionId: RawBuilder<string>) {
  return [
    versionId.as('id'),
    sql<string>`written.id`.as('lead_id'),
    sql<number>`written.version`.as('version'),
    sql<string[]>`written.changed_fields`.as('changed_fields'),
    sql<string>`written.last_modified_by`.as('edited_by'),
    sql<Date>`written.updated_at`.as('created_at'),
    sql<string>`to_jsonb(written) - '{search_key,search_grams}'::text[]`.as('snapshot'),
  ];
}

/** Claims an idempotency key. @returns the earlier claim when the key was used before, undefined when it is new. */
export async function claimKey(
  db: Db,
  claim: { employeeId: string; key: string; bodyHash: Buffer; at: Date; forgetBefore: Date },
): Promise<{ body_hash: Buffer; lead_id: string | null } | undefined> {
  await forgetKeys(db, claim.forgetBefore);
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({
      employee_id: claim.employeeId,
      key: claim.key,
      body_hash: claim.bodyHash,
      created_at: claim.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['employee_id', 'key'])
        .doUpdateSet({ body_hash: claim.bodyHash, lead_id: null, created_at: claim.at })
        .where('idempotency_keys.created_at', '<', claim.forgetBefore),
    )
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'lead_id'])
    .where('employee_id', '=', claim.employeeId)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
}

/** Each new key clears away the oldest few that are out of date, whoever used them, so that none stays forever. */
async function forgetKeys(db: Db, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (employee_id, key) in (
      select employee_id, key from idempotency_keys where created_at < ${before}
      order by created_at limit ${sql.lit(keysClearedAtOnce)} for update skip locked)`.execute(db);
}

export async function keepKey(db: Db, employeeId: string, key: string, leadId: string): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ lead_id: leadId })
    .where('employee_id', '=', employeeId)
    .where('key', '=', key)
    .execute();
}
