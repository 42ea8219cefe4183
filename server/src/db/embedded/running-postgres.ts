import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg, { type PoolConfig } from 'pg';
import { getClusterFolder, readPassword, SUPERUSER } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** Tells whether a data folder has a database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(getClusterFolder(resolve(dataDir)), 'PG_VERSION'));
}

/** Finds how to connect, as its superuser, to the PostgreSQL that another Pitlane runs on a data folder; undefined when none does. */
export async function findRunningPostgres(dataDir: string): Promise<PoolConfig | undefined> {
  const folder = getClusterFolder(resolve(dataDir));
  const file = await readPostmasterFile(folder);
  if (file?.status !== 'ready') return undefined;
  const connection = {
    host: file.host,
    port: file.port,
    user: SUPERUSER,
    password: await readPassword(folder),
    database: 'postgres',
    ssl: false,
  };
  return (await answers(connection)) ? connection : undefined;
}

async function answers(connection: PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
