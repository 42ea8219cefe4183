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

/**
 * Applies the missing `migrations/NNNN-name.sql`, in order, each in a transaction together with its row in `migrations`, so
 * that a killed one leaves no trace. Processes that start together take turns.
 *
 * @returns the names of the migrations that this call applied.
 * @throws StartError when the database is newer than the code, was made by other files, or refuses a migration.
 */
export async function migrate(pool: Pool, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(pool, migrations);
    if (name === undefined) return applied;
    applied.push(name);
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
  const within = migrations.slice(0, wanted.length);
  for (;;) {
    const next = await findNext(client, within);
    if (!next) return;
    await apply(client, next);
  }
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

/** @returns the name of the applied migration; undefined when none is missing. */
async function applyNext(pool: Pool, migrations: Migration[]): Promise<string | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    await client.query(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    await runPatiently(client, `select pg_advisory_xact_lock(${LOCK})`);
    const next = await findNext(client, migrations);
    if (next) await apply(client, next);
    await client.query('commit');
    return next?.name;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function findNext(client: PoolClient, migrations: Migration[]): Promise<Migration | undefined> {
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
        `The database was made by a newer Pitlane: it has the migration ${name}, unknown here.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(`The migration ${name} in the database differs from the one of this Pitlane.`);
    }
  }
  return migrations[rows.length];
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await runPatiently(client, sql);
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error;
    throw new StartError(`The database refused the migration ${name}: ${error.message}`);
  }
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

async function runPatiently(client: PoolClient, text: string): Promise<void> {
  const statement = { text, query_timeout: PATIENCE_MS };
  await client.query(statement);
}
