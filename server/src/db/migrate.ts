import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { errorCode, StartError, UpgradeError } from '#server/lib/errors.ts';
import { buildIndexes, runPatiently } from './later-indexes.ts';
import { type AppliedMigration, type Migration, readMigrations, standingIndexes } from './migration-files.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Arbitrary numbers for advisory locks: of the transaction that migrates, and of everything around it. */
const LOCK = 7_485_263_901;
const TURN = 7_485_263_902;

/** What the session may otherwise be limited to, lifted: a step may last. */
const noLimits = `set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

const waiting = 'Another Pitlane is upgrading the database: waiting for it';
const TURN_PAUSE_MS = 250;

/** Whoever wants a lock behind a migration that waits for it has to wait as well, so it soon gives way and tries again. */
const LOCK_PATIENCE_MS = 2_000;
const LOCK_PAUSE_MS = 5_000;
/** SQLSTATE of a lock that was not to be had, and of a deadlock. */
const lockStates = new Set(['55P03', '40P01']);

/** The database refused a migration, or the connection broke: the version before can go on. `cause` is why. */
export class MigrationError extends StartError {
  override name = 'MigrationError';
}

export type MigrateHooks = {
  /** Hears, a line at a time, what is done with somebody's data, waited for, and built afterwards. */
  say?: (line: string) => void;
  /** Called with what will be applied, if somebody's data is there already; what it throws calls everything off. */
  beforeUpgrade?: (pending: string[]) => Promise<void>;
  /** Ends waits and the building of indexes, not the transaction. */
  signal?: AbortSignal;
};

/**
 * Applies the missing `migrations/NNNN-name.sql`, in order, in one transaction: whatever refuses or kills it, the database
 * stays one that the Pitlane before can use. Then builds the indexes that they leave for later, while others write. Processes
 * that start together take turns.
 *
 * @param pool leads to the server itself; it should have two connections.
 * @returns the names of the migrations that this call applied.
 * @throws MigrationError; UpgradeError when the schema is older than the first migration or was made by other files; StartError
 *   when the database is newer than the code.
 */
export async function migrate(pool: Pool, folder = FOLDER, hooks: MigrateHooks = {}): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query(noLimits);
    await takeTurn(client, hooks);
    const pending = await findPending(client, migrations);
    const isUpgrade = pending.length > 0 && (await holdsData(client));
    if (isUpgrade) await hooks.beforeUpgrade?.(pending.map(({ name }) => name));
    const applied = pending.length > 0 ? await applyAll(client, migrations, isUpgrade, hooks) : [];
    await buildIndexes(client, pool, standingIndexes(migrations), hooks);
    return applied;
  } finally {
    // Ended, for its limits are lifted. Whoever waits may go on at once.
    await client.query(`select pg_advisory_unlock(${TURN})`).catch(() => undefined);
    client.release(true);
  }
}

/**
 * Within the transaction of `client`: applies what is missing of the given migrations, the first ones of this Pitlane.
 *
 * @throws StartError when they are not (UpgradeError when a newer Pitlane does not help), when the database has others, or when it refuses one.
 */
export async function migrateTo(
  client: PoolClient,
  wanted: readonly AppliedMigration[],
  folder = FOLDER,
): Promise<void> {
  const migrations = await readMigrations(folder);
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
  await applyPending(client, migrations.slice(0, wanted.length));
}

/** In the order in which they were applied; none in a database without Pitlane. */
export async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  if (!(await hasTable(client, 'migrations'))) return [];
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from migrations order by name collate "C"',
  );
  return rows;
}

/** @returns which of `migrations` the database lacks. */
async function findPending(client: PoolClient, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
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

/** The tables alone are nobody's data. */
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

/** Asks again and again, in no transaction: one that waits would hold up whoever builds an index concurrently. */
async function takeTurn(client: PoolClient, { say, signal }: MigrateHooks): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${TURN}) as ours`);
    if (rows[0]?.ours) return;
    if (attempt === 0) say?.(waiting);
    await wait(TURN_PAUSE_MS, undefined, signal && { signal });
  }
}

/** Waits for a restore. */
async function takeLock(client: PoolClient, say?: MigrateHooks['say']): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as ours`);
  if (rows[0]?.ours) return;
  say?.(waiting);
  await runPatiently(client, `select pg_advisory_xact_lock(${LOCK})`);
}

/** In one transaction, which begins again while others hold locks that it needs. */
async function applyAll(
  client: PoolClient,
  migrations: Migration[],
  isUpgrade: boolean,
  { say, signal }: MigrateHooks,
): Promise<string[]> {
  for (;;) {
    try {
      await client.query('begin');
      await takeLock(client, say);
      if (isUpgrade) await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      const names = await applyPending(client, migrations, isUpgrade ? say : undefined);
      await client.query('commit');
      return names;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isBlocked = error instanceof MigrationError && lockStates.has(errorCode(error.cause));
      if (!isUpgrade || !isBlocked) throw error;
      say?.('  Another session holds a lock that this needs: trying again in a few seconds');
      await wait(LOCK_PAUSE_MS, undefined, signal && { signal });
    }
  }
}

async function applyPending(
  client: PoolClient,
  migrations: Migration[],
  say?: MigrateHooks['say'],
): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
  );
  const pending = await findPending(client, migrations);
  for (const [place, { name, sql, checksum }] of pending.entries()) {
    say?.(`  ${place + 1} of ${pending.length}: ${name}`);
    try {
      await runPatiently(client, sql);
      // What is checked at commit would keep the next migration from altering the table.
      await client.query('set constraints all immediate; set constraints all deferred');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const isRefused = cause instanceof Error && 'severity' in cause;
      const what = isRefused
        ? `The database refused the migration ${name}`
        : `The migration ${name} was broken off`;
      throw new MigrationError(`${what}: ${reason}`, { cause });
    }
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  return pending.map(({ name }) => name);
}
