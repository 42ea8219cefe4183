import type { Kysely } from 'kysely';
import { isRetryable } from './failures.ts';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;

const mostAttempts = 4;

/** Joins the transaction that `context.db` is; one of its own is retried when it lost a race. */
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
