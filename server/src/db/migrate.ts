import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { errorCode } from '#server/lib/error-code.ts';
import { StartError } from '#server/lib/start-error.ts';
import { findPending, holdsData } from './upgrade/applied-migrations.ts';
import { buildAhead, dropInvalid } from './upgrade/build-ahead.ts';
import { MigrationError, migrationError } from './upgrade/migration-error.ts';
import { type AppliedMigration, type Migration, readMigrations } from './upgrade/migration-files.ts';
import { runPatiently } from './upgrade/run-patiently.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Arbitrary numbers for advisory locks: of the transaction that migrates, and of everything around it. */
const LOCK = 7_485_263_901;
const TURN = 7_485_263_902;

/** What the session may otherwise be limited to, lifted: a step may last. */
const noLimits = `set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

const TURN_PAUSE_MS = 250;

/** Whoever wants a lock behind a migration that waits for it has to wait as well, so it soon gives way and tries again. */
const LOCK_PATIENCE_MS = 2_000;
const LOCK_PAUSE_MS = 5_000;
/** SQLSTATE of a lock that was not to be had, and of a deadlock. */
const lockStates = new Set(['55P03', '40P01']);

export type MigrateHooks = {
  /** Called before waiting for another process that migrates the database. */
  onWait?: () => void;
  /** Called with what will be applied, if somebody's data is there already; what it throws calls everything off. */
  beforeUpgrade?: (pending: string[]) => Promise<void>;
  /** With it, indexes are built ahead if somebody's data is there, so that writers can go on; it hears how far that is. */
  sayAhead?: (line: string) => void;
  /** Called before each migration. `place` counts from 1. */
  onMigration?: (name: string, place: number) => void;
  /** Called when another session holds a lock that migrations need: all of them begin again after a pause. */
  onBlocked?: () => void;
  /** Ends waits and the building of indexes, not the transaction. */
  signal?: AbortSignal;
};

/**
 * Applies the missing `migrations/NNNN-name.sql`, in order, in one transaction: whatever refuses or kills it, the database
 * stays one that the Pitlane before can use. Processes that start together take turns.
 *
 * @param pool leads to the server itself; with `sayAhead` it should have two connections.
 * @returns the names of the migrations that this call applied.
 * @throws MigrationError; StartError when the database is newer than the code or was made by other files.
 */
export async function migrate(pool: Pool, folder = FOLDER, hooks: MigrateHooks = {}): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query(noLimits);
    await takeTurn(client, hooks);
    const pending = await findPending(client, migrations);
    if (pending.length === 0) return [];
    const isUpgrade = await holdsData(client);
    if (isUpgrade) {
      const { beforeUpgrade, sayAhead: say, signal } = hooks;
      await beforeUpgrade?.(pending.map(({ name }) => name));
      if (say) await buildAhead(client, pool, pending, { say, signal });
    }
    return await applyAll(client, migrations, isUpgrade, hooks);
  } finally {
    // Ended, for its limits are lifted. Whoever waits may go on at once.
    await client.query(`select pg_advisory_unlock(${TURN})`).catch(() => undefined);
    client.release(true);
  }
}

/**
 * Within the transaction of `client`: applies what is missing of the given migrations, the first ones of this Pitlane.
 *
 * @throws StartError when they are not, when the database has others, or when it refuses one.
 */
export async function migrateTo(
  client: PoolClient,
  wanted: readonly AppliedMigration[],
  folder = FOLDER,
): Promise<void> {
  const migrations = await readMigrations(folder);
  for (const [index, { name, checksum }] of wanted.entries()) {
    const known = migrations[index];
    if (known?.name !== name)
      throw new StartError(`A newer Pitlane is needed: the migration ${name} is unknown here.`);
    if (known.checksum !== checksum) throw new StartError(`The migration ${name} differs from the one here.`);
  }
  await takeLock(client);
  await applyPending(client, migrations.slice(0, wanted.length));
}

/** Asks again and again, in no transaction: one that waits would hold up whoever builds an index concurrently. */
async function takeTurn(client: PoolClient, { onWait, signal }: MigrateHooks): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${TURN}) as ours`);
    if (rows[0]?.ours) return;
    if (tries === 0) onWait?.();
    await wait(TURN_PAUSE_MS, undefined, signal && { signal });
  }
}

/** Waits for a restore, or for an upgrade by a version that knows no turns. */
async function takeLock(client: PoolClient, onWait?: () => void): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as ours`);
  if (rows[0]?.ours) return;
  onWait?.();
  await runPatiently(client, `select pg_advisory_xact_lock(${LOCK})`);
}

/** In one transaction, which begins again while others hold locks that it needs. */
async function applyAll(
  client: PoolClient,
  migrations: Migration[],
  isUpgrade: boolean,
  { onWait, onMigration, onBlocked, signal }: MigrateHooks,
): Promise<string[]> {
  for (;;) {
    try {
      await client.query('begin');
      await takeLock(client, onWait);
      if (isUpgrade) await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      const names = await applyPending(client, migrations, onMigration);
      await client.query('commit');
      return names;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isBlocked = error instanceof MigrationError && lockStates.has(errorCode(error.cause));
      if (!isUpgrade || !isBlocked) throw error;
      onBlocked?.();
      await wait(LOCK_PAUSE_MS, undefined, signal && { signal });
    }
  }
}

async function applyPending(
  client: PoolClient,
  migrations: Migration[],
  onMigration?: MigrateHooks['onMigration'],
): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
  );
  const pending = await findPending(client, migrations);
  for (const [place, migration] of pending.entries()) {
    onMigration?.(migration.name, place + 1);
    await dropInvalid(client, migration);
    await apply(client, migration);
  }
  return pending.map(({ name }) => name);
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await runPatiently(client, sql);
    // What is checked at commit would keep the next migration from altering the table.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (error) {
    throw migrationError(`migration ${name}`, error);
  }
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
