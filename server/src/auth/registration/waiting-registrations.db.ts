import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

type NewRegistration = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  dp: string | null;
  keyHash: Buffer;
  network: string;
  at: Date;
};

/** How many registrations may wait: for one email address, for one from one network, and from one network in all. */
export type WaitingLimits = { address: number; addressFromNetwork: number; network: number };

/** Locks the registrations of an email address until the transaction ends. */
export async function lockRegistrationAddress(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${email}`}, 0))`.execute(db);
}

/**
 * Deletes, before another registration is stored, what the browser began for the address, the oldest of too many, and some expired
 * ones. Networks take turns in an address's places, so that none pushes out the others.
 *
 * @returns the pictures that nobody has any more, to delete.
 */
export async function deleteExcessRegistrations(
  db: Db,
  { email, keyHash, network }: Pick<NewRegistration, 'email' | 'keyHash' | 'network'>,
  most: WaitingLimits,
  bornBefore: Date,
): Promise<string[]> {
  const { rows } = await sql<{ dp: string | null }>`
    with ranked as (
      select id, key_hash, network, created_at,
        row_number() over (partition by network order by created_at desc, id desc) as place
      from registrations where email = ${email}
    ), excess as (
      select id from ranked where key_hash = ${keyHash}
      union select id from ranked where place > ${most.addressFromNetwork}::int - (network = ${network})::int
      union (select id from ranked order by place, created_at desc, id desc offset ${most.address - 1})
      union (select id from registrations where network = ${network}
        order by created_at desc, id desc offset ${most.network - 1})
      union (select id from registrations where created_at <= ${bornBefore} order by created_at limit 20)
    )
    delete from registrations where id in (
      select id from registrations where id in (select id from excess) for update skip locked)
    returning dp`.execute(db);
  return rows.flatMap(({ dp }) => dp ?? []);
}

/** Inserts a registration; without `mayWait` it does the same work and inserts none. */
export async function insertRegistration(db: Db, row: NewRegistration, mayWait: boolean): Promise<void> {
  await sql`
    insert into registrations (id, email, name, password_hash, dp, key_hash, network, created_at)
    select ${row.id}, ${row.email}, ${row.name}, ${row.passwordHash}, ${row.dp}, ${row.keyHash}, ${row.network}, ${row.at}
    where ${mayWait}::boolean`.execute(db);
}

/** Finds a registration that still waits. */
export async function findRegistration(db: Db, id: string, bornAfter: Date) {
  return db
    .selectFrom('registrations')
    .select(['id', 'email', 'name'])
    .where('id', '=', id)
    .where('created_at', '>', bornAfter)
    .executeTakeFirst();
}

/**
 * Finds the waiting registration of an email address that a code is most likely meant for: that of this browser first, then of its
 * network, then the newest; undefined when none waits.
 */
export async function findNearestRegistration(
  db: Db,
  email: string,
  { keyHash, network }: { keyHash: Buffer; network: string },
  bornAfter: Date,
) {
  return db
    .selectFrom('registrations')
    .select(['id', 'password_hash', 'code_hash', sql<boolean>`key_hash = ${keyHash}`.as('is_own')])
    .where('email', '=', email)
    .where('created_at', '>', bornAfter)
    .orderBy(sql`key_hash is not distinct from ${keyHash}`, 'desc')
    .orderBy(sql`network = ${network}`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores a code in place of an earlier one. @returns false when another registration of the address has this one. */
export async function setRegistrationCode(
  db: Db,
  id: string,
  { email, codeHash, expiresAt }: { email: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('registrations')
    .set({ code_hash: codeHash, code_expires_at: expiresAt })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registrations as other')
            .select('other.id')
            .where('other.email', '=', email)
            .where('other.code_hash', '=', codeHash)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Finds the waiting registration of an address that has this code, without spending it. @param by.id finds only this one, if given. */
export async function findRegistrationByCode(
  db: Db,
  { email, codeHash, id }: { email: string; codeHash: Buffer; id: string | undefined },
  now: Date,
  bornAfter: Date,
) {
  return db
    .selectFrom('registrations')
    .select(['id', 'name', 'email', 'password_hash', 'dp'])
    .where('email', '=', email)
    .where('code_hash', '=', codeHash)
    .where('code_expires_at', '>', now)
    .where('created_at', '>', bornAfter)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
}

/** Deletes all registrations of an address. @returns their ids and pictures. */
export async function deleteRegistrationsByEmail(db: Db, email: string) {
  return db.deleteFrom('registrations').where('email', '=', email).returning(['id', 'dp']).execute();
}

/** Deletes the oldest registrations from before a moment, at most `most`. @returns how many, and their pictures. */
export async function deleteRegistrationsCreatedBefore(db: Db, bornBefore: Date, most: number) {
  const { rows } = await sql<{ dp: string | null }>`
    delete from registrations where id in (
      select id from registrations where created_at <= ${bornBefore}
      order by created_at limit ${most} for update skip locked)
    returning dp`.execute(db);
  return { count: rows.length, pictures: rows.flatMap(({ dp }) => dp ?? []) };
}
