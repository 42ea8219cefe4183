import { cleanLine } from '#contract/text/clean-text.ts';
import { buildSearchKey } from '#server/lib/search/search-key.ts';

export type CustomerContact = { name: string; email: string | null };

export function normaliseContactText(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ').toLowerCase();
}

export function toContactColumns({ name, email }: CustomerContact, mobile: string) {
  return { name, email, search_key: buildSearchKey([name, mobile, email]) };
}
