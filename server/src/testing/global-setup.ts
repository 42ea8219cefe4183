import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { newDatabaseName, onDatabase, runStatements, superuserOf } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { server: PoolConfig; template: string };
  }
}

export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-api-'));
  const log = pino({ level: 'silent' });
  const embedded = url ? undefined : await startEmbeddedPostgres({ dataDir: folder, log });
  const server = embedded?.connection ?? { connectionString: url };
  // Test databases need not survive a power cut; waiting for the disk would take most of the time.
  if (embedded) {
    const superuser = await superuserOf(embedded.connection, folder);
    const mayMakeDatabases = `alter role ${embedded.connection.user} createdb`;
    const unsynced = 'alter system set synchronous_commit = off';
    await runStatements(superuser, mayMakeDatabases, unsynced, 'select pg_reload_conf()');
  }
  const template = newDatabaseName('template');
  await runStatements(server, `create database ${template}`);
  const { pool } = openDatabase(onDatabase(server, template));
  await migrate(pool);
  await pool.end();
  project.provide('database', { server, template });

  return async () => {
    await runStatements(server, `drop database ${template}`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
