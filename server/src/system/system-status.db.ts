import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

const shownTables = 6;

/** Reads version, size and connections of the database and its newest migration, without counting rows. */
export async function readDatabaseStatus(db: Db) {
  const { rows } = await sql<{
    version: string;
    bytes: number;
    connections: number;
    mostConnections: number;
    migration: string;
  }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select numbackends from pg_stat_database where datname = current_database()) as connections,
      current_setting('max_connections')::int as "mostConnections",
      (select name from migrations order by name collate "C" desc limit 1) as migration`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The database said nothing about itself');
  return found;
}

/** Reads the largest tables with their indexes; `rows` as last estimated, null before. */
export async function readLargestTables(db: Db) {
  const { rows } = await sql<{ name: string; bytes: number; rows: number | null }>`
    select relname as name, pg_total_relation_size(oid) as bytes, nullif(reltuples, -1)::bigint as rows
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by bytes desc, name limit ${shownTables}`.execute(db);
  return rows;
}
