import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { openSilentProxy } from '#server/testing/silent-proxy.ts';
import { DatabaseSilentError } from './connections/stall-guard.ts';
import { isDatabaseAway, isStatementUnsent } from './failures.ts';
import { watchDatabase } from './ping.ts';
import { type Database, openDatabase } from './pool.ts';
import type { Db } from './transaction.ts';

const name = newDatabaseName('pool');
let database: Database;
beforeAll(async () => {
  const { server } = inject('database');
  await runStatements(server, `create database ${name}`);
  await runStatements(onDatabase(server, name), 'create table things (id int)');
});
afterEach(() => database.pool.end());
afterAll(() => dropDatabase(inject('database').server, name));

const addThing = (db: Db = database.db) => sql`insert into things values (${1})`.execute(db);
const countThings = async () => {
  const { rows } = await sql<{ things: number }>`select count(*)::int as things from things`.execute(
    database.db,
  );
  return rows[0]?.things ?? 0;
};
const quick = { every: 10, everyDown: 10, patience: 1_000, silentAfter: 2_000, connectPatience: 2_000 };
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
  const { server } = inject('database');
  database = openDatabase({ ...onDatabase(server, name), max: 1 });
  await addThing();
  await database.pool.query('set session characteristics as transaction read only');
  const failure = await failureOf(addThing());
  expect(failure).toMatchObject({ code: '25006' });
  expect(isDatabaseAway(failure)).toBe(true);
  await addThing();

  const superuser = onDatabase(server, name);
  await runStatements(superuser, `alter database ${name} set default_transaction_read_only = on`);
  const watch = watchDatabase(onDatabase(server, name), database.stallGuard, quick);
  await watch.looked;
  expect(watch.isUp()).toBe(false);
  await runStatements(
    superuser,
    `set transaction read write; alter database ${name} reset default_transaction_read_only`,
  );
  await expect.poll(watch.isUp).toBe(true);
  await watch.close();
});

test('a database that freezes is sent nothing more, gives back what waits for it, and goes on when it wakes (F15.12, F15.14)', async () => {
  const proxy = await openSilentProxy(name);
  database = openDatabase({ ...proxy.config, max: 3 });
  const watch = watchDatabase(proxy.config, database.stallGuard, quick);
  await watch.looked;
  expect(watch.isUp()).toBe(true);
  await Promise.all([addThing(), addThing()]);
  const before = await countThings();
  const transaction = await database.db.startTransaction().execute();

  proxy.freeze();
  const underWay = failureOf(addThing());
  await expect.poll(() => database.stallGuard.isFound).toBe(true);
  expect(watch.isUp()).toBe(false);
  const refused = await failureOf(addThing());
  // At once: a new connection would be waited for in vain.
  expect(refused).toBeInstanceOf(DatabaseSilentError);
  expect(await failureOf(addThing(transaction))).toBeInstanceOf(DatabaseSilentError);
  await failureOf(transaction.rollback().execute());
  expect([isDatabaseAway(refused), isStatementUnsent(refused)]).toEqual([true, true]);
  // The limit of a statement would end it with a message of its own.
  const givenUp = await underWay;
  expect(givenUp).toMatchObject({ message: expect.stringMatching(/^Connection terminated/) });
  expect([isDatabaseAway(givenUp), isStatementUnsent(givenUp)]).toEqual([true, false]);
  const connections = proxy.opened();

  proxy.thaw();
  await expect.poll(watch.isUp).toBe(true);
  await addThing();
  // By a new connection. Of the first nobody knows.
  expect(proxy.opened()).toBeGreaterThan(connections);
  expect([before + 1, before + 2]).toContain(await countThings());
  await watch.close();
  proxy.close();
});

test('a process that begins on a busy machine does not take the database for silent (F15.14)', async () => {
  const proxy = await openSilentProxy(name);
  database = openDatabase({ ...onDatabase(inject('database').server, name), max: 1 });
  proxy.freeze();
  const watch = watchDatabase(proxy.config, database.stallGuard, quick);
  await watch.looked;
  expect(watch.isUp()).toBe(false);
  await addThing();
  proxy.thaw();
  await expect.poll(watch.isUp).toBe(true);
  await watch.close();
  proxy.close();
});

test('connections that fall silent are left while the database answers others (F15.14)', async () => {
  const proxy = await openSilentProxy(name);
  database = openDatabase({ ...proxy.config, max: 1 });
  const watch = watchDatabase(proxy.config, database.stallGuard, quick);
  await watch.looked;
  await addThing();
  proxy.silence();
  await expect.poll(() => database.stallGuard.times).toBe(1);
  await expect.poll(watch.isUp).toBe(true);
  await addThing();
  expect(proxy.opened()).toBe(4);
  await watch.close();
  proxy.close();
});
