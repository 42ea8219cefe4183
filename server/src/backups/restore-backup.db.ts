import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import { CopyIn } from '#server/db/copy/copy-in.ts';
import { migrateTo, readAppliedMigrations } from '#server/db/migrate.ts';
import type { AppliedMigration } from '#server/db/migration-files.ts';
import { giveUpRestoredMessages } from '#server/db/restored-messages.ts';
import { StartError } from '#server/lib/errors.ts';
import { filterBackedUp, formatCopyTarget, listTables, type StoredTable } from './catalogue.db.ts';

const begin = `begin;
  set local lock_timeout = '10s'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local maintenance_work_mem = '256MB'`;

/**
 * Fills the tables of an empty database from a backup, in one transaction, and builds their indexes again.
 *
 * @param pieces the rows of `tables`, in that order, each table ended by an empty piece.
 * @throws StartError when the database is in use, holds anybody's data, is not of the backup's version or refuses its rows.
 */
export async function restoreTables(
  pool: Pool,
  backup: { migrations: AppliedMigration[]; tables: (StoredTable & { rows: number })[] },
  pieces: AsyncIterator<Buffer>,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query(begin);
    await refuseRunning(client);
    const present = await readAppliedMigrations(client);
    if (present.length > backup.migrations.length) {
      throw new StartError(
        'The database was prepared by a newer Pitlane than the one of the backup: restore into a new database.',
      );
    }
    await migrateTo(client, backup.migrations);
    const all = await listTables(client);
    await lockEmpty(client, all);
    refuseOther(all, backup.tables);
    const putBack = await setAside(client, all);
    for (const table of backup.tables) await copyTable(client, table, pieces);
    // Older backups have none.
    if (backup.tables.some(({ name }) => name === 'customer_messages')) await giveUpRestoredMessages(client);
    say('Building the indexes');
    for (const statement of putBack) await client.query(statement);
    await client.query('commit');
    isDone = true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartError(`The database refused the backup, and nothing was restored: ${error.message}.`);
  } finally {
    client.release(!isDone);
  }
}

/** The server lists the connection of a process that has just stopped for a moment longer, so it is asked again for 2 s. */
async function refuseRunning(client: PoolClient): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rowCount } = await client.query(`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'pitlane%'`);
    if (!rowCount) return;
    await wait(100);
    // Within a transaction, PostgreSQL answers from what it read first.
    await client.query('select pg_stat_clear_snapshot()');
  }
  throw new StartError('Pitlane is running on this database: stop all its processes first.');
}

async function lockEmpty(client: PoolClient, tables: readonly StoredTable[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  const { rowCount } = await client.query('select from employees limit 1');
  if (rowCount) throw new StartError('The database is not empty: restore into a new one.');
}

/** Tables of others are neither emptied nor overlooked. Columns may be in another order: a migration can only append one. */
function refuseOther(all: readonly StoredTable[], wanted: readonly StoredTable[]): void {
  const shape = (tables: readonly StoredTable[]) =>
    tables.map(({ name, columns }) => `${name} (${columns.toSorted()})`);
  const [here, there] = [shape(filterBackedUp(all)), shape(wanted)];
  const other = [
    ...here.filter((each) => !there.includes(each)),
    ...there.filter((each) => !here.includes(each)),
  ][0];
  if (other)
    throw new StartError(`The database and the backup differ: only one of them has the table ${other}.`);
}

/**
 * Empties the tables and takes away what would slow the rows down or act on them: triggers, foreign keys, and indexes that
 * hold no constraint.
 *
 * @returns the statements that bring it back, in order.
 */
async function setAside(client: PoolClient, tables: readonly StoredTable[]): Promise<string[]> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  const find = async (query: string) => (await client.query<Definition>(query, [names])).rows;
  const foreignKeys = await find(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as undo,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as redo
    from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`);
  const indexes = await find(`
    select format('drop index %s', indexrelid::regclass) as undo, pg_get_indexdef(indexrelid) as redo
    from pg_index i where indrelid = any($1::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')`);
  for (const { undo } of [...foreignKeys, ...indexes]) await client.query(undo);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  return [
    ...[...indexes, ...foreignKeys].map(({ redo }) => redo),
    ...names.map((name) => `alter table ${name} enable trigger user`),
    `analyze ${names.join(', ')}`,
  ];
}

type Definition = { undo: string; redo: string };

async function copyTable(
  client: PoolClient,
  table: StoredTable & { rows: number },
  pieces: AsyncIterator<Buffer>,
): Promise<void> {
  const copy = client.query(new CopyIn(`copy ${formatCopyTarget(client, table)} from stdin`));
  const end = finished(copy);
  end.catch(() => undefined);
  for (;;) {
    const { value, done } = await pieces.next();
    if (done || value.length === 0) break;
    if (!copy.write(value)) await Promise.race([once(copy, 'drain'), end]);
  }
  copy.end();
  await end;
  if (copy.rows !== table.rows) {
    throw new StartError(
      `The backup contradicts itself: ${table.name} has ${copy.rows} rows, and its first line says ${table.rows}. Nothing was restored.`,
    );
  }
}
