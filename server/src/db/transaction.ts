import type { Kysely } from 'kysely';
import { isRetryable } from './failures.ts';
import type { DB } from './types.ts';

/** The database or, within a transaction, that transaction. */
export type Db = Kysely<DB>;

const mostAttempts = 4;

/**
 * Runs work in the transaction that `context.db` is, or in one of its own, which is committed when it returns, rolled back when it
 * throws, and tried again when it lost a race.
 */
export async function inTransaction<C extends { db: Db }, T>(
  context: C,
  work: (inside: C) => Promise<T>,
): Promise<T> {
  if (context.db.isTransaction) return work(context);
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.db.transaction().execute((db) => work({ ...context, db }));
    } catch (error) {
      if (attempt === mostAttempts || !isRetryable(error)) throw error;
    }
  }
}
