import { readDealer } from '#server/dealer/dealer.service.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import type { EmailWriter, MailKind } from '#server/mail/mail.service.ts';

// What employees are told of, in case someone else did it.
type SecondFactorNews = Extract<
  MailKind,
  `secondFactor${string}` | `secondStep${string}` | `passkey${string}` | `recoveryCode${string}`
>;

/** Writes the emails that tell an employee what happened to their second factor, by kind. */
export const secondFactorEmailWriters: Record<SecondFactorNews, EmailWriter> = {
  secondFactorOn: news((dealer) => ({
    subject: `Two-step login for ${dealer} is on`,
    happened: `Two-step login was turned on for your account at ${dealer}, and you were logged out everywhere else. From now on you are asked for a second step after your password.`,
  })),
  secondFactorChanged: news((dealer) => ({
    subject: `Your two-step login for ${dealer} was changed`,
    happened: `The ways to take the second step of a login were changed for your account at ${dealer}.`,
  })),
  secondFactorOff: news((dealer) => ({
    subject: `Two-step login for ${dealer} is off`,
    happened: `Two-step login was turned off for your account at ${dealer}. From now on the password is enough to log in.`,
  })),
  secondFactorReset: news((dealer) => ({
    subject: `Two-step login for ${dealer} was reset`,
    happened: `An administrator reset two-step login for your account at ${dealer}, and you were logged out everywhere. Log in with your password, then turn it on again in your profile.`,
  })),
  secondStepMissing: news((dealer) => ({
    subject: `Someone entered your password for ${dealer}`,
    happened: `Someone entered your email and password for ${dealer}, but did not take the second step. They did not get in.`,
  })),
  passkeyAdded: news((dealer) => ({
    subject: `A passkey was added at ${dealer}`,
    happened: `A passkey was added to your account at ${dealer}. It takes the second step of a login, after your password.`,
  })),
  passkeyRemoved: news((dealer) => ({
    subject: `A passkey was removed at ${dealer}`,
    happened: `A passkey was removed from your account at ${dealer}. It no longer takes the second step of a login.`,
  })),
  recoveryCodeUsed: news((dealer) => ({
    subject: `A recovery code was used at ${dealer}`,
    happened: `Someone logged in to your account at ${dealer} with your password and a recovery code. That code no longer works.`,
  })),
  recoveryCodesRenewed: news((dealer) => ({
    subject: `New recovery codes for ${dealer}`,
    happened: `New recovery codes were made for your account at ${dealer}. The earlier ones no longer work.`,
  })),
};

function news(textFor: (dealer: string) => { subject: string; happened: string }): EmailWriter {
  return async (context, { email }, { publicUrl }) => {
    if (!(await findCredentials(context, email))) return undefined;
    const { subject, happened } = textFor((await readDealer(context)).name);
    return {
      subject,
      paragraphs: [
        happened,
        "If it wasn't you or someone you asked, set a new password now and tell your manager.",
      ],
      action: { label: 'Set New Password', link: `${publicUrl}/auth/forgotPassword` },
      footnote: "If it was you, there's nothing to do.",
    };
  };
}
