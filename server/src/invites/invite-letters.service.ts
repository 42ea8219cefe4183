import { issueInviteToken } from '#server/auth/one-time-tokens.service.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { findPendingInvite, inviteLink } from '#server/invites/invites.service.ts';
import type { Letter } from '#server/lib/letter.ts';

/** The mail of an invitation, with a link of its own; undefined when the address has no pending one. */
export async function writeInvitation(
  context: Context,
  email: string,
  { publicUrl }: { publicUrl: string },
): Promise<Letter | undefined> {
  const invite = await findPendingInvite(context, email);
  if (!invite) return undefined;
  const { name } = await readDealer(context);
  const token = await issueInviteToken(context, invite._id, new Date(invite.expiresAt));
  return {
    subject: `${invite.invitedBy.name} invites you to ${name}`,
    paragraphs: [
      `${invite.invitedBy.name} invites you to work with the leads of ${name}.`,
      'Make your account with the link below. It works once, within 7 days.',
    ],
    action: { label: 'Create Account', link: inviteLink(publicUrl, token) },
    footnote: 'If you do not know why you got this mail, you can ignore it.',
  };
}
