import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

const clearedAtOnce = 20;

/** A request's idempotency key, the hash of its body, and the id that its lead will have. */
export type KeyClaim = { employeeId: string; key: string; bodyHash: Buffer; leadId: string };

/**
 * Claims idempotency keys in one order, so that concurrent claims cannot deadlock, and deletes expired ones.
 *
 * @returns the lead ids of the claims that are new; for the others the key was claimed before.
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

/** Reads the claim of a key. It throws when nobody has claimed it. */
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

/** Deletes claims, so that their keys can be used again. */
export async function deleteClaims(db: Db, claims: readonly KeyClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from idempotency_keys where (employee_id, key) in (select * from unnest(
      ${claims.map(({ employeeId }) => employeeId)}::uuid[], ${claims.map(({ key }) => key)}::text[]))`.execute(
    db,
  );
}

async function forgetKeys(db: Db, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (employee_id, key) in (
      select employee_id, key from idempotency_keys where created_at < ${before}
      order by created_at limit ${sql.lit(clearedAtOnce)} for update skip locked)`.execute(db);
}
