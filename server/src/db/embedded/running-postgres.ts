import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg, { type PoolConfig } from 'pg';
import { clusterFolder, readPassword, SUPERUSER } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

export function hasCluster(dataDir: string): boolean {
  return existsSync(join(clusterFolder(resolve(dataDir)), 'PG_VERSION'));
}

/** @returns how to connect, as its superuser, to the PostgreSQL that another Pitlane runs on a data folder, if one does. */
export async function findRunningPostgres(dataDir: string): Promise<PoolConfig | undefined> {
  const folder = clusterFolder(resolve(dataDir));
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
