import type { PoolClient } from 'pg';
import { StartError } from '#server/lib/start-error.ts';
import type { AppliedMigration, Migration } from './migration-files.ts';

/** In the order in which they were applied; none in a database without Pitlane. */
export async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ migrations: string | null }>(
    `select to_regclass('migrations')::text as migrations`,
  );
  if (!found[0]?.migrations) return [];
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from migrations order by name collate "C"',
  );
  return rows;
}

/**
 * @returns which of `migrations` the database lacks.
 * @throws StartError when it has others.
 */
export async function findPending(
  client: PoolClient,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const applied = await readApplied(client);
  for (const [index, { name, checksum }] of applied.entries()) {
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
  return migrations.slice(applied.length);
}

/** The tables alone are nobody's data. */
export async function holdsData(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ employees: string | null }>(
    `select to_regclass('employees')::text as employees`,
  );
  if (!rows[0]?.employees) return false;
  return (await client.query('select from employees limit 1')).rowCount === 1;
}
