import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '#server/testing/test-app.ts';
import { shareTransactions } from './shared-transactions.ts';
import type { Db } from './transaction.ts';

let app: TestApp;

beforeAll(async () => {
  // The test of what is held must not be ended by the limit that it does not look at.
  app = await TestApp.open({ lockTimeoutMs: 300_000 });
  await app.pool.query('create table notes (text text not null, written_by xid8 not null)');
});
afterAll(() => app.close());

type Note = { text: string; key?: string };

async function writeNotes(tx: Db, notes: readonly Note[]): Promise<PromiseSettledResult<string>[]> {
  const outcomes: PromiseSettledResult<string>[] = [];
  for (const { text } of notes) {
    if (text === 'refused') {
      outcomes.push({ status: 'rejected', reason: new Error('refused') });
      continue;
    }
    const { rows } = await sql<{ written_by: string }>`
      insert into notes values (${text || null}, pg_current_xact_id()) returning written_by`.execute(tx);
    outcomes.push({ status: 'fulfilled', value: rows[0]?.written_by ?? '' });
  }
  return outcomes;
}

const texts = async (prefix: string) =>
  (await app.pool.query("select text from notes where text like $1 || '%' order by text", [prefix])).rows.map(
    ({ text }) => text,
  );

test('what arrives together shares transactions, and each gets its own answer', async () => {
  const write = shareTransactions(writeNotes, ({ key }: Note) => key);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => write(app.db, { text: n === 20 ? 'refused' : `shared ${n}` })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 30 }, (_, n) => (n === 20 ? 'rejected' : 'fulfilled')),
  );
  expect(await texts('shared')).toHaveLength(29);
  const { rows } = await app.pool.query(
    "select count(distinct written_by)::int as transactions from notes where text like 'shared%'",
  );
  expect(rows[0].transactions).toBeLessThan(10);
});

test('what breaks a transaction fails alone', async () => {
  const write = shareTransactions(writeNotes, ({ key }: Note) => key);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => write(app.db, { text: n === 7 ? '' : `beside ${n}` })),
  );
  expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([7]);
  expect(await texts('beside')).toHaveLength(11);
});

test('what has the same key never shares a transaction', async () => {
  const write = shareTransactions(writeNotes, ({ key }: Note) => key);
  const written = await Promise.all(
    Array.from({ length: 12 }, (_, n) => write(app.db, { text: `keyed ${n}`, key: `key ${n % 4}` })),
  );
  for (let key = 0; key < 4; key++) {
    const transactions = written.filter((_, n) => n % 4 === key);
    expect(new Set(transactions).size).toBe(3);
  }
});

test('within a transaction it is done in that one', async () => {
  const write = shareTransactions(writeNotes, ({ key }: Note) => key);
  await expect(
    app.db.transaction().execute(async (tx) => {
      await write(tx, { text: 'undone' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await texts('undone')).toEqual([]);
});

test('within a transaction what is asked at once is done together, the same things one after the other', async () => {
  const batches: string[][] = [];
  const write = shareTransactions(
    (tx, notes: readonly Note[]) => {
      batches.push(notes.map(({ text }) => text));
      return writeNotes(tx, notes);
    },
    ({ key }) => key,
  );
  const outcomes = await app.db
    .transaction()
    .execute((tx) =>
      Promise.allSettled([
        write(tx, { text: 'at once 1', key: 'a' }),
        write(tx, { text: 'refused' }),
        write(tx, { text: 'at once 2', key: 'a' }),
        write(tx, { text: 'at once 3', key: 'b' }),
      ]),
    );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(batches).toEqual([['at once 1', 'refused', 'at once 3'], ['at once 2']]);
  expect(await texts('at once')).toEqual(['at once 1', 'at once 2', 'at once 3']);
});

test('what waits for a row that somebody holds keeps nobody else waiting', async () => {
  await app.pool.query('create table held (name text primary key, times integer not null)');
  await app.pool.query("insert into held values ('stuck', 0), ('free', 0)");
  const add = shareTransactions(
    async (tx, names: readonly string[]) => {
      for (const name of names) await sql`update held set times = times + 1 where name = ${name}`.execute(tx);
      return names.map((value) => ({ status: 'fulfilled', value }) as const);
    },
    () => undefined,
  );
  const holder = await app.pool.connect();
  await holder.query("begin; update held set times = 0 where name = 'stuck'");
  let isFree = false;
  const stuck = Promise.all([add(app.db, 'stuck'), add(app.db, 'stuck')]).finally(() => {
    isFree = true;
  });
  for (let turn = 0; turn < 4; turn++)
    await Promise.all(['free', 'free', 'free'].map((name) => add(app.db, name)));
  expect(isFree).toBe(false);
  await holder.query('commit');
  holder.release();
  await stuck;
  const { rows } = await app.pool.query('select name, times from held order by name');
  expect(rows).toEqual([
    { name: 'free', times: 12 },
    { name: 'stuck', times: 2 },
  ]);
});
