import type { Pool, PoolClient } from 'pg';
import type { SchemaIndex } from './schema-files.ts';

/** The longest wait that a timer takes, in milliseconds, 24 days: the pool would give up sooner. */
const LONGEST_WAIT_MS = 2_147_483_647;

type Circumstances = { say?: (line: string) => void; signal?: AbortSignal };

/** Runs a statement without the pool's time limit: migrating a large table, or waiting for that, may last. */
export async function runWithoutTimeout(client: PoolClient, text: string): Promise<void> {
  const statement = { text, query_timeout: LONGEST_WAIT_MS };
  await client.query(statement);
}

/**
 * Builds, one by one, the indexes that are missing or that a killed process left invalid. Only speed depends on them: one that
 * cannot be built is named, and the next start tries again.
 *
 * @param client in no transaction, without timeouts.
 * @param pool has another connection, which calls a build off.
 */
export async function buildMissingIndexes(
  client: PoolClient,
  pool: Pool,
  indexes: readonly SchemaIndex[],
  { say, signal }: Circumstances,
): Promise<void> {
  if (indexes.length === 0) return;
  const { rows } = await client.query<{ pid: number; valid: string[] }>(
    `select pg_backend_pid() as pid, array(select name from unnest($1::text[]) name
       join pg_index on indexrelid = to_regclass(name) where indisvalid) as valid`,
    [indexes.map(({ name }) => name)],
  );
  const { pid, valid = [] } = rows[0] ?? {};
  const cancel = () => void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (const { name, statement } of indexes.filter(({ name }) => !valid.includes(name))) {
      signal?.throwIfAborted();
      say?.(`Building the index ${name}`);
      await runWithoutTimeout(client, `drop index concurrently if exists ${name}`);
      await runWithoutTimeout(client, statement).catch((error: unknown) => {
        signal?.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        say?.(`The index ${name} could not be built, which the next start tries again: ${reason}`);
      });
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
