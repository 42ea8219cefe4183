import type { PoolClient } from 'pg';

/** A table with its stored columns, in their order. */
export type StoredTable = { name: string; columns: string[] };

const leftOut = [
  'login_steps',
  'one_time_tokens',
  'passkey_challenges',
  'second_factor_offers',
  'sessions',
  'throttles',
];

/** Lists the tables of the schema by name, without those of extensions, each with its stored columns. */
export async function listTables(client: PoolClient): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

/** Leaves out the tables that no backup holds, such as those of sessions. */
export function filterBackedUp(tables: readonly StoredTable[]): StoredTable[] {
  return tables.filter(({ name }) => !leftOut.includes(name));
}

/** Writes the table and its columns as `COPY` names them, quoted. */
export function formatCopyTarget(client: PoolClient, { name, columns }: StoredTable): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}
