import { recordAudit } from '#server/audit/audit.service.ts';
import { findPendingInvite, inviteLink } from '#server/auth/registration/invites.service.ts';
import { mayHaveAccount } from '#server/auth/registration/registration.service.ts';
import {
  findWaitingRegistrationById,
  issueRegistrationCode,
} from '#server/auth/registration/waiting-registrations.service.ts';
import { secondFactorEmailWriters } from '#server/auth/second-factor/second-factor-letters.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { isSendableName } from '#server/lib/sendable-text.ts';
import type { EmailWriter, MailKind } from '#server/mail/mail.service.ts';
import { issueResetToken, issueToken } from './one-time-tokens.service.ts';

const ignore = "If you didn't request this, you can ignore this email: nothing changes.";

const writeInvitation: EmailWriter = async (context, { email }, { publicUrl }) => {
  const invite = await findPendingInvite(context, email);
  if (!invite) return undefined;
  const { name } = await readDealer(context);
  const token = await issueToken(
    context,
    { purpose: 'invitation', inviteId: invite._id },
    new Date(invite.expiresAt),
  );
  return {
    subject: `${invite.invitedBy.name} invites you to ${name}`,
    paragraphs: [
      `${invite.invitedBy.name} invites you to work with the leads of ${name}.`,
      'Create your account with the link below. It works once and expires in 7 days.',
    ],
    action: { label: 'Create Account', link: inviteLink(publicUrl, token) },
    footnote: "If you weren't expecting this email, you can ignore it.",
  };
};

const writeRegistration: EmailWriter = async (context, subject, settings) => {
  const account = await findCredentials(context, subject.email);
  if (!account) return writeCode(context, subject, settings);
  if (!account.isActive) return undefined;
  const { name } = await readDealer(context);
  return {
    subject: `You have an account at ${name}`,
    paragraphs: [
      `Someone tried to create an account at ${name} with this address. You already have one, and nothing was changed.`,
      "If it was you, log in, or set a new password if you don't remember it.",
    ],
    action: { label: 'Log In', link: `${settings.publicUrl}/auth/login` },
    footnote: ignore,
  };
};

const writeCode: EmailWriter = async (
  context,
  { email, registrationId },
  { publicUrl, registration: rule },
) => {
  const registration = registrationId
    ? await findWaitingRegistrationById(context, registrationId)
    : undefined;
  if (!registration || registration.email !== email) return undefined;
  if (!(await mayHaveAccount(context, rule, email))) return undefined;
  const { name } = await readDealer(context);
  const code = await issueRegistrationCode(context, registration.id, email);
  if (!code) return undefined;
  // Whoever registers chooses the address, too.
  const as = isSendableName(registration.name) ? `, as ${registration.name}` : '';
  return {
    subject: `${code} is your code for ${name}`,
    paragraphs: [
      `Enter this code on the page where you created your account at ${name}${as}. It expires in 10 minutes.`,
      "Don't enter it if you didn't just create this account yourself: whoever did would get in.",
    ],
    code,
    action: { label: 'Verify Email', link: verificationLink(publicUrl, email) },
    footnote: ignore,
  };
};

const writePasswordReset: EmailWriter = async (context, { email }, { publicUrl }) => {
  const account = await findCredentials(context, email);
  if (!account?.isActive) return undefined;
  const { name } = await readDealer(context);
  const token = await inTransaction(context, async (inside) => {
    await recordAudit(inside, { action: 'passwordResetRequested', actor: null, subject: account.id });
    return issueResetToken(inside, account.id);
  });
  return {
    subject: `Set a new password for ${name}`,
    paragraphs: [
      `Someone requested a new password for your account at ${name}.`,
      'Set it with the link below. The link works once and expires in 30 minutes; a newer link replaces it.',
    ],
    action: { label: 'Set New Password', link: `${publicUrl}/auth/resetEmployeePassword/${token}` },
    footnote: ignore,
  };
};

const writePasswordChanged: EmailWriter = async (context, { email }, { publicUrl }) => {
  const account = await findCredentials(context, email);
  if (!account) return undefined;
  const { name } = await readDealer(context);
  return {
    subject: `Your password for ${name} was changed`,
    paragraphs: [
      `The password of your account at ${name} was changed, and you were logged out everywhere else.`,
      "If it wasn't you, set a new password now and tell your manager.",
    ],
    action: { label: 'Set New Password', link: `${publicUrl}/auth/forgotPassword` },
    footnote: "If it was you, there's nothing to do.",
  };
};

// Browsers never send the fragment, so no log sees the address.
function verificationLink(publicUrl: string, email: string): string {
  return `${publicUrl}/auth/emailVerification#${encodeURIComponent(email)}`;
}

/** Writes the emails about accounts, by kind: each reads what it says when it is sent, and may find that it is no longer needed. */
export const accountEmailWriters: Record<Exclude<MailKind, 'enquiryAnswer'>, EmailWriter> = {
  invitation: writeInvitation,
  registration: writeRegistration,
  code: writeCode,
  passwordReset: writePasswordReset,
  passwordChanged: writePasswordChanged,
  ...secondFactorEmailWriters,
};
