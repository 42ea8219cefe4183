import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

export async function findDealerRow(db: Db) {
  return db.selectFrom('dealer').select(['name', 'logo', 'time_zone', 'phone_country']).executeTakeFirst();
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

/** The dealer, held against other changes until commit. */
export async function lockDealerRow(db: Db) {
  return db
    .selectFrom('dealer')
    .select(['name', 'logo', 'time_zone', 'phone_country'])
    .forUpdate()
    .executeTakeFirst();
}

export async function updateDealer(
  db: Db,
  changes: { name?: string; logo?: string | null; time_zone?: string; phone_country?: string },
): Promise<void> {
  await db.updateTable('dealer').set(changes).execute();
}

/** Whether the database, which counts days too, knows a time zone by this name. */
export async function isZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`.execute(db);
  return rows[0]?.known ?? false;
}
