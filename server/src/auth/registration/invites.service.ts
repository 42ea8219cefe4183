import { messages } from '#contract/call/messages.ts';
import type { CreateInviteBody, EmployeeInvite } from '#contract/invites.ts';
import type { Level } from '#contract/levels.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import {
  findInviteIdOfToken,
  issueToken,
  revokeTokens,
  tokenLifetimesMs,
} from '#server/auth/one-time-tokens.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, notFound, Refusal } from '#server/lib/refusal.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import {
  lockActiveCentersUntilCommit,
  requireActiveServiceCenters,
} from '#server/service-centers/service-centers.service.ts';
import {
  acceptInviteRow,
  deleteInviteRow,
  findInviteByEmail,
  findInviteRow,
  findInviteRows,
  type InviteRow,
  insertInvite,
  renewInvite,
} from './invites.db.ts';
import { dropRegistrations } from './waiting-registrations.service.ts';

type Invited = { email: string; level: Level; serviceCenters: string[] };

type LinkedInvite = EmployeeInvite & { link: string };

/**
 * Creates an invitation, audits it, and queues an email.
 *
 * @returns the invitation with a link to pass on.
 * @throws Refusal 400 beside `serviceCenter`, 409 when the address has an account or a pending invitation (`current`).
 */
export function createInvite(
  context: ActorContext,
  body: CreateInviteBody,
  publicUrl: string,
): Promise<LinkedInvite> {
  const email = body.email.toLowerCase();
  const serviceCenters = [...new Set(body.serviceCenter)];
  return inTransaction(context, async (inside) => {
    const at = context.clock.now();
    const id = newId(at);
    const expiresAt = expiryFrom(at);
    const account = await findCredentials(inside, email);
    if (account) throw hasAccount(account.isActive);
    await requireActiveServiceCenters(inside, serviceCenters);
    const { level } = body;
    const invitedBy = context.actor._id;
    if (!(await insertInvite(inside.db, { id, email, level, serviceCenters, invitedBy, at, expiresAt }))) {
      const current = await findInviteByEmail(inside.db, email);
      throw conflict(messages.alreadyInvited, current && toInvite(inside, current), {
        email: messages.alreadyInvited,
      });
    }
    await recordAudit(inside, {
      action: 'invited',
      actor: invitedBy,
      details: { invite: id, to: level, ...(serviceCenters.length > 0 && { serviceCenters }) },
    });
    return send(inside, id, expiresAt, publicUrl);
  });
}

/** Lists all invitations in any state, newest first. */
export async function listInvites(context: Context): Promise<EmployeeInvite[]> {
  return (await findInviteRows(context.db)).map((row) => toInvite(context, row));
}

/**
 * Renews an invitation for another 7 days, even if expired, audits it and emails it again. Links that were sent before work until they
 * expire themselves.
 *
 * @returns the invitation with a new link to pass on.
 * @throws Refusal 404, 409 when it is accepted.
 */
export function resendInvite(context: ActorContext, id: string, publicUrl: string): Promise<LinkedInvite> {
  return inTransaction(context, async (inside) => {
    const expiresAt = expiryFrom(context.clock.now());
    if (!(await renewInvite(inside.db, id, expiresAt))) {
      if (await findInviteRow(inside.db, id)) throw new Refusal('conflict', messages.alreadyAccepted);
      throw notFound();
    }
    await recordAudit(inside, { action: 'inviteResent', actor: context.actor._id, details: { invite: id } });
    return send(inside, id, expiresAt, publicUrl);
  });
}

/** Deletes an invitation, which ends its links and drops the address's waiting registrations, and audits it. @throws Refusal 404. */
export function deleteInvite(context: ActorContext, id: string): Promise<void> {
  return inTransaction(context, async (inside) => {
    const email = await deleteInviteRow(inside.db, id);
    if (email === undefined) throw notFound();
    await dropRegistrations(inside, email);
    await recordAudit(inside, { action: 'inviteDeleted', actor: context.actor._id, details: { invite: id } });
  });
}

/** Finds the invitation of an email address if it is neither accepted nor expired. */
export async function findPendingInvite(
  context: Context,
  email: string,
): Promise<EmployeeInvite | undefined> {
  const row = await findInviteByEmail(context.db, email.toLowerCase());
  const invite = row && toInvite(context, row);
  return invite?.state === 'pending' ? invite : undefined;
}

/** Finds the pending invitation that a link's token accepts, without spending it; undefined when the link is dead. */
export async function findInviteOfLink(context: Context, token: string): Promise<EmployeeInvite | undefined> {
  const id = await findInviteIdOfToken(context, token);
  const row = id ? await findInviteRow(context.db, id) : undefined;
  const invite = row && toInvite(context, row);
  return invite?.state === 'pending' ? invite : undefined;
}

/**
 * Accepts a pending invitation, once; its links stop working. It makes no account.
 *
 * @returns the address, level and active centers to start with: `unassigned` without any, or when the inviter is no longer an active
 *   superAdmin; undefined when no invitation is pending.
 */
export async function acceptInvite(
  context: Context,
  by: { token: string } | { email: string },
): Promise<Invited | undefined> {
  const id = 'token' in by ? await findInviteIdOfToken(context, by.token) : undefined;
  if ('token' in by && !id) return undefined;
  const key = 'email' in by ? { email: by.email.toLowerCase() } : { id: id ?? '' };
  const accepted = await acceptInviteRow(context.db, key, context.clock.now());
  if (!accepted) return undefined;
  await revokeTokens(context, { inviteId: accepted.id });
  const { email, level } = accepted;
  const waiting: Invited = { email, level: 'unassigned', serviceCenters: [] };
  if (!accepted.is_backed) return waiting;
  if (level !== 'service') return { email, level, serviceCenters: [] };
  const serviceCenters = await lockActiveCentersUntilCommit(context, accepted.service_centers);
  return serviceCenters.length > 0 ? { email, level, serviceCenters } : waiting;
}

/** Returns the link at which an invited person registers. */
export function inviteLink(publicUrl: string, token: string): string {
  return `${publicUrl}/auth/register/${token}`;
}

async function send(
  context: ActorContext,
  id: string,
  expiresAt: Date,
  publicUrl: string,
): Promise<LinkedInvite> {
  const row = await findInviteRow(context.db, id);
  if (!row) throw notFound();
  const token = await issueToken(context, { purpose: 'invitation', inviteId: id }, expiresAt);
  await queueMail(context, 'invitation', row.email);
  return { ...toInvite(context, row), link: inviteLink(publicUrl, token) };
}

function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + tokenLifetimesMs.invitation);
}

function hasAccount(isActive: boolean): Refusal {
  const message = isActive ? messages.alreadyEmployee : messages.inactiveAccount;
  return new Refusal('conflict', message, { fields: { email: message } });
}

function toInvite({ clock }: Context, row: InviteRow): EmployeeInvite {
  const isLive = row.expires_at > clock.now();
  return {
    _id: row.id,
    email: row.email,
    state: row.accepted_at ? 'accepted' : isLive ? 'pending' : 'expired',
    level: row.level,
    serviceCenter: row.service_centers,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
