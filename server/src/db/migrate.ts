import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { getErrorCode, StartError, UpgradeError } from '#server/lib/errors.ts';
import { type AppliedMigration, type Migration, readMigrations } from './migration-files.ts';
import { buildMissingIndexes, runWithoutTimeout } from './missing-indexes.ts';
import { readSchema, type Schema } from './schema-files.ts';

/** Holds `schema.sql` with the files that it names, and `migrations`. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const LOCK = 7_485_263_901;
const TURN = 7_485_263_902;

// What the session may otherwise be limited to, lifted: a step may last.
const noLimits = `set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

const waiting = 'Another Pitlane is upgrading the database: waiting for it';
const TURN_PAUSE_MS = 250;

const LOCK_PATIENCE_MS = 2_000;
const LOCK_PAUSE_MS = 5_000;
// SQLSTATE of a lock that was not to be had, and of a deadlock.
const lockStates = new Set(['55P03', '40P01']);

/** Says that the database refused a migration, or that the connection broke: the version before can go on. `cause` is why. */
export class MigrationError extends StartError {
  override name = 'MigrationError';
}

/**
 * Hooks of a migration: `say` prints a line, `beforeUpgrade` runs before a database with pending migrations is changed, `signal` ends
 * waiting.
 */
export type MigrateHooks = {
  say?: (line: string) => void;
  beforeUpgrade?: (pending: string[]) => Promise<void>;
  signal?: AbortSignal;
};

/**
 * Makes a new database by the schema files, and applies to any other the missing `migrations/NNNN-name.sql`, in order: in one
 * transaction, so that the database stays one that the Pitlane before can use, whatever refuses or kills it. Then builds, while others
 * write, the indexes of the schema files that are missing. Processes that start together take turns.
 *
 * @param pool leads to the server itself; it should have two connections.
 * @returns the names of the migrations that the database has gained by this call.
 * @throws MigrationError; UpgradeError when the schema is older than the first migration or was made by other files; StartError when
 *   the database is newer than the code.
 */
export async function migrate(pool: Pool, folder = FOLDER, hooks: MigrateHooks = {}): Promise<string[]> {
  const schema = await readSchema(folder);
  const migrations = await ownMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query(noLimits);
    await takeTurn(client, hooks);
    const applied = await readAppliedMigrations(client);
    const pending = findPending(applied, migrations);
    const isUpgrade = applied.length > 0 && pending.length > 0 && (await holdsData(client));
    if (isUpgrade) await hooks.beforeUpgrade?.(pending.map(({ name }) => name));
    const gained = pending.length > 0 ? await applyAll(client, { schema, migrations }, isUpgrade, hooks) : [];
    await buildMissingIndexes(client, pool, schema.indexes, hooks);
    return gained;
  } finally {
    // Ended, for its limits are lifted. Whoever waits may go on at once.
    await client.query(`select pg_advisory_unlock(${TURN})`).catch(() => undefined);
    client.release(true);
  }
}

/**
 * Applies, within the transaction of `client`, what is missing of the given migrations, the first ones of this Pitlane; a new
 * database, too, is made by them, for a backup may be older than the schema files.
 *
 * @throws StartError when they are not (UpgradeError when a newer Pitlane does not help), when the database has others, or when it refuses one.
 */
export async function migrateTo(
  client: PoolClient,
  wanted: readonly AppliedMigration[],
  folder = FOLDER,
): Promise<void> {
  const migrations = await ownMigrations(folder);
  for (const [index, { name, checksum }] of wanted.entries()) {
    const known = migrations[index];
    if (index === 0 && known && known.name !== name)
      throw new UpgradeError(
        'The backup was made by a Pitlane from before its first release: restore it there.',
      );
    if (known?.name !== name)
      throw new StartError(`A newer Pitlane is needed: the migration ${name} is unknown here.`);
    if (known.checksum !== checksum)
      throw new UpgradeError(
        `The backup was made by another Pitlane, whose migration ${name} differs from the one here: restore it there.`,
      );
  }
  await takeLock(client);
  await applyMissing(client, migrations.slice(0, wanted.length));
}

/** Reads Pitlane's own migrations, in order. */
export function ownMigrations(folder = FOLDER): Promise<Migration[]> {
  return readMigrations(join(folder, 'migrations'));
}

/** Reads the migrations in the order in which they were applied; none in a database without Pitlane. */
export async function readAppliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  if (!(await hasTable(client, 'migrations'))) return [];
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from migrations order by name collate "C"',
  );
  return rows;
}

