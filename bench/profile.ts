import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { getClusterFolder } from '#server/db/embedded/cluster.ts';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';

const settings = `
shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.track_planning = on
`;

/**
 * Makes PostgreSQL of a kept database count its statements from its next start on.
 *
 * @returns a function that takes that back.
 * @throws without a database that an earlier run left.
 */
export async function countStatements(folder: string): Promise<() => Promise<void>> {
  const file = join(getClusterFolder(folder), 'postgresql.auto.conf');
  const before = await readFile(file, 'utf8').catch(() => {
    throw new Error('--profile needs a database that an earlier run left with --keep');
  });
  await appendFile(file, settings);
  return () => writeFile(file, before);
}

type Statement = { text: string; calls: number; planMs: number; runMs: number };

/** Lists the 15 statements that cost PostgreSQL the most time while `read` runs. */
export async function listDearestStatements(
  folder: string,
  read: () => Promise<unknown>,
): Promise<Statement[]> {
  const config = await findRunningPostgres(folder);
  if (!config) throw new Error('The database does not run');
  const client = new pg.Client(config);
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('select pg_stat_statements_reset()');
    await read();
    const { rows } = await client.query<Statement>(`
      select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int as calls,
        total_plan_time / calls as "planMs", total_exec_time / calls as "runMs"
      from pg_stat_statements where calls > 0 order by total_plan_time + total_exec_time desc limit 15`);
    return rows;
  } finally {
    await client.query('drop extension if exists pg_stat_statements');
    await client.end();
  }
}
