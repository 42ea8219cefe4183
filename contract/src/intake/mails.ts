/**
 * Mails that become no lead because a program sent them by itself: a mail that could not be delivered, an answer such as "out of office",
 * a receipt for a mail that was read or the answer of a calendar, a newsletter or list, any other notice, and what Pitlane itself has sent.
 */
export const automaticMails = ['bounce', 'autoReply', 'receipt', 'bulk', 'generated', 'ownMail'] as const;

export type AutomaticMail = (typeof automaticMails)[number];
