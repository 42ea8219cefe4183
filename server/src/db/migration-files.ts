import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An index that only makes calls faster, built concurrently once its migration is committed. */
export type LaterIndex = { name: string; table: string; statement: string };

/** `checksum` is the SHA-256 of the file; `sql` is the file without its later indexes. */
export type Migration = { name: string; sql: string; checksum: string; laterIndexes: LaterIndex[] };

/** A migration as the table `migrations` names it. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

const end = '.sql';
/** A unique index decides what may be written, so the transaction of its migration builds it. */
const laterIndex = /^[ \t]*create index concurrently (\w+)\s+on\s+(\w+)[^;]*;/gm;

const droppedIndex = /\bdrop index(?: concurrently)?(?: if exists)? ([\w\s,]+?)(?: cascade| restrict)?;/g;
const droppedTable = /\bdrop table(?: if exists)? ([\w\s,]+?)(?: cascade| restrict)?;/g;

/** The later indexes of migrations without those that a later one drops, itself or with its table. */
export function standingIndexes(
  migrations: readonly Pick<Migration, 'sql' | 'laterIndexes'>[],
): LaterIndex[] {
  const standing = new Map<string, LaterIndex>();
  for (const { sql, laterIndexes } of migrations) {
    const [indexes, tables] = [droppedIndex, droppedTable].map(
      (dropped) =>
        new Set([...sql.matchAll(dropped)].flatMap(([, names = '']) => names.trim().split(/\s*,\s*/))),
    );
    for (const [name, { table }] of standing)
      if (indexes?.has(name) || tables?.has(table)) standing.delete(name);
    for (const index of laterIndexes) standing.set(index.name, index);
  }
  return [...standing.values()];
}

/** In order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(end)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return {
        name: file.slice(0, -end.length),
        sql: text.replace(laterIndex, ''),
        checksum: createHash('sha256').update(text).digest('hex'),
        laterIndexes: [...text.matchAll(laterIndex)].map(([statement, name = '', table = '']) => ({
          ...{ name, table, statement },
        })),
      };
    }),
  );
}
