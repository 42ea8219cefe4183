import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient, PoolConfig } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type MigrateHooks, migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { MigrationError } from './migration-error.ts';

let folder: string;
let name: string;
let config: PoolConfig;
let database: Database;
let said: string[];
/** Holds what it wrote in an open transaction, so that nothing is built concurrently until it ends. */
let holder: PoolClient;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-ahead-'));
  name = newDatabaseName('ahead');
  await runStatements(inject('database').server, `create database ${name}`);
  config = onDatabase(inject('database').server, name);
  database = openDatabase(config);
  said = [];
  await write(
    '0001-first.sql',
    `create table employees (id int); insert into employees values (1);
     create table leads (id int primary key, name text); insert into leads values (1, 'Nadia'), (2, 'Rahim');`,
  );
  await upgrade();
  said = [];
  holder = await database.pool.connect();
});
afterEach(async () => {
  holder.release(true);
  await database.pool.end();
  await dropDatabase(inject('database').server, name);
  await rm(folder, { recursive: true });
});

it('lets others write while an index is built, and says whom that waits for', async () => {
  await writeNamed();
  const pid = await holdLeads();
  const upgrading = upgrade();
  await expect
    .poll(() => said)
    .toEqual([
      '  ahead 1 of 1: leads_by_name',
      `    waiting for the transaction of process ${pid} of the database to end`,
    ]);
  // The version before takes this lock whenever it starts.
  const { rows: locks } = await database.pool.query('select pg_try_advisory_xact_lock(7485263901) as free');
  expect(locks).toEqual([{ free: true }]);
  // Each would wait for ten seconds and fail if the index locked it out.
  await database.pool.query(
    `insert into leads values (4, 'Karim'); update leads set name = 'Ruma' where id = 1`,
  );
  await holder.query('commit');
  expect(await upgrading).toEqual(['0002-named']);
  expect(await indexes()).toEqual(['leads_by_name']);
  await holder.query('set enable_seqscan = off');
  const { rows } = await holder.query(`select name from leads where name > '' order by name`);
  expect(rows.map((row) => row.name)).toEqual(['Hasan', 'Karim', 'Rahim', 'Ruma']);
});

it('builds anew what a killed process left', async () => {
  await writeNamed();
  await holdLeads();
  const builder = await killedWhileBuilding();
  await runStatements(config, `select pg_terminate_backend(${builder})`);
  await expect.poll(() => indexes()).toEqual(['leads_by_name invalid']);
  await holder.query('commit');
  expect(await upgrade()).toEqual(['0002-named']);
  expect(await indexes()).toEqual(['leads_by_name']);
});

it('keeps what the database finished after its process was killed', async () => {
  await writeNamed();
  await holdLeads();
  await killedWhileBuilding();
  let waits = 0;
  const upgrading = upgrade({ onWait: () => waits++ });
  await expect.poll(() => waits).toBe(1);
  await holder.query('commit');
  expect(await upgrading).toEqual(['0002-named']);
  expect(said).toEqual(['  ahead 1 of 1: leads_by_name', '    is there already']);
  expect(await indexes()).toEqual(['leads_by_name']);
});

it('leaves an index to its migration if an earlier one makes what it needs', async () => {
  await write('0002-column.sql', 'alter table leads add column status text;');
  await write('0003-status.sql', 'create index if not exists leads_by_status on leads (status);');
  await write('0003-status.ahead.sql', 'create index concurrently leads_by_status on leads (status);');
  expect(await upgrade()).toEqual(['0002-column', '0003-status']);
  expect(said).toEqual([
    '  ahead 1 of 1: leads_by_status',
    '    left to 0003-status: it needs what another migration makes',
  ]);
  expect(await indexes()).toEqual(['leads_by_status']);
});

it('is done by one of two processes, and the other holds it up no more than writers do', async () => {
  await writeNamed();
  await holdLeads();
  let waits = 0;
  const other = openDatabase(config);
  const onWait = () => waits++;
  const both = Promise.all([upgrade({ onWait }), upgrade({ onWait }, other)]);
  await expect.poll(() => waits).toBe(1);
  await expect.poll(() => said).toHaveLength(2);
  await holder.query('commit');
  expect((await both).flat()).toEqual(['0002-named']);
  await other.pool.end();
  expect(await indexes()).toEqual(['leads_by_name']);
});

