import type { PoolConfig } from 'pg';
import { checkServer } from '#server/db/connections/check-server.ts';
import type { Env } from '#server/env.ts';
import { StartError } from '#server/lib/errors.ts';
import { createLog } from '#server/lib/log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningPostgres, hasCluster } from './running-postgres.ts';

type JoinedDatabase = { connection: PoolConfig; stop: () => Promise<void> };

/**
 * Runs a command's work with its database: joins the database of the Pitlane that runs on the data folder, if one does; else starts
 * it, for as long as `work` takes.
 *
 * @param options.mayShare false for a command that needs the folder for itself, which may be empty.
 * @throws StartError when there is none.
 */
export async function withDatabase(
  env: Env,
  signal: AbortSignal,
  options: { mayShare: boolean },
  work: (connection: PoolConfig) => Promise<void>,
): Promise<void> {
  const { connection, stop } = await join(env, signal, options);
  try {
    await work(connection);
  } finally {
    await stop();
  }
}

async function join(
  env: Env,
  signal: AbortSignal,
  { mayShare }: { mayShare: boolean },
): Promise<JoinedDatabase> {
  const stop = async () => undefined;
  if (env.databaseUrl) {
    const connection = { connectionString: env.databaseDirectUrl ?? env.databaseUrl };
    await checkServer(connection);
    return { connection, stop };
  }
  if (mayShare) {
    if (!hasCluster(env.dataDir)) throw new StartError(`There is no database in ${env.dataDir}.`);
    const connection = await findRunningPostgres(env.dataDir);
    if (connection) return { connection, stop };
  }
  return startEmbeddedPostgres({ dataDir: env.dataDir, log: createLog(env.logLevel), signal });
}
