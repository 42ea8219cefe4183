import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { onDatabase } from '#server/testing/databases.ts';

const server = join(import.meta.dirname, '..');
const document = join(server, '..', '..', 'docs', 'SCALE.md');

let database: Database;
let told: Map<string, string[]>;
let sources: { path: string; text: string }[];
beforeAll(async () => {
  const { server: config, template } = inject('database');
  database = openDatabase(onDatabase(config, template));
  const [, table = ''] =
    /^\| what ties it to one server[^\n]*\n([\s\S]*?)\n\n/m.exec(await readFile(document, 'utf8')) ?? [];
  told = new Map(
    table.split('\n').map((line) => {
      const [, name = '', named = ''] = line.split('|');
      return [name.trim(), [...named.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one).sort()];
    }),
  );
  const paths = (await readdir(server, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const own = paths.filter(
    (path) => /\.ts$/.test(path) && !/\.test\.ts$|^testing\/|^db\/sample\//.test(path),
  );
  sources = await Promise.all(
    own.map(async (path) => ({ path, text: await readFile(join(server, path), 'utf8') })),
  );
});
afterAll(() => database.pool.end());

const inSchema: Record<string, string> = {
  'triggers that count': triggersOf("pg_get_functiondef(tgfoid) ~ 'on conflict|count_'"),
  'triggers that tell': triggersOf("pg_get_functiondef(tgfoid) ~ 'tell'"),
  'other triggers': triggersOf("pg_get_functiondef(tgfoid) !~ 'on conflict|count_|tell'"),
  sequences:
    "select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace",
  'unlogged tables':
    "select relname as name from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace",
  'slots by database backend':
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'pg_backend_pid'",
  'foreign keys of leads and customers': `select distinct conrelid::regclass || ' → ' || confrelid::regclass as name from pg_constraint
    where contype = 'f' and confrelid in ('leads'::regclass, 'customers'::regclass)`,
  'unique beyond one id': `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace and not i.indisprimary`,
};

test.each(Object.entries(inSchema))('docs/SCALE.md names all %s, and no other', async (name, query) => {
  const { rows } = await database.pool.query<{ name: string }>(query);
  expect(rows.map((row) => row.name).sort()).toEqual(told.get(name));
});

const inSources: Record<string, RegExp> = {
  'LISTEN and NOTIFY': /\blisten \$|pg_notify/,
  'advisory locks': /pg_(try_)?advisory/,
  'locks of whole tables': /\block table /,
  'locks of rows': /\bfor update\b/,
};

test.each(Object.entries(inSources))('docs/SCALE.md names all %s, and no other', (name, pattern) => {
  const found = sources.filter(({ text }) => pattern.test(text.replace(/^\s*(\/?\*|\/\/).*$/gm, '')));
  expect(found.map(({ path }) => path).sort()).toEqual(told.get(name));
});

test('docs/SCALE.md names nothing else', () => {
  const names = [...told.keys()].filter((name) => !/^-*$/.test(name));
  expect(names.sort()).toEqual([...Object.keys(inSchema), ...Object.keys(inSources)].sort());
});

function triggersOf(condition: string): string {
  return `select distinct tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace and ${condition}`;
}
