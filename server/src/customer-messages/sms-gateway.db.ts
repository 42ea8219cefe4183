import { sql } from 'kysely';
import type { EditSmsGatewayBody, SmsGatewayFailure } from '#contract/customer-messages/message-settings.ts';
import type { Db } from '#server/db/transaction.ts';

/** A gateway without the values of headers and secret fields, which are null. */
export type StoredGateway = Omit<NonNullable<EditSmsGatewayBody['gateway']>, 'isPaused'>;

/** The gateway as it is stored. `secrets`: encrypted; `tryAfter`: it rests until then after a failure; `pauses`: how often in a row it rested. */
export type GatewayRow = {
  settings: StoredGateway;
  secrets: Buffer;
  isPaused: boolean;
  failingSince: Date | null;
  failure: SmsGatewayFailure | null;
  tryAfter: Date | null;
  pauses: number;
};

/** Finds the SMS gateway with its encrypted secrets; undefined when none is set. @param options.forUpdate locks it until commit. */
export async function findSmsGateway(
  db: Db,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<GatewayRow | undefined> {
  const { rows } = await sql<GatewayRow>`
    select settings, secrets, is_paused as "isPaused", failing_since as "failingSince", failure, try_after as "tryAfter", pauses
    from sms_gateway ${forUpdate ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Stores the gateway in place of the earlier one; it counts as working until it fails. */
export async function saveSmsGateway(
  db: Db,
  { settings, secrets, isPaused }: Pick<GatewayRow, 'settings' | 'secrets' | 'isPaused'>,
): Promise<void> {
  const row = {
    ...{ settings: JSON.stringify(settings), secrets, is_paused: isPaused },
    ...{ failing_since: null, failure: null, try_after: null, pauses: 0 },
  };
  await db
    .insertInto('sms_gateway')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** Deletes the gateway, with its secrets. */
export async function deleteSmsGateway(db: Db): Promise<void> {
  await db.deleteFrom('sms_gateway').execute();
}

/** Stores that the gateway works: it no longer rests. */
export async function markGatewayWorking(db: Db): Promise<void> {
  await sql`
    update sms_gateway set failing_since = null, failure = null, try_after = null, pauses = 0
    where failing_since is not null or try_after is not null`.execute(db);
}

/** Stores a failure of the gateway. @param failed.tryAfter until when it rests; null if other messages may be sent. */
export async function markGatewayFailing(
  db: Db,
  { failure, at, tryAfter }: { failure: SmsGatewayFailure; at: Date; tryAfter: Date | null },
): Promise<void> {
  await sql`
    update sms_gateway set failing_since = coalesce(failing_since, ${at}), failure = ${failure}, try_after = ${tryAfter},
      pauses = case when ${tryAfter}::timestamptz is null then pauses else least(pauses + 1, 20) end`.execute(
    db,
  );
}
