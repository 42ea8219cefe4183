import { issueToken } from '#server/auth/one-time-tokens.service.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import type { LetterWriter } from '#server/mail/mail.service.ts';
import { findPendingInvite, inviteLink } from './invites.service.ts';

/** Undefined without a pending invitation. */
export const writeInvitation: LetterWriter = async (context, { email }, { publicUrl }) => {
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
