import type { Pool, PoolClient } from 'pg';
import { errorCode } from '#server/lib/error-code.ts';
import { tellProgress } from './build-progress.ts';
import { migrationError } from './migration-error.ts';
import type { AheadIndex, Migration } from './migration-files.ts';
import { runPatiently } from './run-patiently.ts';

/** SQLSTATE of a table, column, function, operator class, type or collation that an earlier pending migration may make. */
const notThereYet = new Set(['42P01', '42703', '42883', '42704']);

export type AheadCircumstances = {
  /** Hears of each index as it begins, and how far it is. */
  say: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Builds the indexes of the companions of `migrations`, one by one, while others read and write. What cannot be built yet is
 * left to its migration. An invalid index that a killed process left is built anew.
 *
 * @param client in no transaction, without limits of time.
 * @param pool for the progress.
 * @throws MigrationError; the indexes before stay for the next try.
 */
export async function buildAhead(
  client: PoolClient,
  pool: Pool,
  migrations: readonly Migration[],
  circumstances: AheadCircumstances,
): Promise<void> {
  const { say, signal } = circumstances;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const indexes = migrations.flatMap(({ ahead }) => ahead);
  for (const [place, index] of indexes.entries()) {
    signal?.throwIfAborted();
    say(`  ahead ${place + 1} of ${indexes.length}: ${index.name}`);
    await tellProgress(pool, pid, circumstances, () => build(client, index, say));
  }
}

/**
 * Within a transaction: drops an invalid index that `migration` would take for a whole one.
 *
 * @throws MigrationError
 */
export async function dropInvalid(client: PoolClient, { name: migration, ahead }: Migration): Promise<void> {
  for (const { name } of ahead) {
    if ((await findValidity(client, name)) !== false) continue;
    await client.query(`drop index ${name}`).catch((error) => {
      throw migrationError(`index ${name} of the migration ${migration}`, error);
    });
  }
}

async function build(client: PoolClient, index: AheadIndex, say: (line: string) => void): Promise<void> {
  try {
    if (await isWhole(client, index.name)) return say('    is there already');
    await runPatiently(client, index.statement);
  } catch (error) {
    if (notThereYet.has(errorCode(error))) {
      return say(`    left to ${index.migration}: it needs what another migration makes`);
    }
    await dropLeftover(client, index.name).catch(() => undefined);
    throw migrationError(`index ${index.name} of the migration ${index.migration}`, error);
  }
}

/** @returns whether the index is there; an invalid one is dropped. */
async function isWhole(client: PoolClient, name: string): Promise<boolean> {
  const isValid = await findValidity(client, name);
  if (isValid === false) await runPatiently(client, `drop index concurrently ${name}`);
  return isValid === true;
}

/** It waits for older transactions, as building does, so the next start may have to do it. */
async function dropLeftover(client: PoolClient, name: string): Promise<void> {
  if ((await findValidity(client, name)) !== false) return;
  await client.query(`set statement_timeout = '3s'`);
  await client.query(`drop index concurrently ${name}`);
}

/** Undefined when there is no such index. */
async function findValidity(client: PoolClient, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    `select indisvalid from pg_index where indexrelid = to_regclass('${name}')`,
  );
  return rows[0]?.indisvalid;
}
