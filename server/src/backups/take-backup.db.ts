import type { Pool, PoolClient } from 'pg';
import { CopyOut, type RowBuffer } from '#server/db/copy/copy-out.ts';
import { readAppliedMigrations } from '#server/db/migrate.ts';
import type { AppliedMigration } from '#server/db/migration-files.ts';
import { StartError } from '#server/lib/errors.ts';
import { filterBackedUp, formatCopyTarget, listTables, type StoredTable } from './catalogue.db.ts';

const pieceSize = 65_536;

type BackupSnapshot = {
  migrations: AppliedMigration[];
  tables: (StoredTable & { rows: number })[];
  takenAt: Date;
  pieces: (onRows: (rows: number) => void) => AsyncGenerator<Buffer>;
  release: () => void;
};

const begin = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/**
 * Opens a snapshot to back up; the caller releases it. It locks no reader or writer out, only migrations.
 *
 * @throws StartError when a migration is under way or there is nothing to back up.
 */
export async function openBackupSnapshot(pool: Pool): Promise<BackupSnapshot> {
  const client = await pool.connect();
  try {
    return await readSnapshot(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function readSnapshot(client: PoolClient): Promise<BackupSnapshot> {
  const before = await listTables(client);
  if ((await readAppliedMigrations(client)).length === 0)
    throw new StartError('There is nothing to back up: the database has no tables of Pitlane.');
  const names = before.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`${begin}; lock table ${names.join(', ')} in access share mode`);
  const all = await listTables(client);
  if (JSON.stringify(all) !== JSON.stringify(before))
    throw new StartError('The database is just being migrated: try again when Pitlane is ready.');
  const { rows: times } = await client.query<{ at: Date }>('select transaction_timestamp() as at');
  const tables: BackupSnapshot['tables'] = [];
  for (const table of filterBackedUp(all)) {
    const counted = `select count(*)::int8 as rows from ${client.escapeIdentifier(table.name)}`;
    const { rows } = await client.query<{ rows: number }>(counted);
    tables.push({ ...table, rows: rows[0]?.rows ?? 0 });
  }
  return {
    migrations: await readAppliedMigrations(client),
    tables,
    takenAt: times[0]?.at ?? new Date(),
    pieces: (onRows) => copyTables(client, tables, onRows),
    release: () => client.release(true),
  };
}

async function* copyTables(
  client: PoolClient,
  tables: readonly StoredTable[],
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for (const table of tables) {
    const rows = new TextRows(onRows);
    yield* client.query(new CopyOut(`copy ${formatCopyTarget(client, table)} to stdout`, rows));
    yield Buffer.alloc(0);
  }
}

class TextRows implements RowBuffer {
  readonly #onRows: (rows: number) => void;
  #rows: Buffer[] = [];
  #size = 0;

  constructor(onRows: (rows: number) => void) {
    this.#onRows = onRows;
  }

  get isFull(): boolean {
    return this.#size >= pieceSize;
  }

  add(row: Buffer): void {
    this.#rows.push(Buffer.from(row));
    this.#size += row.length;
  }

  take(): Buffer {
    this.#onRows(this.#rows.length);
    const piece = Buffer.concat(this.#rows);
    this.#rows = [];
    this.#size = 0;
    return piece;
  }
}
