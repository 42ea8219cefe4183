import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient, PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { StartError } from '#server/lib/errors.ts';
import { addSchemaFile, makeDatabaseFiles } from '#server/testing/database-files.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { type MigrateHooks, migrate } from './migrate.ts';
import { type Database, openDatabase } from './pool.ts';

let folder: string;
let name: string;
let config: PoolConfig;
let database: Database;
beforeEach(async () => {
  folder = await makeDatabaseFiles(await mkdtemp(join(tmpdir(), 'pitlane-migrations-')));
  await write('0001-baseline.sql', 'create table seed ();');
  await addSchemaFile(folder, 'seed', 'create table seed ();');
  name = newDatabaseName('migrations');
  await runStatements(inject('database').server, `create database ${name}`);
  config = onDatabase(inject('database').server, name);
  database = openDatabase(config);
  await run();
});
afterEach(async () => {
  await database.pool.end();
  await dropDatabase(inject('database').server, name);
  await rm(folder, { recursive: true });
});

describe('migrate', () => {
  it('makes a new database from the schema files, whose changes it then has, and says one line', async () => {
    await addSchemaFile(
      folder,
      'numbers',
      'create table a (number int);\ncreate index a_numbers on a (number);\n',
    );
    await write('0002-numbers.sql', 'select nothing that there is');
    const said: string[] = [];
    const name = newDatabaseName('migrations');
    await runStatements(inject('database').server, `create database ${name}`);
    const { pool } = openDatabase(onDatabase(inject('database').server, name));
    const hooks = { say: (line: string) => void said.push(line) };
    expect(await migrate(pool, folder, hooks)).toEqual(['0001-baseline', '0002-numbers']);
    expect(await migrate(pool, folder, hooks)).toEqual([]);
    const { rowCount } = await pool.query("select from pg_indexes where indexname = 'a_numbers'");
    expect([said, rowCount]).toEqual([['Setting up a new database'], 1]);
    await pool.end();
    await dropDatabase(inject('database').server, name);
  });

  it('leaves nothing of a schema file that is refused', async () => {
    await addSchemaFile(folder, 'wrong', 'create table a (number int); select no_such_column from a;');
    const name = newDatabaseName('migrations');
    await runStatements(inject('database').server, `create database ${name}`);
    const { pool } = openDatabase(onDatabase(inject('database').server, name));
    await expect(migrate(pool, folder)).rejects.toThrow(
      /^The database refused the schema file schema\/wrong\.sql: .*no_such_column.*$/,
    );
    const { rowCount } = await pool.query("select from pg_tables where schemaname = 'public'");
    expect(rowCount).toBe(0);
    await pool.end();
    await dropDatabase(inject('database').server, name);
  });

  it('applies what is missing, in order, once', async () => {
    await write('0001-first.sql', 'create table a (number int); insert into a values (1);');
    await write('0002-second.sql', 'alter table a rename to b;');
    expect(await run()).toEqual(['0001-first', '0002-second']);
    expect(await run()).toEqual([]);
    await write('0003-third.sql', 'insert into b values (2);');
    expect(await run()).toEqual(['0003-third']);
    expect(await numbersOf('b')).toEqual([1, 2]);
  });

  it('of several at once lets each migration be applied by one', async () => {
    await write('0001-first.sql', 'create table a (number int); select pg_sleep(0.3);');
    await write('0002-second.sql', 'insert into a values (1); select pg_sleep(0.3);');
    const others = [1, 2, 3].map(() => openDatabase(config));
    const applied = await Promise.all(others.map(({ pool }) => migrate(pool, folder)));
    await Promise.all(others.map(({ pool }) => pool.end()));
    expect(applied.flat().toSorted()).toEqual(['0001-first', '0002-second']);
    expect(await numbersOf('a')).toEqual([1]);
  });

  it('whose process is killed midway leaves nothing, and the next one does all of it', async () => {
    await write('0001-first.sql', 'create table a (number int);');
    await write('0002-slow.sql', 'insert into a values (1); create table b (); select pg_sleep(60);');
    const script = `
      const { openDatabase } = await import('#server/db/pool.ts');
      const { migrate } = await import('#server/db/migrate.ts');
      await migrate(openDatabase(JSON.parse(process.argv[1])).pool, process.argv[2]);`;
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      JSON.stringify(config),
      folder,
    ]);
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await untilSleeping();
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await write('0002-slow.sql', 'insert into a values (1); create table b ();');
    await runStatements(
      inject('database').server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like '%pg_sleep(60)%'`,
    );
    expect(await run()).toEqual(['0001-first', '0002-slow']);
    expect(await numbersOf('a')).toEqual([1]);
  });

  it('that the database refuses leaves what was there before, in one line', async () => {
    await write('0001-first.sql', 'create table a (number int);');
    await run();
    await write('0002-second.sql', 'insert into a values (1);');
    await write('0003-wrong.sql', 'insert into a values (2); select no_such_column from a;');
    await expect(run()).rejects.toThrow(StartError);
    await expect(run()).rejects.toThrow(
      /^The database refused the migration 0003-wrong: .*no_such_column.*$/,
    );
    expect(await numbersOf('a')).toEqual([]);
    await write('0003-wrong.sql', 'insert into a values (3);');
    expect(await run()).toEqual(['0002-second', '0003-wrong']);
  });

  it('alters a table whose rows are only checked at commit, by an earlier one', async () => {
    await write('0001-first.sql', 'create table a (number int primary key); insert into a values (1);');
    await write(
      '0002-checked.sql',
      'create table b (number int references a deferrable initially deferred); insert into b values (1);',
    );
    await write('0003-later.sql', 'alter table b add column later int;');
    expect(await run()).toHaveLength(3);
  });

  it('refuses a database of a newer Pitlane', async () => {
    await write('0001-first.sql', 'create table a ();');
    await write('0002-second.sql', 'create table b ();');
    await run();
    await rm(join(folder, 'migrations', '0002-second.sql'));
    await expect(run()).rejects.toThrow(
      /^The database was made by a newer Pitlane: it has the migration 0002-second/,
    );
  });

  it('refuses a database that other files made', async () => {
    await write('0001-first.sql', 'create table a ();');
    await run();
    await write('0001-first.sql', 'create table a (); create table b ();');
    await expect(run()).rejects.toThrow(
      /^The database was made by another Pitlane, whose migration 0001-first differs .*: start that Pitlane, or .*$/,
    );
  });

  it('refuses a schema from before the first migration, and changes nothing', async () => {
    await rm(join(folder, 'migrations', '0001-baseline.sql'));
    await write('0001-another.sql', 'drop table seed;');
    await expect(run()).rejects.toThrow(
      /^The database was made by a Pitlane from before its first release, and nothing was changed: .*$/,
    );
    expect((await database.pool.query('select from seed')).rowCount).toBe(0);
  });

  it('accepts Windows line ends', async () => {
    await write('0001-first.sql', 'create table a ();\ncreate table b ();\n');
    await run();
    await write('0001-first.sql', 'create table a ();\r\ncreate table b ();\r\n');
    expect(await run()).toEqual([]);
  });

  it('has no time limit for a migration', async () => {
    const { pool } = openDatabase({ ...config, statement_timeout: 1_500, query_timeout: 2_000 });
    await write('0001-slow.sql', 'select pg_sleep(3);');
    expect(await migrate(pool, folder)).toEqual(['0001-slow']);
    await pool.end();
  });
});

describe('an index of the schema files', () => {
  let holder: PoolClient;
  let said: string[];
  const hooks: MigrateHooks = { say: (line) => void said.push(line) };
  const byName = '-- By name.\ncreate index leads_by_name\n  on leads (name);\n';
  beforeEach(async () => {
    said = [];
    await write('0001-first.sql', "create table leads (name text); insert into leads values ('Nadia');");
    await run();
    await write('0002-named.sql', 'create table notes ();');
    await addSchemaFile(folder, 'leads', byName);
    holder = await database.pool.connect();
  });
  afterEach(() => holder.release(true));

  it('is built after the commit, while others write', async () => {
    await holder.query(`begin; insert into leads values ('Rahim')`);
    const migrating = migrate(database.pool, folder, hooks);
    await expect.poll(() => said).toEqual(['Building the index leads_by_name']);
    await database.pool.query(`insert into leads values ('Karim'); insert into notes default values`);
    await holder.query('commit');
    expect(await migrating).toEqual(['0002-named']);
    expect(await indexes()).toEqual(['leads_by_name']);
    expect(await migrate(database.pool, folder, hooks)).toEqual([]);
    expect(said).toHaveLength(1);
  });

  it('that a killed process left invalid, or that somebody dropped, is built at the next start', async () => {
    await holder.query(`begin; insert into leads values ('Rahim')`);
    const migrating = migrate(database.pool, folder, hooks).catch((error: unknown) => error);
    await expect.poll(waiting).toBe(1);
    await runStatements(
      config,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'
       and pid <> pg_backend_pid() and datname = '${name}'`,
    );
    await migrating;
    await holder.query('commit');
    expect(await indexes()).toEqual(['leads_by_name invalid']);
    expect(await migrate(database.pool, folder)).toEqual([]);
    expect(await indexes()).toEqual(['leads_by_name']);
    await database.pool.query('drop index leads_by_name');
    await migrate(database.pool, folder);
    expect(await indexes()).toEqual(['leads_by_name']);
  });

  const drops = [
    ['itself', 'drop index if exists leads_by_name;'],
    [
      'with others',
      'create index leads_by_other on leads (name); drop index if exists leads_by_other, leads_by_name;',
    ],
    ['with its table', 'create table leads_now as select * from leads; drop table leads;'],
    [
      'by a name that is put together',
      `do $$ begin execute 'drop index if exists leads_by_' || 'name'; end $$;`,
    ],
  ] as const;
  it.each(drops.flatMap(([how, sql]) => [true, false].map((wasBuilt) => ({ how, sql, wasBuilt }))))(
    'that a later migration drops $how is not built again (built before: $wasBuilt) (F129)',
    async ({ sql, wasBuilt }) => {
      if (wasBuilt) await migrate(database.pool, folder);
      await write('0003-dropped.sql', sql);
      await addSchemaFile(folder, 'leads', '');
      for (let start = 0; start < 2; start++) await migrate(database.pool, folder, hooks);
      const { rowCount } = await database.pool.query("select from pg_class where relname = 'leads_by_name'");
      expect([said, rowCount]).toEqual([[], 0]);
    },
  );

  it.each([true, false])(
    'that a later migration renames has the new name alone (built before: %s)',
    async (wasBuilt) => {
      if (wasBuilt) await migrate(database.pool, folder);
      await write('0003-renamed.sql', 'alter index if exists leads_by_name rename to leads_named;');
      await addSchemaFile(folder, 'leads', byName.replace('leads_by_name', 'leads_named'));
      for (let start = 0; start < 2; start++) await migrate(database.pool, folder, hooks);
      expect(await indexes()).toEqual(['leads_named']);
      expect(said).toEqual(wasBuilt ? [] : ['Building the index leads_named']);
    },
  );

  it('that a later migration drops to have it made anew is built as the schema files say (F129)', async () => {
    await migrate(database.pool, folder);
    await write('0003-anew.sql', 'drop index if exists leads_by_name;');
    await addSchemaFile(folder, 'leads', 'create index leads_by_name on leads (lower(name));');
    await migrate(database.pool, folder);
    const { rows } = await database.pool.query(
      "select indexdef from pg_indexes where indexname = 'leads_by_name'",
    );
    expect(rows).toMatchObject([{ indexdef: expect.stringContaining('lower(name)') }]);
  });

  it('that cannot be built is said and keeps nobody from starting', async () => {
    await addSchemaFile(folder, 'leads', `${byName}create index leads_by_nothing on leads (nothing);`);
    expect(await migrate(database.pool, folder, hooks)).toEqual(['0002-named']);
    expect(said.at(-1)).toMatch(
      /^The index leads_by_nothing could not be built, .*column "nothing" does not exist$/,
    );
    expect(await indexes()).toEqual(['leads_by_name']);
  });

  it('ends when the start is called off', async () => {
    await holder.query(`begin; insert into leads values ('Rahim')`);
    const interrupt = new AbortController();
    const migrating = migrate(database.pool, folder, { ...hooks, signal: interrupt.signal });
    const ended = expect(migrating).rejects.toThrow();
    await expect.poll(waiting).toBe(1);
    interrupt.abort();
    await ended;
    await holder.query('commit');
  });

  it('migrations give way to others whose locks they wait for, and try again', async () => {
    await database.pool.query('create table employees (); insert into employees default values');
    await write('0003-column.sql', 'alter table leads add column note text;');
    await holder.query('begin; select from leads');
    const migrating = migrate(database.pool, folder, hooks);
    await expect.poll(() => said.at(-1)).toMatch(/^ {2}Another session holds a lock/);
    await database.pool.query(`insert into leads values ('Karim')`);
    await holder.query('commit');
    expect(await migrating).toEqual(['0002-named', '0003-column']);
  });

  async function waiting(): Promise<number | null> {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'`,
    );
    return rowCount;
  }

  async function indexes(): Promise<string[]> {
    const { rows } = await database.pool.query<{ name: string }>(
      `select indexrelid::regclass || case when indisvalid then '' else ' invalid' end as name
       from pg_index where indrelid = 'leads'::regclass order by 1`,
    );
    return rows.map((row) => row.name);
  }
});

