import { cleanLine } from '#contract/text/clean-text.ts';
import { buildSearchKey } from '#server/lib/search/search-key.ts';

/** The name and email address of a customer. */
export type CustomerContact = { name: string; email: string | null };

/** Returns the form of a name or email by which suggestions are told apart: lower case, single spaces. */
export function normaliseContactText(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the columns of `customers` that a name and email address fill, with the search key. */
export function toContactColumns({ name, email }: CustomerContact, mobile: string) {
  return { name, email, search_key: buildSearchKey([name, mobile, email]) };
}
