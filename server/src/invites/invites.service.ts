import type { EmployeeInvite, SentInvite } from '#contract/invites.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import {
  findTokenInvite,
  issueInviteToken,
  lifetimes,
  revokeInviteTokens,
  revokeTokensOfUnverified,
} from '#server/auth/one-time-tokens.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { conflict, notFound, Refusal } from '#server/http/refusal.ts';
import {
  acceptInviteRow,
  deleteInviteRow,
  findInviteByEmail,
  findInviteRow,
  findInviteRows,
  type InviteRow,
  insertInvite,
  renewInvite,
} from '#server/invites/invites.db.ts';
import { newId } from '#server/lib/ids.ts';
import { queueMail } from '#server/mail/mail.service.ts';

/**
 * Invites somebody: a mail, and a link for whoever wants to hand it over himself.
 *
 * @throws Refusal 409 when the address has a pending invitation (which `current` is) or an account.
 */
export function createInvite(context: ActorContext, address: string, publicUrl: string): Promise<SentInvite> {
  const email = address.toLowerCase();
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const at = context.clock.now();
    const id = newId(at);
    const expiresAt = expiryFrom(at);
    if ((await findCredentials(inside, email))?.isVerified) throw alreadyEmployee();
    if (!(await insertInvite(db, { id, email, invitedBy: context.actor._id, at, expiresAt }))) {
      const current = await findInviteByEmail(db, email);
      throw conflict(messages.alreadyInvited, current && toInvite(inside, current), {
        email: messages.alreadyInvited,
      });
    }
    await recordAudit(inside, { action: 'invited', actor: context.actor._id, details: { invite: id } });
    return send(inside, id, expiresAt, publicUrl);
  });
}

/** Every invitation, newest first. */
export async function listInvites(context: Context): Promise<EmployeeInvite[]> {
  return (await findInviteRows(context.db)).map((row) => toInvite(context, row));
}

/**
 * Mails an invitation again and lets it live for another 7 days; an expired one comes to life.
 *
 * @throws Refusal 404, 409 when it is accepted.
 */
export function resendInvite(context: ActorContext, id: string, publicUrl: string): Promise<SentInvite> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const expiresAt = expiryFrom(context.clock.now());
    if (!(await renewInvite(db, id, expiresAt))) {
      if (await findInviteRow(db, id)) throw new Refusal('conflict', messages.alreadyAccepted);
      throw notFound();
    }
    await recordAudit(inside, { action: 'inviteResent', actor: context.actor._id, details: { invite: id } });
    return send(inside, id, expiresAt, publicUrl);
  });
}

/** Withdraws an invitation: its links die, and what an unverified account of the address was sent. @throws Refusal 404. */
export function deleteInvite(context: ActorContext, id: string): Promise<void> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const email = await deleteInviteRow(db, id);
    if (email === undefined) throw notFound();
    await revokeTokensOfUnverified(inside, email);
    await recordAudit(inside, { action: 'inviteDeleted', actor: context.actor._id, details: { invite: id } });
  });
}

/** @returns the invitation of an address while it is pending. */
export async function findPendingInvite(
  context: Context,
  email: string,
): Promise<EmployeeInvite | undefined> {
  const row = await findInviteByEmail(context.db, email.toLowerCase());
  const invite = row && toInvite(context, row);
  return invite?.state === 'pending' ? invite : undefined;
}

/** @returns the pending invitation that a link was made for. */
export async function findInviteOfLink(context: Context, token: string): Promise<EmployeeInvite | undefined> {
  const id = await findTokenInvite(context, token);
  const row = id ? await findInviteRow(context.db, id) : undefined;
  const invite = row && toInvite(context, row);
  return invite?.state === 'pending' ? invite : undefined;
}

/** Accepts a pending invitation, once, by its link or by its address; its links die. @returns the invited address. */
export async function acceptInvite(
  context: Context,
  by: { token: string } | { email: string },
): Promise<string | undefined> {
  const id = 'token' in by ? await findTokenInvite(context, by.token) : undefined;
  if ('token' in by && !id) return undefined;
  const key = 'email' in by ? { email: by.email.toLowerCase() } : { id: id ?? '' };
  const accepted = await acceptInviteRow(context.db, key, context.clock.now());
  if (accepted) await revokeInviteTokens(context, accepted.id);
  return accepted?.email;
}

/** The page on which an invitation is used. */
export function inviteLink(publicUrl: string, token: string): string {
  return `${publicUrl}/auth/register/${token}`;
}

async function send(
  context: ActorContext,
  id: string,
  expiresAt: Date,
  publicUrl: string,
): Promise<SentInvite> {
  const row = await findInviteRow(context.db, id);
  if (!row) throw notFound();
  const token = await issueInviteToken(context, id, expiresAt);
  await queueMail(context, 'invitation', row.email);
  return { ...toInvite(context, row), link: inviteLink(publicUrl, token) };
}

function expiryFrom(at: Date): Date {
  return new Date(at.getTime() + lifetimes.invitation);
}

function alreadyEmployee(): Refusal {
  return new Refusal('conflict', messages.alreadyEmployee, { fields: { email: messages.alreadyEmployee } });
}

function toInvite({ clock }: Context, row: InviteRow): EmployeeInvite {
  const isLive = row.expires_at > clock.now();
  return {
    _id: row.id,
    email: row.email,
    state: row.accepted_at ? 'accepted' : isLive ? 'pending' : 'expired',
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
