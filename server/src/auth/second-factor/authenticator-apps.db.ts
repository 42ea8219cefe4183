import type { Db } from '#server/db/transaction.ts';

/** Stores the secret of the authenticator app that a session is offered, in place of an earlier offer. */
export async function storeOfferedApp(
  db: Db,
  offer: { sessionId: string; secret: Buffer; expiresAt: Date },
): Promise<void> {
  const row = { session_id: offer.sessionId, secret: offer.secret, expires_at: offer.expiresAt };
  await db
    .insertInto('second_factor_offers')
    .values(row)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
}

/** Finds the secret of the authenticator app that a session was offered, as codes are verified with it: secrets are stored unencrypted. */
export async function findOfferedAppSecret(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('second_factor_offers')
    .select('secret')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.secret;
}

/**
 * Deletes the authenticator app that a session was offered, once it is confirmed.
 *
 * @returns false when this secret is not offered any more; of several that try at once, one succeeds.
 */
export async function deleteOfferedApp(db: Db, sessionId: string, secret: Buffer): Promise<boolean> {
  const result = await db
    .deleteFrom('second_factor_offers')
    .where('session_id', '=', sessionId)
    .where('secret', '=', secret)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Stores an employee's authenticator app in place of their earlier one. */
export async function replaceAuthenticatorApp(
  db: Db,
  app: { employeeId: string; secret: Buffer; step: number; at: Date },
): Promise<void> {
  const row = { employee_id: app.employeeId, secret: app.secret, last_step: app.step, added_at: app.at };
  await db
    .insertInto('authenticator_apps')
    .values(row)
    .onConflict((conflict) => conflict.column('employee_id').doUpdateSet(row))
    .execute();
}

/** Finds the secret of an employee's authenticator app; undefined without one. */
export async function findAppSecret(db: Db, employeeId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('authenticator_apps')
    .select('secret')
    .where('employee_id', '=', employeeId)
    .executeTakeFirst();
  return row?.secret;
}

/**
 * Spends the half minute of an app's code, so that no code works twice.
 *
 * @returns false when a code of that step or a later one was used; for all but one of those who try at once.
 */
export async function spendAppStep(
  db: Db,
  employeeId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const result = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('employee_id', '=', employeeId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
