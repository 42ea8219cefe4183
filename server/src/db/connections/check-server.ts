import pg, { type PoolConfig } from 'pg';
import { StartError } from '#server/lib/errors.ts';

const OLDEST_VERSION = 15;
const looks = 5;

type ServerCheck = {
  isShared: boolean;
  hasLimits: boolean;
};

/**
 * Checks that a database can be used by Pitlane, and tells how it is reached.
 *
 * @param config with the limits that Pitlane sets for its connections.
 * @throws StartError for one that cannot be reached, takes no writes, is older than PostgreSQL 15 or is not UTF8.
 */
export async function checkServer(config: PoolConfig): Promise<ServerCheck> {
  const client = clientOf(config);
  const where = `The database ${client.database} at ${client.host}:${client.port}`;
  try {
    await client.connect();
    const version = await readSetting(client, 'server_version');
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new StartError(`${where} is PostgreSQL ${version}; Pitlane needs ${OLDEST_VERSION} or newer.`);
    const encoding = await readSetting(client, 'server_encoding');
    if (encoding !== 'UTF8')
      throw new StartError(`${where} has the encoding ${encoding}; Pitlane needs UTF8.`);
    if ((await readSetting(client, 'transaction_read_only')) === 'on')
      throw new StartError(
        `${where} takes no writes: it is a standby. Pitlane needs the address of the primary.`,
      );
    const limit = await readSetting(client, 'statement_timeout');
    return { isShared: await isShared(client, config), hasLimits: limit !== '0' };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(unreachable(where, error));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isShared(client: pg.Client, config: PoolConfig): Promise<boolean> {
  const other = clientOf(config);
  try {
    await other.connect();
    const first = await pidOf(client);
    for (let look = 0; look < looks; look++) {
      const [pid, otherPid] = [await pidOf(client), await pidOf(other)];
      if (pid !== first || otherPid === pid) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    await other.end().catch(() => undefined);
  }
}

async function readSetting(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`show ${name}`);
  return rows[0]?.[name] ?? '';
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

function clientOf(config: PoolConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...config, query_timeout: 5_000 });
  client.on('error', () => undefined);
  return client;
}

function unreachable(where: string, error: unknown): string {
  const reason = reasonOf(error);
  if (/unsupported startup parameter/.test(reason)) {
    return (
      `${where} is a pooler that refuses Pitlane's timeouts: add ignore_startup_parameters = statement_timeout, ` +
      'lock_timeout, idle_in_transaction_session_timeout to pgbouncer.ini.'
    );
  }
  return `${where} cannot be reached: ${reason}.`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
