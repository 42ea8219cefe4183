import type { PoolClient } from 'pg';

/** The longest wait that a timer takes, 24 days: migrating a large table, or waiting for that, may last. */
const PATIENCE_MS = 2_147_483_647;

/** Without the pool's limit of time; the server's are for the session to lift. */
export async function runPatiently(client: PoolClient, text: string): Promise<void> {
  const statement = { text, query_timeout: PATIENCE_MS };
  await client.query(statement);
}
