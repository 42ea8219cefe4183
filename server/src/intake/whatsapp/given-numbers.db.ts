import { sql } from 'kysely';
import { selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds the names of the customers with these numbers, the kept ones after a merge; numbers that nobody has are missing. */
export async function findNamesOfNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, string | null>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ mobile: string; name: string | null }>`
    select c.mobile, kept.name from customers c join customers kept on kept.id = ${selectKeptId('c')}
    where c.mobile = any(${numbers}::text[])`.execute(db);
  return new Map(rows.map(({ mobile, name }) => [mobile, name]));
}
