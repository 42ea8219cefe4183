import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { openSilentProxy } from '#server/testing/silent-proxy.ts';
import { isDatabaseAway } from './failures.ts';
import { isDatabaseUp } from './ping.ts';
import { type Database, openDatabase } from './pool.ts';

const name = newDatabaseName('pool');
let database: Database;
beforeAll(async () => {
  const { server } = inject('database');
  await runStatements(server, `create database ${name}`);
  await runStatements(onDatabase(server, name), 'create table things (id int)');
});
afterEach(() => database.pool.end());
afterAll(() => runStatements(inject('database').server, `drop database ${name} with (force)`));

const addThing = () => sql`insert into things values (${1})`.execute(database.db);
const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

test.each([true, false])(
  'a connection that falls silent is not used again, with prepare %s (F15.10)',
  async (prepare) => {
    const proxy = await openSilentProxy(name);
    database = openDatabase({ ...proxy.config, max: 1, query_timeout: 1_000 }, prepare);
    await addThing();
    proxy.silence();
    const failure = await failureOf(addThing());
    expect(isDatabaseAway(failure)).toBe(true);
    await addThing();
    expect(proxy.opened()).toBe(2);
    proxy.close();
  },
);

test('a server that takes no writes is not ready, and the next write finds the one that does (F15.10)', async () => {
  database = openDatabase({ ...onDatabase(inject('database').server, name), max: 1 });
  expect(await isDatabaseUp(database.db)).toBe(true);
  await database.pool.query('set session characteristics as transaction read only');
  expect(await isDatabaseUp(database.db)).toBe(false);
  const failure = await failureOf(addThing());
  expect(failure).toMatchObject({ code: '25006' });
  expect(isDatabaseAway(failure)).toBe(true);
  await addThing();
  expect(await isDatabaseUp(database.db)).toBe(true);
});

test('a database that falls silent is soon not ready (F15.12)', async () => {
  const proxy = await openSilentProxy(name);
  database = openDatabase({ ...proxy.config, max: 1 });
  expect(await isDatabaseUp(database.db)).toBe(true);
  proxy.silence();
  const first = await Promise.race([isDatabaseUp(database.db), addThing().catch(() => 'the statement')]);
  expect(first).toBe(false);
  proxy.close();
});