describe('openDatabase', () => {
  it('reads days as text, instants as dates and large numbers as numbers', async () => {
    const { rows } = await database.pool.query(
      `select date '2026-03-29' as day, array[date '2026-03-29', null] as days, array[]::date[] as none,
         timestamptz '2026-03-29 12:00+06' as instant, 9007199254740991::int8 as large, array[1::int8] as larges`,
    );
    expect(rows).toEqual([
      {
        day: '2026-03-29',
        days: ['2026-03-29', null],
        none: [],
        instant: new Date('2026-03-29T06:00:00.000Z'),
        large: 9_007_199_254_740_991,
        larges: [1],
      },
    ]);
  });

  it('outlives a connection that breaks while it is in use, and one that breaks while it is not', async () => {
    const inUse = await database.pool.connect();
    const other = await database.pool.connect();
    other.release();
    await runStatements(
      inject('database').server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    );
    await expect(inUse.query('select 1')).rejects.toThrow();
    inUse.release(true);
    await expect
      .poll(() => database.pool.query('select 1 as one').then(({ rows }) => rows))
      .toEqual([{ one: 1 }]);
  });
});

function write(migration: string, sql: string): Promise<void> {
  return writeFile(join(folder, 'migrations', migration), sql);
}

function run(): Promise<string[]> {
  return migrate(database.pool, folder);
}

async function numbersOf(table: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ number: number }>(
    `select number from ${table} order by number`,
  );
  return rows.map(({ number }) => number);
}

async function untilSleeping(): Promise<void> {
  const sleeping = `select 1 from pg_stat_activity where datname = '${name}' and wait_event = 'PgSleep'`;
  for (let look = 0; look < 1_500; look++) {
    if ((await database.pool.query(sleeping)).rowCount) return;
    await wait(20);
  }
  throw new Error('The migration did not come to its sleep.');
}
