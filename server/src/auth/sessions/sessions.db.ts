import { sql } from 'kysely';
import type { Level } from '#contract/levels.ts';
import { centersOfEmployee, needsSecondFactor } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** A session with its employee and the rules of the dealer. */
export type SessionRow = {
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  id: string;
  name: string;
  email: string;
  level: Level;
  dp: string | null;
  centers: { _id: string; name: string }[];
  needs_second_factor: boolean;
  time_zone: string;
  phone_country: string;
  service_may_correct: boolean;
  service_may_merge: boolean;
  service_may_overbook: boolean;
};

/** Finds the session of an active employee by its id or the hash of its token, even if it has expired. */
export async function findSessionRow(db: Db, by: { tokenHash: Buffer } | { id: string }) {
  const identity = 'id' in by ? sql`s.id = ${by.id}` : sql`s.token_hash = ${by.tokenHash}`;
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.created_at, s.last_seen_at, e.id, e.name, e.email, e.level, e.dp, d.time_zone, d.phone_country, d.service_may_correct, d.service_may_merge, d.service_may_overbook,
      ${centersOfEmployee} as centers, ${needsSecondFactor} as needs_second_factor
    from sessions s join employees e on e.id = s.employee_id cross join dealer d
    where ${identity} and e.is_active`.execute(db);
  return rows[0];
}

/** Inserts a session; of its token only the hash is stored. */
export async function insertSession(
  db: Db,
  session: { id: string; tokenHash: Buffer; employeeId: string; userAgent: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      employee_id: session.employeeId,
      user_agent: session.userAgent,
      created_at: session.at,
      last_seen_at: session.at,
    })
    .execute();
}

/** Stores when a session was last used. */
export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute();
}

/** Finds an employee's sessions that have not expired, the one used last first. */
export async function findLiveSessions(
  db: Db,
  employeeId: string,
  live: { createdAfter: Date; seenAfter: Date },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('employee_id', '=', employeeId)
    .where('created_at', '>', live.createdAfter)
    .where('last_seen_at', '>', live.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Deletes a session. @returns false when it is not this employee's. */
export async function deleteEmployeeSession(db: Db, employeeId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Deletes all sessions of an employee, but for one if it is given. @returns how many. */
export async function deleteEmployeeSessions(
  db: Db,
  employeeId: string,
  except: string | null,
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('employee_id', '=', employeeId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes the sessions of an employee that were used longest ago, so that `kept` stay. */
export async function deleteExcessSessions(db: Db, employeeId: string, kept: number): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where id in (
        select id from sessions where employee_id = ${employeeId}
        order by last_seen_at desc, id desc offset ${kept})
      for update skip locked)`.execute(db);
}

/** Deletes the oldest sessions from before a moment, at most `most`. @returns how many. */
export async function deleteSessionsCreatedBefore(db: Db, bornBefore: Date, most: number): Promise<number> {
  const result = await sql`
    delete from sessions where id in (
      select id from sessions where created_at <= ${bornBefore}
      order by created_at limit ${most} for update skip locked)`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
