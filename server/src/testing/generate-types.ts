import { spawnSync } from 'node:child_process';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { newDatabaseName, onDatabase, runStatements } from './databases.ts';

/**
 * Writes `server/src/db/types.ts` from the schema files; `--verify` only checks it.
 * Usage: node server/src/testing/on-tcp-postgres.ts server/src/testing/generate-types.ts [--verify]
 */
async function main(options: readonly string[]): Promise<number> {
  const server = { connectionString: process.env.TEST_DATABASE_URL };
  const name = newDatabaseName('types');
  await runStatements(server, `create database ${name}`);
  const config = onDatabase(server, name);
  const { pool } = openDatabase(config);
  await migrate(pool);
  await pool.end();
  const codegen = [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--config-file',
    'server/src/db/types.config.json',
  ];
  const args = [...codegen, '--url', String(config.connectionString), ...options];
  // Drops its complaint about a compiler API that it does not need.
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  if (status !== 0) process.stderr.write(stderr);
  await runStatements(server, `drop database ${name}`);
  return status ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
