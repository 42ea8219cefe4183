import { type RawBuilder, sql } from 'kysely';

/** A CSV file of an export. `select` yields its columns by their names on the wire. */
export type Collection = { name: string; columns: readonly string[]; select: RawBuilder<unknown> };

/** @param cells SQL by column name on the wire. @param rows what follows `from`, in order of creation. */
export function collection(
  name: string,
  cells: Record<string, RawBuilder<unknown>>,
  rows: RawBuilder<unknown>,
): Collection {
  return {
    name,
    columns: Object.keys(cells),
    select: sql`select ${sql.join(Object.values(cells))} from ${rows}`,
  };
}
