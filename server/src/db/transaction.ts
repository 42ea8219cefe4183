import type { Kysely } from 'kysely';
import { mayRunAgain } from './failures.ts';
import type { DB } from './types.ts';

export type Db = Kysely<DB>;

const tries = 4;

/** Joins the transaction that `db` is; one of its own is retried when it lost a race. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === tries || !mayRunAgain(error)) throw error;
    }
  }
}
