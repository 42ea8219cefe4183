import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Adds a job; one of the same kind and key that waits already stays as it is. */
export async function insertJob(
  db: Db,
  job: { id: string; kind: string; key: string | null; payload: object; runAt: Date; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: job.id,
      kind: job.kind,
      key: job.key,
      payload: JSON.stringify(job.payload),
      run_at: job.runAt,
      created_at: job.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute();
}

/**
 * Takes the job of these kinds that has been due longest and moves it to `leaseEnd`: nobody else takes it before then, and
 * somebody does afterwards if this process dies.
 */
export async function claimJob(db: Db, kinds: string[], now: Date, leaseEnd: Date) {
  return db
    .updateTable('jobs')
    .set({ attempts: sql`attempts + 1`, run_at: leaseEnd })
    .where('id', '=', (query) =>
      query
        .selectFrom('jobs')
        .select('id')
        .where('run_at', '<=', now)
        .where(sql<boolean>`kind = any(${kinds})`)
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'payload', 'attempts', 'created_at'])
    .executeTakeFirst();
}

/** Has a failed job run again. */
export async function retryJob(db: Db, id: string, runAt: Date, lastError: string): Promise<void> {
  await db.updateTable('jobs').set({ run_at: runAt, last_error: lastError }).where('id', '=', id).execute();
}

/** Has a job that succeeded run once more. */
export async function repeatJob(db: Db, id: string, runAt: Date): Promise<void> {
  const fresh = { run_at: runAt, attempts: 0, last_error: null };
  await db.updateTable('jobs').set(fresh).where('id', '=', id).execute();
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute();
}
