import { sql, type Updateable } from 'kysely';
import type { FirstStep } from '#contract/first-steps.ts';
import { type LostReason, lostReason } from '#contract/leads/lost-reasons.ts';
import { type MessageText, messageText } from '#contract/message-texts.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Dealer } from '#server/db/types.ts';

/** Finds the dealer; undefined before set-up. */
export async function findDealerRow(db: Db) {
  return db
    .selectFrom('dealer')
    .select([
      ...(['name', 'logo', 'time_zone', 'phone_country', 'neglected_after_days'] as const),
      ...(['service_may_correct', 'service_may_merge', 'service_may_overbook', 'joins_open_leads'] as const),
    ])
    .executeTakeFirst();
}

/** Finds after how many months personal data are erased, and who set that; undefined before set-up. */
export async function findRetention(db: Db) {
  return db
    .selectFrom('dealer')
    .select([
      'archived_months as archivedMonths',
      'audit_months as auditMonths',
      'picture_months as pictureMonths',
      'picture_megabytes as pictureMegabytes',
      'retention_by as setBy',
    ])
    .executeTakeFirst();
}

/** Finds whether management must have a second factor; undefined before set-up. */
export async function findSecondFactorRule(db: Db): Promise<boolean | undefined> {
  const row = await db.selectFrom('dealer').select('requires_second_factor').executeTakeFirst();
  return row?.requires_second_factor;
}

/** Finds the texts that employees and connections send, in the dealer's order; none before set-up. */
export async function findMessageTexts(db: Db): Promise<MessageText[]> {
  const row = await db.selectFrom('dealer').select('message_texts').executeTakeFirst();
  // JSON of the database has an order of its own.
  return messageText.array().parse(row?.message_texts ?? []);
}

/** Finds the dealer's lost reasons, retired ones included, in the dealer's order; none before set-up. */
export async function findLostReasons(db: Db): Promise<LostReason[]> {
  const row = await db.selectFrom('dealer').select('lost_reasons').executeTakeFirst();
  return lostReason.array().parse(row?.lost_reasons ?? []);
}

/** Finds which first steps the dealer does not need. */
export async function findDismissedSteps(db: Db): Promise<FirstStep[]> {
  const row = await db.selectFrom('dealer').select('dismissed_steps').executeTakeFirst();
  return row?.dismissed_steps ?? [];
}

/** Inserts the one dealer. @returns false when there is one already. */
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
 * Locks the dealer until commit, however long that takes: other changes wait, but not the announcement of a new time zone in the row.
 */
export async function lockDealer(db: Db): Promise<void> {
  await sql`lock table dealer in share update exclusive mode`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

/** Updates the dealer; absent columns stay. */
export async function updateDealer(db: Db, changes: Updateable<Dealer>): Promise<void> {
  await db.updateTable('dealer').set(changes).execute();
}

/** Tells whether PostgreSQL knows a time zone by this name. */
export async function isTimeZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** Tells whether there is any lead. @param options.untilCommit locks all leads, so that none is added until commit. */
export async function hasLeads(db: Db, { untilCommit = false } = {}): Promise<boolean> {
  if (untilCommit) await sql`lock table leads in share mode`.execute(db);
  const { rows } = await sql<{ found: boolean }>`select exists (select from leads) as found`.execute(db);
  return rows[0]?.found ?? false;
}
