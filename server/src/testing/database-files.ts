import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const own = join(import.meta.dirname, '..', 'db');

/** Copies Pitlane's schema files and migrations into a folder. */
export async function copyDatabaseFiles(folder: string): Promise<string> {
  for (const name of ['schema.sql', 'schema', 'migrations'])
    await cp(join(own, name), join(folder, name), { recursive: true });
  return folder;
}

/** Makes a version of the files whose schema and migrations are empty. */
export async function makeDatabaseFiles(folder: string): Promise<string> {
  await mkdir(join(folder, 'schema'));
  await mkdir(join(folder, 'migrations'));
  await writeFile(join(folder, 'schema.sql'), '');
  return folder;
}

/** Adds a change to both: what older databases need, and what new ones are made from. */
export async function addMigration(
  folder: string,
  name: string,
  { migration, schema }: { migration: string; schema?: string },
): Promise<void> {
  await writeFile(join(folder, 'migrations', `${name}.sql`), migration);
  if (schema !== undefined) await addSchemaFile(folder, name, schema);
}

/** Adds a file to the schema, or replaces one that it has already. */
export async function addSchemaFile(folder: string, name: string, sql: string): Promise<void> {
  const list = join(folder, 'schema.sql');
  const line = `\\ir schema/${name}.sql\n`;
  await writeFile(join(folder, 'schema', `${name}.sql`), sql);
  if (!(await readFile(list, 'utf8')).includes(line)) await appendFile(list, line);
}
