import { sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { Dealer } from '#server/db/types.ts';

export async function findDealerRow(db: Db) {
  return db
    .selectFrom('dealer')
    .select(['name', 'logo', 'time_zone', 'phone_country', 'service_may_correct'])
    .executeTakeFirst();
}

/** @returns whether this call made the dealer; false when there is one already. */
export async function insertDealer(
  db: Db,
  dealer: { name: string; logo: string | null; timeZone: string; phoneCountry: string; at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('dealer')
    .values({
      name: dealer.name,
      logo: dealer.logo,
      time_zone: dealer.timeZone,
      phone_country: dealer.phoneCountry,
      created_at: dealer.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Holds the dealer against other changes until commit, however long that takes. The row itself stays free: a change of the
 * time zone is announced in it by another transaction.
 */
export async function holdDealer(db: Db): Promise<void> {
  await sql`lock table dealer in share update exclusive mode`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

export async function updateDealer(db: Db, changes: Updateable<Dealer>): Promise<void> {
  await db.updateTable('dealer').set(changes).execute();
}

/** Whether the database, which counts days too, knows a time zone by this name. */
export async function isZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`.execute(db);
  return rows[0]?.known ?? false;
}
