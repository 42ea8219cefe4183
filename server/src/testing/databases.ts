import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg, { type PoolConfig } from 'pg';
import { getClusterFolder, SUPERUSER } from '#server/db/embedded/cluster.ts';

export async function runStatements(config: PoolConfig, ...statements: string[]): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function superuserOf(connection: PoolConfig, dataDir: string): Promise<PoolConfig> {
  const password = (await readFile(join(getClusterFolder(dataDir), 'pitlane.password'), 'utf8')).trim();
  return { ...connection, user: SUPERUSER, password };
}

export function newDatabaseName(purpose: string): string {
  return `pitlane_${purpose}_${randomBytes(6).toString('hex')}`;
}

export function onDatabase(server: PoolConfig, name: string): PoolConfig {
  if (!server.connectionString) return { ...server, database: name };
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  return { ...server, connectionString: url.href };
}

/** Reads who waits for a lock of a table: databases made from one template share its number, and their locks stand in one list. */
export function waitingFor(table: string): string {
  return `pg_locks where not granted and relation = '${table}'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
}

export function dropDatabase(server: PoolConfig, name: string): Promise<void> {
  const left = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and usename = current_user`;
  return runStatements(server, left, `drop database if exists ${name}`);
}

export function databaseUrl(server: PoolConfig, name: string): string {
  const { connectionString, host, port, user, password, database } = onDatabase(server, name);
  if (connectionString) return connectionString;
  const url = new URL('postgres://localhost');
  url.username = String(user);
  url.password = String(password);
  url.pathname = String(database);
  url.port = String(port);
  url.searchParams.set('host', String(host));
  return url.href;
}
