import { cleanLine } from '#contract/text/clean-text.ts';
import { searchKey } from '#server/lib/search/search-key.ts';

export type Contact = { name: string; email: string | null };

export function textKey(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ').toLowerCase();
}

export function contactColumns({ name, email }: Contact, mobile: string) {
  return { name, email, search_key: searchKey([name, mobile, email]) };
}
