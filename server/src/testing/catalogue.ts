import type { PoolClient } from 'pg';

/** Says what each object of the schema is, by its kind and name. */
export type DatabaseCatalogue = ReadonlyMap<string, string>;

const objects = `
  with of_extensions as (select classid, objid from pg_depend where deptype = 'e'),
  tables as (
    select oid, relname, relkind, relpersistence, reloptions, relacl, relrowsecurity, relreplident from pg_class
    where relnamespace = current_schema()::regnamespace and relname <> 'migrations'
      and oid not in (select objid from of_extensions where classid = 'pg_class'::regclass))
  select 'extension ' || extname as object, extversion as definition from pg_extension where extname <> 'plpgsql'
  union all
  select 'relation ' || relname, concat_ws(' ', relkind::text, relpersistence::text, reloptions::text, relacl::text, relrowsecurity, relreplident::text)
  from tables where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
    (select 'collate ' || collname from pg_collation c join pg_type t on t.oid = atttypid
      where c.oid = attcollation and attcollation <> typcollation),
    case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''),
    case attgenerated when '' then 'default ' else 'generated ' || attgenerated::text || ' ' end || pg_get_expr(adbin, adrelid),
    'storage ' || attstorage::text, 'compression ' || nullif(attcompression::text, ''), 'options ' || attoptions::text,
    'statistics ' || nullif(attstattarget, -1))
  from pg_attribute a join tables t on t.oid = attrelid left join pg_attrdef d on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped
  union all
  -- In its order, which a row() that is cast to the type follows.
  select 'type ' || relname, string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
  from tables t join pg_attribute on attrelid = t.oid where relkind = 'c' and attnum > 0 and not attisdropped group by relname
  union all
  select 'type ' || typname, concat_ws(' ', typtype::text, format_type(typbasetype, typtypmod),
    (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
  from pg_type t where typnamespace = current_schema()::regnamespace and typtype in ('d', 'e', 'r')
    and oid not in (select objid from of_extensions where classid = 'pg_type'::regclass)
  union all
  select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(c.oid)
  from pg_constraint c join tables t on t.oid = conrelid where contype not in ('n', 't')
  union all
  select 'index ' || i.relname, concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end,
    case when indisclustered then 'clustered' end)
  from pg_index join pg_class i on i.oid = indexrelid join tables t on t.oid = indrelid
  union all
  -- Without comments, in any layout.
  select 'function ' || p.oid::regprocedure, btrim(regexp_replace(
    regexp_replace(pg_get_functiondef(p.oid), '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g'))
  from pg_proc p where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p')
    and oid not in (select objid from of_extensions where classid = 'pg_proc'::regclass)
  union all
  select 'trigger ' || relname || '.' || tgname, concat_ws(' ', pg_get_triggerdef(g.oid), 'enabled ' || tgenabled::text)
  from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
  union all
  select 'policy ' || tablename || '.' || policyname, concat_ws(' ', cmd, roles::text, permissive, qual, with_check)
  from pg_policies where schemaname = current_schema()
  union all
  select 'rule ' || tablename || '.' || rulename, definition from pg_rules where schemaname = current_schema()
  union all
  select 'statistics ' || stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
  where stxnamespace = current_schema()::regnamespace
  union all
  select 'comment on ' || pg_describe_object(classoid, objoid, objsubid), description from pg_description
  where objoid in (select oid from tables union select oid from pg_proc where pronamespace = current_schema()::regnamespace)
    and (classoid, objoid) not in (select classid, objid from of_extensions)`;

/** Reads what a database is made of, and its rows. The order of columns does not count: a migration can only append one. */
export async function readDatabaseCatalogue(client: PoolClient): Promise<DatabaseCatalogue> {
  const { rows } = await client.query<{ object: string; definition: string }>(objects);
  const catalogue = new Map(rows.map(({ object, definition }) => [object, definition]));
  for (const table of rows.flatMap(({ object }) => /^relation (.+)$/.exec(object)?.[1] ?? [])) {
    const found = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    if (found.rowCount) catalogue.set(`rows of ${table}`, found.rows.map(({ row }) => row).join('\n'));
  }
  return catalogue;
}

/** @returns a line for each object that only one of two catalogues has, or that they define differently. */
export function compareCatalogues(
  one: { name: string; catalogue: DatabaseCatalogue },
  other: { name: string; catalogue: DatabaseCatalogue },
): string[] {
  const names = new Set([...one.catalogue.keys(), ...other.catalogue.keys()]);
  return [...names].sort().flatMap((object) => {
    const [here, there] = [one.catalogue.get(object), other.catalogue.get(object)];
    if (here === there) return [];
    if (here === undefined) return [`${object}: only in ${other.name}: ${there}`];
    if (there === undefined) return [`${object}: only in ${one.name}: ${here}`];
    return [`${object}:\n  ${one.name}: ${here}\n  ${other.name}: ${there}`];
  });
}
