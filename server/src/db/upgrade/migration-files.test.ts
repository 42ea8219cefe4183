import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migration-files.ts';

const migrations = await readMigrations(join(import.meta.dirname, '..', 'migrations'));

/** Before it, indexes were built in the transaction; what took long of them was rewritten. */
const lastBefore = '0036-passkeys';
const largeTables = ['audit_log', 'customers', 'lead_comments', 'lead_contacts', 'lead_versions', 'leads'];

test('every index that is built ahead is made by its migration if it is not there', () => {
  const ahead = migrations.flatMap(({ sql, ahead }) => ahead.map(({ name }) => ({ name, sql })));
  expect(ahead.length).toBeGreaterThan(10);
  const missing = ahead.filter(
    ({ name, sql }) =>
      !sql.includes(`index if not exists ${name} `) &&
      !sql.includes(`alter index if exists ${name} rename to `),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('no migration makes writers of a large table wait while it builds an index', () => {
  expect(migrations.some(({ name }) => name === lastBefore)).toBe(true);
  const built = migrations
    .filter(({ name }) => name > lastBefore)
    .flatMap(({ sql, ahead }) => indexesOf(sql).filter((index) => !ahead.some(({ name }) => name === index)));
  expect(built).toEqual([]);
  expect(
    indexesOf('create index if not exists a on leads (id);\ncreate unique index b on leads(name);'),
  ).toEqual(['a', 'b']);
  expect(indexesOf('create index a on passkeys (employee_id);')).toEqual([]);
});

/** @returns those of large tables. */
function indexesOf(sql: string): string[] {
  const statement = /create (?:unique )?index (?:if not exists )?(\w+)\s+on (\w+)/g;
  return [...sql.matchAll(statement)].flatMap(([, index = '', table = '']) =>
    largeTables.includes(table) ? [index] : [],
  );
}
