import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { restoreBackup, takeBackup } from '#server/backups/backups.service.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { rewritten } from './rewritten.ts';

const own = join(import.meta.dirname, '..', 'migrations');
const { server } = inject('database');
const { signal } = new AbortController();
const names = Object.keys(rewritten);

/** The migrations as they were before any was rewritten, without what is built ahead. */
let former: string;
/** The schema that they make. */
let schema: unknown;
beforeAll(async () => {
  former = await mkdtemp(join(tmpdir(), 'pitlane-former-'));
  for (const file of (await readdir(own)).filter((each) => !each.endsWith('.ahead.sql'))) {
    const sql = await readFile(join(own, file), 'utf8');
    await writeFile(join(former, file), names.includes(file.replace('.sql', '')) ? formerOf(sql) : sql);
  }
});
afterAll(() => rm(former, { recursive: true }));

let name: string;
let database: Database;
beforeEach(async () => {
  ({ name, database } = await createDatabase());
});
afterEach(async () => {
  await database.pool.end();
  await dropDatabase(server, name);
});

test.each(Object.entries(rewritten))('%s is known by its first form', async (migration, { now, first }) => {
  expect(checksum(await readFile(join(own, `${migration}.sql`), 'utf8'))).toBe(now);
  expect(checksum(await readFile(join(former, `${migration}.sql`), 'utf8'))).toBe(first);
});

describe('a database of the former files', () => {
  beforeEach(async () => {
    await migrate(database.pool, former);
    await addEmployee(database);
  });

  test('is accepted', async () => {
    expect(await migrate(database.pool)).toEqual([]);
  });

  test('can be backed up and restored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pitlane-former-backup-'));
    const file = join(folder, 'pitlane.backup');
    const work = { passphrase: undefined, signal, say: () => undefined };
    await takeBackup(file, { ...work, connection: onDatabase(server, name) });
    const target = await createDatabase();
    await restoreBackup(file, { ...work, connection: onDatabase(server, target.name) });
    expect((await target.database.pool.query('select name from employees')).rows).toEqual([
      { name: 'Rokeya' },
    ]);
    expect(await appliedIn(target.database)).toEqual(await appliedIn(database));
    await target.database.pool.end();
    await dropDatabase(server, target.name);
    await rm(folder, { recursive: true });
  });

  test('is refused once a checksum is another one', async () => {
    await database.pool.query(`update migrations set checksum = 'other' where name = '${names[0]}'`);
    await expect(migrate(database.pool)).rejects.toThrow(
      `The migration ${names[0]} in the database differs from the one of this Pitlane.`,
    );
  });
});

describe('the schema is that of the former files', () => {
  beforeAll(async () => {
    const made = await createDatabase();
    await migrate(made.database.pool, former);
    schema = { indexes: await indexesOf(made.database), applied: await appliedIn(made.database) };
    await made.database.pool.end();
    await dropDatabase(server, made.name);
  });

  test('in a new database', async () => {
    await migrate(database.pool);
    await expectSameSchema();
  });

  test('after an upgrade from the version before, with every index built ahead', async () => {
    const said = await upgradeFrom((file) => file < (names[0] ?? ''));
    expect(said.filter((line) => /^ {2}ahead/.test(line))).not.toEqual([]);
    expect(said.filter((line) => /left|there already/.test(line))).toEqual([]);
    await expectSameSchema();
  });

  test('after an upgrade from the first version, where most columns are not there yet', async () => {
    const said = await upgradeFrom((file) => file < '0002');
    expect(said.filter((line) => line.includes('left to'))).not.toEqual([]);
    await expectSameSchema();
  });

  async function expectSameSchema(): Promise<void> {
    expect({ indexes: await indexesOf(database), applied: await appliedIn(database) }).toEqual(schema);
  }

  async function upgradeFrom(isEarlier: (file: string) => boolean): Promise<string[]> {
    const earlier = await mkdtemp(join(former, 'earlier-'));
    for (const file of (await readdir(own)).filter(isEarlier))
      await copyFile(join(own, file), join(earlier, file));
    await migrate(database.pool, earlier);
    await addEmployee(database);
    const said: string[] = [];
    await migrate(database.pool, undefined, { sayAhead: (line) => said.push(line) });
    return said;
  }
});

/** Undoes what lets a migration find what was built ahead. */
function formerOf(sql: string): string {
  return sql
    .replaceAll('create index if not exists ', 'create index ')
    .replace(/^alter index if exists .*_ahead rename to .*\n/gm, '');
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

async function createDatabase(): Promise<{ name: string; database: Database }> {
  const made = newDatabaseName('rewritten');
  await runStatements(server, `create database ${made}`);
  return { name: made, database: openDatabase(onDatabase(server, made)) };
}

async function addEmployee({ pool }: Database): Promise<void> {
  await pool.query(`insert into employees (id, name, email, password_hash, level, created_at, updated_at)
    values (gen_random_uuid(), 'Rokeya', 'rokeya@padma.test', 'hash', 'superAdmin', now(), now())`);
}

async function indexesOf({ pool }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select tablename, indexname, indexdef, indisvalid from pg_indexes
     join pg_index on indexrelid = indexname::regclass where schemaname = current_schema() order by 1, 2`,
  );
  return rows;
}

async function appliedIn({ pool }: Database): Promise<unknown[]> {
  return (await pool.query('select name, checksum from migrations order by name')).rows;
}
