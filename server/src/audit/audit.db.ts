import { type RawBuilder, sql } from 'kysely';
import type { AuditAction, AuditDetails } from '#contract/audit.ts';
import type { Person } from '#contract/people.ts';
import { selectIdAndName } from '#server/db/fragments.ts';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

/** Inserts an entry of the audit log; entries can never be changed. */
export async function insertAuditEntry(
  db: Db,
  entry: {
    id: string;
    at: Date;
    action: AuditAction;
    actorId: string | null;
    subjectId: string | null;
    address: string | null;
    details: AuditDetails;
  },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: entry.id,
      at: entry.at,
      action: entry.action,
      actor_id: entry.actorId,
      subject_id: entry.subjectId,
      address: entry.address,
      details: JSON.stringify(entry.details),
    })
    .execute();
}

type AuditRow = {
  id: string;
  at: Date;
  action: AuditAction;
  address: string | null;
  details: AuditDetails;
  actor: Person | null;
  subject: Person | null;
};

/** Narrows the audit log; absent parts do not narrow. `employee`: as the actor or as the subject. */
export type AuditFilter = { action?: AuditAction; employee?: string; from?: Date; before?: Date };

/** Finds a page of the entries that match, newest first, with the names of actor and subject. */
export async function findAuditEntries(db: Db, filter: AuditFilter, limit: number, offset: number) {
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, a.action, a.address, a.details,
      case when actor.id is not null then ${selectIdAndName('actor')} end as actor,
      case when subject.id is not null then ${selectIdAndName('subject')} end as subject
    from (${newest(filter, limit, offset)}) found
    join audit_log a on a.id = found.id
    left join employees actor on actor.id = a.actor_id
    left join employees subject on subject.id = a.subject_id
    order by a.at desc, a.id desc`.execute(db);
  return rows;
}

/** Counts the entries that match, up to `most`. */
export async function countAuditEntries(db: Db, filter: AuditFilter, most: number): Promise<number> {
  return countRows(db, newest(filter, most));
}

function newest({ action, employee, from, before }: AuditFilter, limit: number, offset = 0) {
  const narrowed = (who?: RawBuilder<unknown>) => sql`(
    select id, at from audit_log
    where ${sql.join(
      [
        sql`true`,
        ...(who ? [who] : []),
        ...(action ? [sql`action = ${action}`] : []),
        ...(from ? [sql`at >= ${from}`] : []),
        ...(before ? [sql`at < ${before}`] : []),
      ],
      sql` and `,
    )}
    order by at desc, id desc limit ${limit + offset})`;
  const found = employee
    ? sql`${narrowed(sql`actor_id = ${employee}`)} union ${narrowed(sql`subject_id = ${employee}`)}`
    : narrowed();
  return sql`select id from (${found}) each order by at desc, id desc limit ${limit} offset ${offset}`;
}

/** Counts the entries from before a moment, up to `most`. */
export async function countEntriesBefore(db: Db, before: Date, most: number): Promise<number> {
  return countRows(
    db,
    sql`select from audit_log where at < ${before} order by at desc, id desc limit ${most}`,
  );
}

/** Deletes the oldest entries from before a moment, at most `most`, in a transaction. @returns how many. */
export async function deleteEntriesBefore(db: Db, before: Date, most: number): Promise<number> {
  await sql`select set_config('pitlane.audit_before', ${before.toISOString()}, true)`.execute(db);
  const { numAffectedRows } = await sql`
    delete from audit_log where id in (
      select id from audit_log where at < ${before} order by at, id limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
