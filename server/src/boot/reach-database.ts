import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { checkServer } from '#server/db/connections/check-server.ts';
import { serverLimits } from '#server/db/pool.ts';
import type { Env } from '#server/env.ts';
import { StartError } from '#server/lib/errors.ts';

/** How calls reach the database, how what needs a connection of its own does (`direct`), and whether statements may be prepared. */
export type DatabaseConnection = { connection: PoolConfig; direct: PoolConfig; prepare: boolean };

type Settings = Pick<Env, 'databaseDirectUrl' | 'databasePrepare'> & { databaseUrl: string };

/**
 * Checks the database of the settings, and says how to connect to it; opens no pool. Nothing is prepared behind a pooler that gives
 * each transaction another connection, unless the settings say so.
 *
 * @throws StartError for a database that Pitlane cannot use, or not by these settings.
 */
export async function connectToDatabase(
  { databaseUrl, databaseDirectUrl, databasePrepare }: Settings,
  log: Pick<Logger, 'warn'>,
): Promise<DatabaseConnection> {
  const connection = { connectionString: databaseUrl };
  const { isShared, hasLimits } = await checkServer({ ...connection, ...serverLimits });
  if (isShared && !databaseDirectUrl) {
    throw new StartError(
      'DATABASE_URL leads through a pooler that gives each transaction another connection, and live events and upgrades need one ' +
        "of their own: set DATABASE_DIRECT_URL to PostgreSQL's own address as well.",
    );
  }
  const direct = databaseDirectUrl ? { connectionString: databaseDirectUrl } : connection;
  if (databaseDirectUrl && (await checkServer({ ...direct, ...serverLimits })).isShared) {
    throw new StartError(
      "DATABASE_DIRECT_URL leads through a pooler that gives each transaction another connection; it takes PostgreSQL's own address.",
    );
  }
  if (!hasLimits) log.warn("the pooler drops Pitlane's timeouts: set them on the database");
  return { connection, direct, prepare: databasePrepare === 'auto' ? !isShared : databasePrepare === 'on' };
}
