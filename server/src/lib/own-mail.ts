/** A header of every email that Pitlane sends, by which it is recognised when it comes back. */
export const ownMailHeader = 'X-Pitlane-Mail';

/**
 * Makes the Message-ID of an email that Pitlane sends, which is recognised also where a server has taken away the header.
 *
 * @param id a UUID.
 */
export function createOwnMessageId(id: string, domain: string): string {
  return `<pitlane.${id}@${domain}>`;
}

const ownId = /pitlane\.[0-9a-f]{8}-[0-9a-f-]{27}@/i;

/** Tells whether a Message-ID is one of Pitlane's. */
export function isOwnMessageId(id: string): boolean {
  return new RegExp(`^<?${ownId.source}`, 'i').test(id.slice(0, 200).trim());
}

/** Tells whether a text, such as that of a bounce, contains the headers of an email of Pitlane's. */
export function containsOwnMail(text: string): boolean {
  return ownId.test(text) || new RegExp(`^[>\\s]{0,9}${ownMailHeader}\\s{0,9}:`, 'im').test(text);
}
