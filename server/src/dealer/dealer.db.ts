import { sql, type Updateable } from 'kysely';
import type { FirstStep } from '#contract/first-steps.ts';
import { type LostReason, lostReason } from '#contract/leads/lost-reasons.ts';
import { type MessageText, messageText } from '#contract/message-texts.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Dealer } from '#server/db/types.ts';

export async function findDealerRow(db: Db) {
  return db
    .selectFrom('dealer')
    .select([
      ...(['name', 'logo', 'time_zone', 'phone_country', 'neglected_after_days'] as const),
      ...(['service_may_correct', 'service_may_merge', 'service_may_overbook', 'joins_open_leads'] as const),
    ])
    .executeTakeFirst();
}

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

export async function findSecondFactorRule(db: Db): Promise<boolean | undefined> {
  const row = await db.selectFrom('dealer').select('requires_second_factor').executeTakeFirst();
  return row?.requires_second_factor;
}

export async function findMessageTexts(db: Db): Promise<MessageText[]> {
  const row = await db.selectFrom('dealer').select('message_texts').executeTakeFirst();
  // JSON of the database has an order of its own.
  return messageText.array().parse(row?.message_texts ?? []);
}

export async function findLostReasons(db: Db): Promise<LostReason[]> {
  const row = await db.selectFrom('dealer').select('lost_reasons').executeTakeFirst();
  return lostReason.array().parse(row?.lost_reasons ?? []);
}

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

/** Blocks other changes until commit, however long, but not the announcement of a new time zone in the row. */
export async function lockDealer(db: Db): Promise<void> {
  await sql`lock table dealer in share update exclusive mode`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

export async function updateDealer(db: Db, changes: Updateable<Dealer>): Promise<void> {
  await db.updateTable('dealer').set(changes).execute();
}

export async function isTimeZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as known`.execute(db);
  return rows[0]?.known ?? false;
}

export async function hasLeads(db: Db, { untilCommit = false } = {}): Promise<boolean> {
  if (untilCommit) await sql`lock table leads in share mode`.execute(db);
  const { rows } = await sql<{ found: boolean }>`select exists (select from leads) as found`.execute(db);
  return rows[0]?.found ?? false;
}