/** @returns which of `migrations` are not among those that were applied. */
function findPending(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (index === 0 && known && known.name !== name)
      throw new UpgradeError(
        'The database was made by a Pitlane from before its first release, and nothing was changed: start that version to ' +
          'use it, or set DATA_DIR or DATABASE_URL to a new database.',
      );
    if (known?.name !== name)
      throw new StartError(
        `The database was made by a newer Pitlane: it has the migration ${name}, unknown here. Start that version, or ` +
          'restore a backup from before its upgrade into a new database.',
      );
    if (known.checksum !== checksum)
      throw new UpgradeError(
        `The database was made by another Pitlane, whose migration ${name} differs from the one here, and nothing was ` +
          'changed: start that Pitlane, or set DATA_DIR or DATABASE_URL to a new database.',
      );
  }
  return migrations.slice(applied.length);
}

// The tables alone are nobody's data.
async function holdsData(client: PoolClient): Promise<boolean> {
  if (!(await hasTable(client, 'employees'))) return false;
  return (await client.query('select from employees limit 1')).rowCount === 1;
}

async function hasTable(client: PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ]);
  return rows[0]?.found ?? false;
}

// Asks again and again, in no transaction: one that waits would hold up whoever builds an index concurrently.
async function takeTurn(client: PoolClient, { say, signal }: MigrateHooks): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${TURN}) as ours`);
    if (rows[0]?.ours) return;
    if (attempt === 0) say?.(waiting);
    await wait(TURN_PAUSE_MS, undefined, signal && { signal });
  }
}

async function takeLock(client: PoolClient, say?: MigrateHooks['say']): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as ours`);
  if (rows[0]?.ours) return;
  say?.(waiting);
  await runWithoutTimeout(client, `select pg_advisory_xact_lock(${LOCK})`);
}

async function applyAll(
  client: PoolClient,
  { schema, migrations }: { schema: Schema; migrations: Migration[] },
  isUpgrade: boolean,
  { say, signal }: MigrateHooks,
): Promise<string[]> {
  for (;;) {
    try {
      await client.query('begin');
      await takeLock(client, say);
      if (isUpgrade) await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      const isNew = (await readAppliedMigrations(client)).length === 0;
      if (isNew) say?.('Setting up a new database');
      const gained = isNew
        ? await createTables(client, schema, migrations)
        : await applyMissing(client, migrations, isUpgrade ? say : undefined);
      await client.query('commit');
      return gained;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isBlocked = error instanceof MigrationError && lockStates.has(getErrorCode(error.cause));
      if (!isUpgrade || !isBlocked) throw error;
      say?.('  Another session holds a lock that this needs: trying again in a few seconds');
      await wait(LOCK_PAUSE_MS, undefined, signal && { signal });
    }
  }
}

/** Makes everything from the schema files, which say already what each of `migrations` changes. */
async function createTables(client: PoolClient, schema: Schema, migrations: Migration[]): Promise<string[]> {
  for (const { name, sql } of schema.files) await run(client, `schema file ${name}`, sql);
  await record(client, migrations);
  return migrations.map(({ name }) => name);
}

async function applyMissing(
  client: PoolClient,
  migrations: Migration[],
  say?: MigrateHooks['say'],
): Promise<string[]> {
  const pending = findPending(await readAppliedMigrations(client), migrations);
  for (const [index, migration] of pending.entries()) {
    say?.(`  ${index + 1} of ${pending.length}: ${migration.name}`);
    await run(client, `migration ${migration.name}`, migration.sql);
    await record(client, [migration]);
  }
  return pending.map(({ name }) => name);
}

async function run(client: PoolClient, step: string, sql: string): Promise<void> {
  try {
    await runWithoutTimeout(client, sql);
    // What is checked at commit would keep the next migration from altering the table.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isRefused = cause instanceof Error && 'severity' in cause;
    const what = isRefused ? `The database refused the ${step}` : `The ${step} was broken off`;
    throw new MigrationError(`${what}: ${reason}`, { cause });
  }
}

async function record(client: PoolClient, migrations: readonly AppliedMigration[]): Promise<void> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
  );
  await client.query(
    'insert into migrations (name, checksum) select name, checksum from unnest($1::text[], $2::text[]) as m (name, checksum)',
    [migrations.map(({ name }) => name), migrations.map(({ checksum }) => checksum)],
  );
}
