import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { MailJobs } from '#server/db/types.ts';

/** What a mail is about. */
export type MailKind = MailJobs['kind'];

export async function insertMailJob(
  db: Db,
  job: { id: string; kind: MailKind; email: string; at: Date },
): Promise<void> {
  await db
    .insertInto('mail_jobs')
    .values({ id: job.id, kind: job.kind, email: job.email, run_at: job.at, created_at: job.at })
    .execute();
}

/**
 * Takes the mail that is due longest, and puts it off until `leaseEnd`: nobody else takes it before, and somebody does
 * after, should this process die.
 */
export async function claimMailJob(db: Db, now: Date, leaseEnd: Date) {
  return db
    .updateTable('mail_jobs')
    .set({ attempts: sql`attempts + 1`, run_at: leaseEnd })
    .where('id', '=', (query) =>
      query
        .selectFrom('mail_jobs')
        .select('id')
        .where('run_at', '<=', now)
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'email', 'attempts', 'created_at'])
    .executeTakeFirst();
}

export async function postponeMailJob(db: Db, id: string, runAt: Date): Promise<void> {
  await db.updateTable('mail_jobs').set({ run_at: runAt }).where('id', '=', id).execute();
}

export async function deleteMailJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mail_jobs').where('id', '=', id).execute();
}
