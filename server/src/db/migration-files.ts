import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A migration of this Pitlane. `checksum` is the SHA-256 of the file. */
export type Migration = { name: string; sql: string; checksum: string };

/** A migration that a database has. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

const end = '.sql';

/** Reads the migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(end)).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.slice(0, -end.length), sql, checksum };
    }),
  );
}
