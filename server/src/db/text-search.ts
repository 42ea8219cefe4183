import { type RawBuilder, sql } from 'kysely';
import type { TextSearch } from '#server/lib/text-search.ts';

/** @returns the condition under which a row with a search key and its grams is found. */
export function foundBy({ patterns, grams }: TextSearch): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [];
  if (patterns.length > 0) parts.push(sql`search_key like any(${patterns}::text[])`);
  if (grams.length > 0) parts.push(sql`search_grams && ${grams}::smallint[]`);
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
