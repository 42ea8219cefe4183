import { recordAudit } from '#server/audit/audit.service.ts';
import { issueCode, issueResetToken } from '#server/auth/one-time-tokens.service.ts';
import { mayHaveAccount } from '#server/auth/registration.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import type { Env } from '#server/env.ts';
import type { Letter } from '#server/lib/letter.ts';

type Settings = Pick<Env, 'publicUrl' | 'registration'>;

const ignore = 'If you did not ask for this, you can ignore this mail: nothing changes.';

/** What somebody who registered is mailed: the code that his account waits for, or that he has an account already. */
export async function writeRegistration(
  context: Context,
  email: string,
  settings: Settings,
): Promise<Letter | undefined> {
  const account = await findCredentials(context, email);
  if (!account?.isVerified) return writeCode(context, email, settings);
  const { name } = await readDealer(context);
  return {
    subject: `You have an account at ${name}`,
    paragraphs: [
      `Somebody wanted to make an account with this address at ${name}. It has one already, and nothing was changed.`,
      'If it was you: sign in, or set a new password if you do not know it any more.',
    ],
    action: { label: 'Log In', link: `${settings.publicUrl}/auth/login` },
    footnote: ignore,
  };
}

/** The code that an account waits for; undefined when there is none that waits, or its invitation is gone. */
export async function writeCode(
  context: Context,
  email: string,
  { publicUrl, registration }: Settings,
): Promise<Letter | undefined> {
  const account = await findCredentials(context, email);
  if (!account || account.isVerified) return undefined;
  if (!(await mayHaveAccount(context, registration, email))) return undefined;
  const { name } = await readDealer(context);
  const code = await inTransaction(context.db, (db) => issueCode({ ...context, db }, account.id));
  return {
    subject: `${code} is your code for ${name}`,
    paragraphs: [
      `Type this code on the page below to finish your account at ${name}. It is good for 10 minutes.`,
    ],
    code,
    action: { label: 'Verify Email', link: verificationLink(publicUrl, email) },
    footnote: ignore,
  };
}

/** The link that sets a new password; undefined when there is no account. */
export async function writePasswordReset(
  context: Context,
  email: string,
  { publicUrl, registration }: Settings,
): Promise<Letter | undefined> {
  const account = await findCredentials(context, email);
  if (!account) return undefined;
  if (!account.isVerified && !(await mayHaveAccount(context, registration, email))) return undefined;
  const { name } = await readDealer(context);
  const token = await inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    await recordAudit(inside, { action: 'passwordResetRequested', actor: null, subject: account.id });
    return issueResetToken(inside, account.id);
  });
  return {
    subject: `Set a new password for ${name}`,
    paragraphs: [
      `Somebody asked for a new password for your account at ${name}.`,
      'Set it with the link below. It works once, within 30 minutes, and only the newest one works.',
    ],
    action: { label: 'Set New Password', link: `${publicUrl}/auth/resetEmployeePassword/${token}` },
    footnote: ignore,
  };
}

/** Tells the owner that his password was changed, should it not have been he. */
export async function writePasswordChanged(
  context: Context,
  email: string,
  { publicUrl }: Settings,
): Promise<Letter | undefined> {
  const account = await findCredentials(context, email);
  if (!account) return undefined;
  const { name } = await readDealer(context);
  return {
    subject: `Your password for ${name} was changed`,
    paragraphs: [
      `The password of your account at ${name} was changed, and it was signed out elsewhere.`,
      'If it was not you, set a new one at once and tell your manager.',
    ],
    action: { label: 'Set New Password', link: `${publicUrl}/auth/forgotPassword` },
    footnote: 'If it was you, there is nothing to do.',
  };
}

/** The page that takes the code. Its address stands in the fragment, which a browser never sends: no log on the way sees it. */
function verificationLink(publicUrl: string, email: string): string {
  return `${publicUrl}/auth/emailVerification#${encodeURIComponent(email)}`;
}