it('that fails leaves the database to the version before, without an invalid index, and can be tried again', async () => {
  await write('0002-unique.sql', 'create unique index if not exists leads_one_name on leads (name);');
  await write(
    '0002-unique.ahead.sql',
    `create index concurrently leads_by_name on leads (name);
     create unique index concurrently leads_one_name on leads (name);`,
  );
  await database.pool.query(`insert into leads values (5, 'Nadia')`);
  const failure = await upgrade().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect(String(failure)).toBe(
    'MigrationError: The database refused the index leads_one_name of the migration 0002-unique: ' +
      'could not create unique index "leads_one_name"',
  );
  expect(await indexes()).toEqual(['leads_by_name']);
  await database.pool.query(`insert into leads values (6, 'Nadia'); delete from leads where id in (5, 6)`);
  expect(await upgrade()).toEqual(['0002-unique']);
  expect(await indexes()).toEqual(['leads_by_name', 'leads_one_name']);
});

it('ends when the start is called off', async () => {
  await writeNamed();
  await holdLeads();
  const interrupt = new AbortController();
  const upgrading = upgrade({ signal: interrupt.signal }).catch((error: unknown) => String(error));
  await expect.poll(() => said).toHaveLength(2);
  interrupt.abort();
  expect(await upgrading).toMatch(/canceling statement due to user request/);
  await holder.query('commit');
  expect(await upgrade()).toEqual(['0002-named']);
  expect(await indexes()).toEqual(['leads_by_name']);
});

it('an invalid index is never taken for a whole one, even if none is built ahead', async () => {
  await writeNamed();
  await holdLeads();
  await runStatements(config, `select pg_terminate_backend(${await killedWhileBuilding()})`);
  await expect.poll(() => indexes()).toEqual(['leads_by_name invalid']);
  await holder.query('commit');
  expect(await migrate(database.pool, folder)).toEqual(['0002-named']);
  expect(await indexes()).toEqual(['leads_by_name']);
});

it('is left out as long as there is nobody’s data', async () => {
  await database.pool.query('delete from employees');
  await writeNamed();
  expect(await upgrade()).toEqual(['0002-named']);
  expect(said).toEqual([]);
});

it('takes nothing but indexes that are built concurrently', async () => {
  await writeNamed();
  for (const sql of [
    'create index leads_by_name on leads (name);',
    'drop index concurrently leads_by_name;',
  ]) {
    await write('0002-named.ahead.sql', sql);
    await expect(upgrade()).rejects.toThrow(
      '0002-named.ahead.sql may only create named indexes concurrently',
    );
  }
});

it('migrations give way to others whose locks they wait for, and try again', async () => {
  await write('0002-column.sql', 'alter table leads add column status text;');
  await holder.query('begin; select from leads');
  let blocked = 0;
  const upgrading = upgrade({ onBlocked: () => blocked++ });
  await expect.poll(() => blocked).toBe(1);
  await database.pool.query(`insert into leads values (7, 'Karim')`);
  await holder.query('commit');
  expect(await upgrading).toEqual(['0002-column']);
});

function write(file: string, sql: string): Promise<void> {
  return writeFile(join(folder, file), sql);
}

async function writeNamed(): Promise<void> {
  await write('0002-named.sql', 'create index if not exists leads_by_name on leads (name);');
  await write(
    '0002-named.ahead.sql',
    '-- By name.\ncreate index concurrently leads_by_name\n  on leads (name);\n',
  );
}

function upgrade(hooks: MigrateHooks = {}, { pool } = database): Promise<string[]> {
  return migrate(pool, folder, { sayAhead: (line) => said.push(line), ...hooks });
}

/** @returns the process of the database that does it. */
async function holdLeads(): Promise<number> {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await holder.query(`begin; insert into leads values (3, 'Hasan')`);
  return rows[0]?.pid ?? 0;
}

/** Kills a process that upgrades. @returns the process of the database that goes on building for it. */
async function killedWhileBuilding(): Promise<number> {
  const script = `
    const { openDatabase } = await import('#server/db/pool.ts');
    const { migrate } = await import('#server/db/migrate.ts');
    const { pool } = openDatabase(JSON.parse(process.argv[1]));
    await migrate(pool, process.argv[2], { sayAhead: () => undefined });`;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    JSON.stringify(config),
    folder,
  ]);
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const waiting = `select pid from pg_stat_progress_create_index 
    where datname = current_database() and phase like 'waiting%'`;
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
  const { rows } = await database.pool.query<{ pid: number }>(waiting);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  return rows[0]?.pid ?? 0;
}

async function indexes(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select indexrelid::regclass || case when indisvalid then '' else ' invalid' end as name
     from pg_index where indrelid = 'leads'::regclass and not indisprimary order by 1`,
  );
  return rows.map((row) => row.name);
}
