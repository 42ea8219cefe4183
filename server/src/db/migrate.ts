import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '#server/lib/start-error.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** An arbitrary number for the advisory lock. */
const LOCK = 7_485_263_901;

/** The longest wait that a timer takes, 24 days: migrating a large table, or waiting for that, may last. */
const PATIENCE_MS = 2_147_483_647;

type Migration = { name: string; sql: string; checksum: string };

/** A migration as the table `migrations` names it. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** The database refused a migration, or the connection broke: the database is as it was before all of them. */
export class MigrationError extends StartError {
  override name = 'MigrationError';
}

export type MigrateHooks = {
  /** Called before waiting for another process that migrates the database. */
  onWait?: () => void;
  /** Called with what will be applied, if somebody's data is there already; what it throws calls everything off. */
  beforeUpgrade?: (pending: string[]) => Promise<void>;
  /** Called before each migration. `place` counts from 1. */
  onMigration?: (name: string, place: number) => void;
};

/**
 * Applies the missing `migrations/NNNN-name.sql`, in order, in one transaction: whatever refuses or kills it, the database
 * stays one that the Pitlane before can use. Processes that start together take turns.
 *
 * @returns the names of the migrations that this call applied.
 * @throws MigrationError; StartError when the database is newer than the code or was made by other files.
 */
export async function migrate(
  pool: Pool,
  folder = FOLDER,
  { onWait, beforeUpgrade, onMigration }: MigrateHooks = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    await client.query(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    await takeTurn(client, onWait);
    const pending = await findPending(client, migrations);
    const names = pending.map(({ name }) => name);
    if (pending.length > 0 && (await holdsData(client))) await beforeUpgrade?.(names);
    for (const [place, migration] of pending.entries()) {
      onMigration?.(migration.name, place + 1);
      await apply(client, migration);
    }
    await client.query('commit');
    return names;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
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
  await runPatiently(client, `select pg_advisory_xact_lock(${LOCK})`);
  const pending = await findPending(client, migrations.slice(0, wanted.length));
  for (const migration of pending) await apply(client, migration);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.slice(0, -'.sql'.length), sql, checksum };
    }),
  );
}

async function takeTurn(client: PoolClient, onWait?: () => void): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as ours`);
  if (rows[0]?.ours) return;
  onWait?.();
  await runPatiently(client, `select pg_advisory_xact_lock(${LOCK})`);
}

async function findPending(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name collate "C"',
  );
  for (const [index, { name, checksum }] of rows.entries()) {
    const known = migrations[index];
    if (known?.name !== name) {
      throw new StartError(
        `The database was made by a newer Pitlane: it has the migration ${name}, unknown here. Start that version, or ` +
          'restore a backup from before its upgrade into a new database.',
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(`The migration ${name} in the database differs from the one of this Pitlane.`);
    }
  }
  return migrations.slice(rows.length);
}

/** The tables alone are nobody's data. */
async function holdsData(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ employees: string | null }>(
    `select to_regclass('employees')::text as employees`,
  );
  if (!rows[0]?.employees) return false;
  return (await client.query('select from employees limit 1')).rowCount === 1;
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await runPatiently(client, sql);
    // What is checked at commit would keep the next migration from altering the table.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof Error && 'severity' in error;
    throw new MigrationError(
      isRefused
        ? `The database refused the migration ${name}: ${reason}`
        : `The migration ${name} was broken off: ${reason}`,
    );
  }
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

async function runPatiently(client: PoolClient, text: string): Promise<void> {
  const statement = { text, query_timeout: PATIENCE_MS };
  await client.query(statement);
}
