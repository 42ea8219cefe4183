import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  compareCatalogues,
  type DatabaseCatalogue,
  readDatabaseCatalogue,
} from '#server/testing/catalogue.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { migrate, migrateTo, ownMigrations } from './migrate.ts';
import { openDatabase } from './pool.ts';

const { server } = inject('database');
const names: string[] = [];
const clients: PoolClient[] = [];
let schema: DatabaseCatalogue;
let client: PoolClient;
beforeAll(async () => {
  client = await createDatabase(async () => undefined);
  schema = await readDatabaseCatalogue(client);
});
afterAll(async () => {
  for (const each of clients) each.release(true);
  for (const name of names) await dropDatabase(server, name);
});

/** @param prepare what happens before the database is brought up to date. */
async function createDatabase(prepare: (client: PoolClient) => Promise<void>): Promise<PoolClient> {
  const name = newDatabaseName('schema');
  await runStatements(server, `create database ${name}`);
  names.push(name);
  const { pool } = openDatabase(onDatabase(server, name));
  const opened = await pool.connect();
  clients.push(opened);
  await opened.query('begin');
  await prepare(opened);
  await opened.query('commit');
  await migrate(pool);
  return opened;
}

function differencesTo(catalogue: DatabaseCatalogue): string {
  return compareCatalogues(
    { name: 'the schema files', catalogue: schema },
    { name: 'the migrations', catalogue },
  ).join('\n');
}

/** Returns what differs once a statement has changed the database, which is then taken back. */
async function differencesAfter(statement: string): Promise<string> {
  await client.query(`begin; ${statement}`);
  const changed = await readDatabaseCatalogue(client);
  await client.query('rollback');
  return differencesTo(changed);
}

describe('a new database', () => {
  it('is what the migrations make of an older one: change server/src/db/schema and server/src/db/migrations alike', async () => {
    const older = await createDatabase(async (each) => migrateTo(each, await ownMigrations()));
    expect(differencesTo(await readDatabaseCatalogue(older))).toBe('');
  });

  it.each([
    ['alter table leads add column later text', 'column leads.later: only in the migrations: text storage x'],
    ['alter table leads alter column is_active set default false', 'column leads.is_active:'],
    ['alter table leads alter column phone drop not null', 'column leads.phone:'],
    [
      'alter table leads drop constraint leads_check1',
      'constraint leads.leads_check1: only in the schema files: ',
    ],
    ['drop index leads_by_customer', 'index leads_by_customer: only in the schema files: CREATE INDEX'],
    ['alter index leads_search set (gin_pending_list_limit = 64)', 'index leads_search:'],
    ['alter table leads set (fillfactor = 80)', 'relation leads:'],
    ['alter table jobs set (autovacuum_vacuum_scale_factor = 0.01)', 'relation jobs:'],
    ['alter table leads disable trigger leads_tell', 'trigger leads.leads_tell:'],
    ['drop trigger leads_tell on leads', 'trigger leads.leads_tell: only in the schema files: '],
    [
      'create or replace function lost_reason_key(reason text) returns text language sql immutable as $$ select reason $$',
      'function lost_reason_key(text):',
    ],
    ['alter type due_lead add attribute later text', 'type due_lead:'],
    ["comment on table leads is 'Enquiries'", 'comment on table leads: only in the migrations: Enquiries'],
    ["insert into pictures values ('a', '', now())", 'rows of pictures: only in the migrations: '],
  ])('whose difference is named: %s', async (statement, line) => {
    const found = await differencesAfter(statement);
    expect(found.startsWith(line)).toBe(true);
    expect(found).not.toMatch(/\n\S/);
  });

  it('may have its columns in another order and its functions in another layout', async () => {
    expect(
      await differencesAfter(`
        alter table jobs drop column key; alter table jobs add column key text, add unique (kind, key);
        create or replace function refuse_change() returns trigger language plpgsql as $$ begin

          -- A comment.
          raise   exception '% is append-only', tg_table_name; end $$`),
    ).toBe('');
  });
});

describe('the migration 0042', () => {
  const at = `'2026-03-10T06:00:00Z'`;
  const dealer = `insert into dealer (name, time_zone, phone_country, created_at, dismissed_steps)
    values ('Padma', 'Asia/Dhaka', 'BD', ${at}, '["mail"]')`;
  const idOf = (number: number) => `'00000000-0000-7000-8000-${String(number).padStart(12, '0')}'`;
  const lead = `
    insert into employees (id, name, email, password_hash, level, created_at, updated_at)
      values (${idOf(1)}, 'Rokeya', 'rokeya@padma.test', 'hash', 'superAdmin', ${at}, ${at});
    insert into service_centers (id, name, created_at, updated_at) values (${idOf(2)}, 'Tejgaon', ${at}, ${at});
    insert into customers (id, name, mobile, search_key, created_at, updated_at)
      values (${idOf(3)}, 'Nadia', '01712345678', 'nadia', ${at}, ${at});
    insert into leads (id, version, customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by,
        created_at, updated_at, status_at, search_key)
      values (${idOf(4)}, 1, ${idOf(3)}, 'Nadia', '01712345678', 'pending', ${idOf(2)}, ${idOf(1)}, ${idOf(1)},
        ${at}, ${at}, ${at}, 'nadia');
    insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
      values (${idOf(5)}, ${idOf(4)}, 1, '{}', ${idOf(1)}, ${at}, '{"name": "Nadia", "status": "pending"}')`;

  it.each([
    ['asks a dealer with leads for no booking rules and messages', lead, true],
    ['leaves all steps to a dealer without leads', 'select', false],
  ])('%s', async (_what, statements, areDismissed) => {
    const before = (await ownMigrations()).filter(({ name }) => name < '0042');
    const older = await createDatabase(async (each) => {
      await migrateTo(each, before);
      await each.query(`${dealer}; ${statements}`);
    });
    const { rows } = await older.query('select dismissed_steps as steps from dealer');
    const added = areDismissed ? ['bookingRules', 'messageWay', 'customerMessages'] : [];
    expect(rows).toEqual([{ steps: ['mail', ...added] }]);
  });
});

it('no index of leads names a column that every edit changes, or PostgreSQL would enter each edited lead into all of them', async () => {
  const named = `select objid::regclass::text as index, attname as column
    from pg_depend join pg_index on indexrelid = objid
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where indrelid = 'leads'::regclass and classid = 'pg_class'::regclass and refclassid = classid
      and attname in ('version', 'updated_at', 'touched_at', 'last_modified_by', 'changed_fields', 'editor_ids')`;
  expect((await client.query(named)).rows).toEqual([]);
  await client.query(`begin; create index later on leads (name) where updated_at > '2026-01-01'`);
  expect((await client.query(named)).rows).toEqual([{ index: 'later', column: 'updated_at' }]);
  await client.query('rollback');
});
