import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/pool.ts';
import type { Db } from '#server/db/transaction.ts';
import { newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { planEachTime } from './prepared.ts';

const name = newDatabaseName('prepared');
let database: Database;
let plain: Database;
beforeAll(async () => {
  const { server } = inject('database');
  await runStatements(server, `create database ${name}`);
  database = openDatabase({ ...onDatabase(server, name), max: 1 });
  plain = openDatabase({ ...onDatabase(server, name), max: 1 }, false);
  await database.pool.query('create table things (id int primary key); insert into things values (1), (2)');
});
afterAll(async () => {
  await database.pool.end();
  await plain.pool.end();
  await runStatements(inject('database').server, `drop database ${name}`);
});

const prepared = async ({ pool } = database) =>
  (await pool.query('select statement from pg_prepared_statements order by 1')).rows.map(
    ({ statement }) => statement,
  );
const readThings = async (db: Db) =>
  (await sql`select * from things where id > ${0} order by id`.execute(db)).rows;
const often = async (use: () => Promise<unknown>) => {
  for (let time = 0; time < 8; time++) await use();
};

test('what is asked often is prepared on its connection, and nothing else is', async () => {
  await sql`select id from things where id = ${1}`.execute(database.db);
  await often(() => sql`select id from things where id = ${1} ${planEachTime}`.execute(database.db));
  await often(() => readThings(database.db));
  await often(() => database.db.transaction().execute((tx) => sql`select from things`.execute(tx)));
  expect(await prepared()).toEqual(['select * from things where id > $1 order by id', 'select from things']);
  await often(() => readThings(plain.db));
  await often(() => sql`select from things`.execute(plain.db));
  expect(await prepared(plain)).toEqual([]);
});

test('a table that changes or a server that forgets fails nobody', async () => {
  await often(() => readThings(database.db));
  await database.pool.query("alter table things add column name text default 'new'");
  expect(await readThings(database.db)).toEqual([
    { id: 1, name: 'new' },
    { id: 2, name: 'new' },
  ]);
  await often(() => readThings(database.db));
  await database.pool.query('discard all');
  expect(await readThings(database.db)).toHaveLength(2);
  await often(() => readThings(database.db));
  expect(await prepared()).toContain('select * from things where id > $1 order by id');
});

test('a transaction in which a prepared statement went out of date fails whole, and the next one does not', async () => {
  const work = () =>
    database.db.transaction().execute(async (tx) => {
      await sql`insert into things (id) values (${3})`.execute(tx);
      return readThings(tx);
    });
  await often(() => readThings(database.db));
  await database.pool.query('alter table things drop column name');
  await expect(work()).rejects.toThrow('cached plan');
  expect(await readThings(database.db)).toHaveLength(2);
  expect(await work()).toHaveLength(3);
});

test('what fails may be asked again', async () => {
  const add = () => sql`insert into things (id) values (${1})`.execute(database.db);
  for (let time = 0; time < 8; time++) await expect(add()).rejects.toThrow('duplicate key');
  await sql`delete from things where id = ${1}`.execute(database.db);
  await add();
});
