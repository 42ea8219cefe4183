/**
 * Mails that become no lead because a program sent them by itself: a mail that could not be delivered, an answer such as "out of office",
 * a newsletter or list, any other notice, and what Pitlane itself has sent.
 */
export const automaticMails = ['bounce', 'autoReply', 'bulk', 'generated', 'ownMail'] as const;

export type AutomaticMail = (typeof automaticMails)[number];
