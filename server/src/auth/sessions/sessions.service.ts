import type { OwnSession } from '#contract/session.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, CachedSession, Context, RequestSession } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { toDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { hashToken, newId, newToken } from '#server/lib/ids.ts';
import type { InTurn } from '#server/lib/limit.ts';
import { notFound } from '#server/lib/refusal.ts';
import {
  deleteEmployeeSession,
  deleteEmployeeSessions,
  deleteExcessSessions,
  deleteSessionsCreatedBefore,
  findLiveSessions,
  findSessionRow,
  insertSession,
  type SessionRow,
  touchSession,
} from './sessions.db.ts';

const hour = 3_600_000;
const idleLimit = 12 * hour;
const lifetime = 7 * 24 * hour;
const touchEvery = 60_000;
const mostSessions = 50;

/**
 * Finds the session of a bearer token if it was not idle for 12 hours and is not older than 7 days, and notes its use; undefined
 * otherwise.
 *
 * @param inTurn what the process does not know is looked up with strangers: tokens can be made up.
 */
export async function findSession(
  context: Context,
  token: string,
  inTurn: InTurn = (work) => work(),
): Promise<RequestSession | undefined> {
  const tokenHash = hashToken(token);
  const load = () => inTurn(() => readSession(context, { tokenHash }));
  const now = context.clock.now();
  let session = await context.cache.sessions(tokenHash.toString('base64'), load);
  // Another process may know of a later use.
  if (session && !isLive(session, now)) session = await load();
  if (!session || !isLive(session, now)) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > touchEvery) {
    session.lastSeenAt = now;
    await touchSession(context.db, session.sessionId, now);
  }
  return session;
}

/** Finds a session that has not expired, without noting a use. */
export async function findSessionById(context: Context, id: string): Promise<RequestSession | undefined> {
  const session = await readSession(context, { id });
  return session && isLive(session, context.clock.now()) ? session : undefined;
}

/**
 * Opens a session. The one used longest ago ends when an employee has more than about 50.
 *
 * @returns its bearer token, 256 random bits, stored only as a hash.
 */
export async function openSession(
  context: Context,
  employeeId: string,
  userAgent: string | null,
): Promise<string> {
  const token = newToken();
  const at = context.clock.now();
  await deleteExcessSessions(context.db, employeeId, mostSessions - 1);
  await insertSession(context.db, {
    id: newId(at),
    tokenHash: hashToken(token),
    employeeId,
    userAgent: userAgent?.slice(0, 300) ?? null,
    at,
  });
  return token;
}

/** Lists the actor's sessions that have not expired, the one used last first. */
export async function listOwnSessions(context: ActorContext, currentId: string): Promise<OwnSession[]> {
  const rows = await findLiveSessions(context.db, context.actor._id, liveAt(context.clock.now()));
  return rows.map((row) => ({
    _id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

/** Ends the actor's session, and audits it; does nothing to one that has ended. */
export function signOut(context: ActorContext, sessionId: string): Promise<void> {
  return inTransaction(context, async (inside) => {
    await deleteEmployeeSession(inside.db, context.actor._id, sessionId);
    await recordAudit(inside, { action: 'signedOut', actor: context.actor._id });
  });
}

/** Ends one of the actor's sessions, and audits it. @throws Refusal 404 unless it is the actor's own. */
export function endOwnSession(context: ActorContext, sessionId: string): Promise<void> {
  return inTransaction(context, async (inside) => {
    if (!(await deleteEmployeeSession(inside.db, context.actor._id, sessionId))) throw notFound();
    await recordEnd(inside, 1);
  });
}

/** Ends all sessions of the actor but one, and audits it if there were any. */
export function endOtherSessions(context: ActorContext, exceptId: string): Promise<void> {
  return inTransaction(context, async (inside) => {
    const ended = await deleteEmployeeSessions(inside.db, context.actor._id, exceptId);
    if (ended > 0) await recordEnd(inside, ended);
  });
}

/** Ends all sessions of an employee, but for one if it is given, without an audit entry. */
export async function closeEmployeeSessions(
  context: Context,
  employeeId: string,
  except: string | null = null,
): Promise<void> {
  await deleteEmployeeSessions(context.db, employeeId, except);
}

/** Deletes up to 500 sessions older than 7 days. @returns whether there may be more. */
export async function deleteExpiredSessions(context: Context): Promise<boolean> {
  const atOnce = 500;
  const before = new Date(context.clock.now().getTime() - lifetime);
  return (await deleteSessionsCreatedBefore(context.db, before, atOnce)) === atOnce;
}

function recordEnd(context: ActorContext, sessions: number): Promise<void> {
  return recordAudit(context, { action: 'sessionsEnded', actor: context.actor._id, details: { sessions } });
}

function liveAt(now: Date) {
  return { createdAfter: new Date(now.getTime() - lifetime), seenAfter: new Date(now.getTime() - idleLimit) };
}

function isLive({ createdAt, lastSeenAt }: CachedSession, now: Date): boolean {
  const { createdAfter, seenAfter } = liveAt(now);
  return createdAt > createdAfter && lastSeenAt > seenAfter;
}

async function readSession(
  { db }: Context,
  by: { tokenHash: Buffer } | { id: string },
): Promise<CachedSession | undefined> {
  const row = await findSessionRow(db, by);
  return row && toSession(row);
}

function toSession(row: SessionRow): CachedSession {
  return {
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    actor: {
      _id: row.id,
      name: row.name,
      email: row.email,
      level: row.level,
      dp: row.dp,
      serviceCenter: row.centers,
      needsSecondFactor: row.needs_second_factor,
    },
    dealer: toDealerRules(row),
  };
}
