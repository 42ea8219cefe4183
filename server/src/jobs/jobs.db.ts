import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** A waiting job of the same kind and key stays as it is. */
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

/** Milliseconds; nobody postpones a job that far, so the clock that did has been set back since. */
const tooFar = 2 * 3_600_000;

/** Takes the job that has been due longest and postpones it to `leaseEnd`, when another process takes it if this one dies. */
export async function claimJob(db: Db, kinds: string[], now: Date, leaseEnd: Date) {
  return db
    .updateTable('jobs')
    .set({ attempts: sql`attempts + 1`, run_at: leaseEnd })
    .where('id', '=', (query) =>
      query
        .selectFrom('jobs')
        .select('id')
        .where((is) => is.or([is('run_at', '<=', now), is('run_at', '>', new Date(now.getTime() + tooFar))]))
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

/** Postpones a job that still runs. */
export async function renewJob(db: Db, id: string, leaseEnd: Date): Promise<void> {
  await db.updateTable('jobs').set({ run_at: leaseEnd }).where('id', '=', id).execute();
}

export async function retryJob(db: Db, id: string, runAt: Date, lastError: string): Promise<void> {
  await db.updateTable('jobs').set({ run_at: runAt, last_error: lastError }).where('id', '=', id).execute();
}

export async function repeatJob(db: Db, id: string, runAt: Date): Promise<void> {
  const fresh = { run_at: runAt, attempts: 0, last_error: null };
  await db.updateTable('jobs').set(fresh).where('id', '=', id).execute();
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute();
}

export async function readQueues(db: Db, now: Date) {
  const isDue = sql<boolean>`last_error is null and run_at <= ${now}`;
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().filterWhere(isDue).as('waiting'),
      fn.countAll<number>().filterWhere('last_error', 'is not', null).as('failed'),
      fn.min<Date | null>('run_at').filterWhere(isDue).as('oldestAt'),
    ])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}
