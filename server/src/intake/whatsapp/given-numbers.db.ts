import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

export async function findNamesOfNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, string | null>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ mobile: string; name: string | null }>`
    select c.mobile, kept.name from customers c join customers kept on kept.id = coalesce(c.merged_into, c.id)
    where c.mobile = any(${numbers}::text[])`.execute(db);
  return new Map(rows.map(({ mobile, name }) => [mobile, name]));
}
