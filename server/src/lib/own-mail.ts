/** A header of every email that Pitlane sends, by which it is recognised when it comes back. */
export const ownMailHeader = 'X-Pitlane-Mail';
