import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg, { type PoolConfig } from 'pg';
import { clusterFolder, readPassword, SUPERUSER } from './cluster.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';

/** Whether a data folder has a database, running or not. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(clusterFolder(resolve(dataDir)), 'PG_VERSION'));
}

/** @returns how to connect, as its superuser, to the PostgreSQL that another Pitlane runs on a data folder, if one does. */
export async function findRunningPostgres(dataDir: string): Promise<PoolConfig | undefined> {
  const folder = clusterFolder(resolve(dataDir));
  if ((await readPostmasterFile(folder))?.status !== 'ready') return undefined;
  const lines = (await readFile(postmasterFilePath(folder), 'utf8')).split('\n');
  const [port = '', socketFolder = '', address = ''] = lines.slice(3, 6);
  const connection = {
    host: socketFolder || address,
    port: Number(port),
    user: SUPERUSER,
    password: await readPassword(folder),
    database: 'postgres',
    ssl: false,
  };
  return (await answers(connection)) ? connection : undefined;
}

/** A killed PostgreSQL leaves its file behind. */
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
