import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An index that only makes calls faster. `statement` builds it while others write. */
export type SchemaIndex = { name: string; statement: string };

/** The present form of the database: the files that make a new one, in order, and those of its indexes that are not unique. */
export type Schema = { files: { name: string; sql: string }[]; indexes: SchemaIndex[] };

/** psql's command to read another file, relative to the one that has it. */
const include = /^\\ir (\S+)$/gm;
/** A unique index decides what may be written, so the transaction of a migration builds it. */
const plainIndex = /^create (index (\w+)\s+on\s[^;]*;)/gm;

/** Reads the files that `schema.sql` in `folder` names. */
export async function readSchema(folder: string): Promise<Schema> {
  const list = await readText(join(folder, 'schema.sql'));
  const files = await Promise.all(
    [...list.matchAll(include)].map(async ([, name = '']) => ({
      name,
      sql: await readText(join(folder, name)),
    })),
  );
  const indexes = files.flatMap(({ sql }) =>
    [...sql.matchAll(plainIndex)].map(([, rest = '', name = '']) => ({
      name,
      statement: `create ${rest.replace('index', 'index concurrently')}`,
    })),
  );
  return { files, indexes };
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}
