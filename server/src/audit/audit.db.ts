import { sql } from 'kysely';
import type { AuditAction, AuditDetails } from '#contract/audit.ts';
import type { Person } from '#contract/people.ts';
import type { Db } from '#server/db/transaction.ts';

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

/** What to look for; instants from (inclusive) and before. */
export type AuditFilter = { action?: AuditAction; employee?: string; from?: Date; before?: Date };

/** Entries, newest first, with the names of those concerned. */
export async function findAuditEntries(db: Db, filter: AuditFilter, limit: number, offset: number) {
  return matching(db, filter)
    .leftJoin('employees as actor', 'actor.id', 'a.actor_id')
    .leftJoin('employees as subject', 'subject.id', 'a.subject_id')
    .select([
      'a.id',
      'a.at',
      'a.action',
      'a.address',
      'a.details',
      sql<Person | null>`case when actor.id is not null
        then json_build_object('_id', actor.id, 'name', actor.name) end`.as('actor'),
      sql<Person | null>`case when subject.id is not null
        then json_build_object('_id', subject.id, 'name', subject.name) end`.as('subject'),
    ])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAuditEntries(db: Db, filter: AuditFilter): Promise<number> {
  const row = await matching(db, filter)
    .select((query) => query.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow();
  return row.entries;
}

function matching(db: Db, { action, employee, from, before }: AuditFilter) {
  return db
    .selectFrom('audit_log as a')
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? 'denied'))
    .$if(employee !== undefined, (query) =>
      query.where((where) =>
        where.or([where('a.actor_id', '=', employee ?? null), where('a.subject_id', '=', employee ?? null)]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('a.at', '>=', from ?? new Date(0)))
    .$if(before !== undefined, (query) => query.where('a.at', '<', before ?? new Date(0)));
}
