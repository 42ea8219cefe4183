import { type RawBuilder, sql } from 'kysely';

/** What follows a uuid column that is one of some ids; of one alone, an index gives its rows in order. */
export function oneOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids}::uuid[])`;
}
