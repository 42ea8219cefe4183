import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rewritten } from './rewritten.ts';

/** An index that is built before the transaction of the migrations. `statement` builds it, `concurrently`. */
export type AheadIndex = { migration: string; name: string; statement: string };

/** `checksum` is the SHA-256 of the file, of its first form if it was rewritten to the same effect. */
export type Migration = { name: string; sql: string; checksum: string; ahead: AheadIndex[] };

/** A migration as the table `migrations` names it. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

const END = '.sql';
const AHEAD_END = '.ahead.sql';
const AHEAD_STATEMENT = /^create (?:unique )?index concurrently (\w+)\s+on\s/;

/** In order. Throws when a file beside a migration holds anything but statements that build an index ahead. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(END)).sort();
  return Promise.all(
    files
      .filter((file) => !file.endsWith(AHEAD_END))
      .map(async (file) => {
        const name = file.slice(0, -END.length);
        const sql = await readSql(join(folder, file));
        const ahead = files.includes(name + AHEAD_END) ? await readSql(join(folder, name + AHEAD_END)) : '';
        return { name, sql, checksum: checksumOf(name, sql), ahead: readIndexes(name, ahead) };
      }),
  );
}

async function readSql(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
}

function checksumOf(name: string, sql: string): string {
  const found = createHash('sha256').update(sql).digest('hex');
  const known = rewritten[name];
  return known?.now === found ? known.first : found;
}

function readIndexes(migration: string, sql: string): AheadIndex[] {
  const statements = sql
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  return statements.map((statement) => {
    const name = AHEAD_STATEMENT.exec(statement)?.[1];
    if (!name) throw new Error(`${migration}${AHEAD_END} may only create named indexes concurrently`);
    return { migration, name, statement };
  });
}
