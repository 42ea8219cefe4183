import { cleanLine } from '#contract/text/clean-text.ts';
import { searchKey } from '#server/lib/search-key.ts';

/** What leads say of a customer, and management edits. */
export type Contact = { name: string; email: string | null };

/** @returns what two texts share that differ only in case and spacing. */
export function textKey(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ').toLowerCase();
}

/** @returns the columns of a customer that a contact fills. */
export function contactColumns({ name, email }: Contact, mobile: string) {
  return { name, email, search_key: searchKey([name, mobile, email]) };
}
