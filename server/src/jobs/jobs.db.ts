import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Inserts a job. A waiting one of the same kind and key stays as it is. */
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

/** Milliseconds after which a due job is begun although its kind says that nothing is to be done. */
const longestIdle = 60_000;

/** Milliseconds after which a job that recurs counts as waiting: until then there may have been nothing to do. */
const recursWithin = 2 * longestIdle;

/** A kind of job, by its name. */
export type ClaimableKind = {
  name: string;
  // A due job is begun once this holds, and in any case a minute later: nothing is written while nothing is to be done.
  hasWork?: (now: Date) => RawBuilder<boolean>;
};

type ClaimedRow = { id: string; kind: string; payload: unknown; attempts: number; created_at: Date };

/** An attempt at a job. Writes to a job name it, and do nothing once another process has taken the job over. */
type JobLease = { id: string; lease: string };

/**
 * Claims the job that has been due longest and postpones it to `leaseEnd`, when another process claims it if this one dies; undefined
 * when none is due.
 *
 * @param attempt.lease names this attempt, and no other.
 */
export async function claimJob(
  db: Db,
  kinds: readonly ClaimableKind[],
  { lease, now, leaseEnd }: { lease: string; now: Date; leaseEnd: Date },
) {
  const names = kinds.map(({ name }) => name);
  const { rows } = await sql<ClaimedRow>`
    update jobs set attempts = attempts + 1, run_at = ${leaseEnd}, lease = ${lease} where id = (
      select id from jobs where (run_at <= ${now} or run_at > ${new Date(now.getTime() + tooFar)}) and kind = any(${names})
        and ${hasSomethingToDo(kinds, now)}
      order by run_at, id limit 1 for update skip locked)
    returning id, kind, payload, attempts, created_at`.execute(db);
  return rows[0];
}

function hasSomethingToDo(kinds: readonly ClaimableKind[], now: Date): RawBuilder<boolean> {
  const cases = kinds.flatMap(({ name, hasWork }) =>
    hasWork ? [sql`when ${sql.lit(name)} then ${hasWork(now)}`] : [],
  );
  if (cases.length === 0) return sql`true`;
  const since = new Date(now.getTime() - longestIdle);
  return sql`(run_at <= ${since} or case kind ${sql.join(cases, sql` `)} else true end)`;
}

/** Postpones a job that still runs. @returns false once another attempt has it. */
export function renewJob(db: Db, job: JobLease, leaseEnd: Date): Promise<boolean> {
  return updateJob(db, job, { run_at: leaseEnd });
}

/** Locks a job until commit, so that no others take it over. @returns false, as {@link renewJob}. */
export async function lockLease(db: Db, { id, lease }: JobLease): Promise<boolean> {
  const job = db.selectFrom('jobs').select('id').where('id', '=', id).where('lease', '=', lease);
  return (await job.forUpdate().executeTakeFirst()) !== undefined;
}

/** Makes a failed job due again, with its error. @returns false, as {@link renewJob}. */
export function retryJob(db: Db, job: JobLease, runAt: Date, lastError: string): Promise<boolean> {
  return updateJob(db, job, { run_at: runAt, last_error: lastError, lease: null });
}

/** Makes a job that did its part due again. @returns false, as {@link renewJob}. */
export function rescheduleJob(db: Db, job: JobLease, runAt: Date): Promise<boolean> {
  return updateJob(db, job, { run_at: runAt, attempts: 0, last_error: null, lease: null });
}

async function updateJob(
  db: Db,
  { id, lease }: JobLease,
  change: { run_at: Date; attempts?: number; last_error?: string | null; lease?: null },
): Promise<boolean> {
  const update = db.updateTable('jobs').set(change).where('id', '=', id).where('lease', '=', lease);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a job that is done. @returns false, as {@link renewJob}. */
export async function deleteJob(db: Db, { id, lease }: JobLease): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Reads for each kind how many jobs are due, how many have failed and wait for another attempt, and since when the longest waiting is
 * due; a kind without jobs is missing.
 */
export async function readQueues(db: Db, now: Date) {
  const late = new Date(now.getTime() - recursWithin);
  const isDue = sql<boolean>`last_error is null and run_at <= case when key = kind then ${late}::timestamptz else ${now} end`;
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
