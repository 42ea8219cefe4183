import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cleanLine, cleanLines } from '#contract/text/clean-text.ts';
import { searchForm, searchKey } from '#server/lib/search/search-key.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { expectTotalsToMatch } from '#server/testing/day-counters.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './pool.ts';

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
const isEarlier = (file: string) => file < '0010b';
const precomposed = 'র\u09df';
const decomposed = 'র\u09af\u09bc';

const letters = ['a', 'B', ' ', '-', '(', '\u09df', 'য', '\u09bc', '\u200d', '\u200b', '২', 'é', 'e\u0301'];

/** Common scripts; Node and an older PostgreSQL may disagree on recent Unicode. */
const scripts = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x370, 0x4ff],
  [0x600, 0x6ff],
  [0x900, 0x9ff],
  [0x2000, 0x206f],
  [0x4e00, 0x4fff],
  [0x1f600, 0x1f64f],
] as const;
const inScripts = fc
  .oneof(...scripts.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code));
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...letters, '\u00a0', '\u202e', '\u2011', 'ত\u09cd\u200d', '😀', '漢'),
    inScripts,
  ),
  maxLength: 10,
});
const texts = fc.sample(text, { numRuns: 400, seed: 20 });

let database: Database;
let folder: string;
const name = newDatabaseName('texts');
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Data from before texts had one form, then migrated. */
beforeAll(async () => {
  await runStatements(inject('database').server, `create database ${name}`);
  database = openDatabase(onDatabase(inject('database').server, name));
  folder = await mkdtemp(join(tmpdir(), 'pitlane-texts-'));
  for (const file of (await readdir(migrations)).filter(isEarlier))
    await cp(join(migrations, file), join(folder, file));
  await migrate(database.pool, folder);
  const { pool } = database;
  const at = '2026-03-10T06:00:00Z';
  await pool.query(
    `insert into dealer (name, time_zone, phone_country, created_at) values ($1, 'Asia/Dhaka', 'BD', $2)`,
    [` ${precomposed}`, at],
  );
  await pool.query(
    `insert into employees (id, name, email, password_hash, level, created_at, updated_at)
     values ($1, $2, 'a@b.c', '', 'manager', $3, $3)`,
    [id(1), `\u200e${precomposed}`, at],
  );
  for (const [place, center] of [
    precomposed,
    `${decomposed} (2)`,
    decomposed,
    `\ufeff${precomposed}`,
  ].entries())
    await pool.query(
      'insert into service_centers (id, name, address, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [id(place + 1), center, '\u00a0', at],
    );
  for (const [place, offering] of [`x${precomposed}`, `x${decomposed}`].entries())
    await pool.query(
      `insert into offerings (id, name, type, created_at, updated_at) values ($1, $2, 'service', $3, $3)`,
      [id(place + 1), offering, at],
    );
  await pool.query(
    `insert into customers (id, name, mobile, search_key, created_at, updated_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, t, 'm' || n, 'old', $2, $2
     from unnest($1::text[]) with ordinality given (t, n)`,
    [texts, at],
  );
  await pool.query(
    `insert into leads (id, version, customer_id, name, phone, vehicle_number, notes, status, lost_reason, follow_up_count,
       service_center_id, employee_id, last_modified_by, created_at, updated_at, entered_on, status_on, status_at, search_key)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1,
       ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, t, 'm' || n, reverse(t), t || E'\\r\\n' || t,
       'lostCustomer', case n % 2 when 0 then $2 else $3 end, 4, $4, $4, $4, $5::timestamptz, $5, current_date, current_date, $5, 'old'
     from unnest($1::text[]) with ordinality given (t, n)`,
    [texts, precomposed, decomposed, id(1), at],
  );
  await cp(migrations, folder, { recursive: true });
  await migrate(pool, folder);
}, 120_000);
afterAll(async () => {
  await database.pool.end();
  await dropDatabase(inject('database').server, name);
  await rm(folder, { recursive: true });
});

test('the database puts text into search form as the code does (F16)', async () => {
  const { rows } = await database.pool.query<{ form: string }>(
    'select search_form(t) as form from unnest($1::text[]) with ordinality given (t, n) order by n',
    [texts],
  );
  expect(rows.map(({ form }) => form)).toEqual(texts.map(searchForm));
});

test('an update cleans what was written, and makes every search key anew (F12) (F16)', async () => {
  const { rows: leads } = await database.pool.query(
    'select name, phone, vehicle_number, notes, lost_reason, search_key from leads order by id',
  );
  for (const [place, lead] of leads.entries()) {
    const written = texts[place] ?? '';
    expect(lead.name).toBe(cleanLine(written));
    expect(lead.notes).toBe(cleanLines(`${written}\r\n${written}`));
    expect(lead.lost_reason).toBe(decomposed);
    expect(lead.search_key).toBe(searchKey([lead.name, lead.phone, lead.vehicle_number]));
  }
  const { rows: customers } = await database.pool.query('select name, mobile, search_key from customers');
  for (const { name, mobile, search_key } of customers) expect(search_key).toBe(searchKey([name, mobile]));
  const { rows: reasons } = await database.pool.query(
    `select key, sum(leads)::int as leads from lead_figures where figure = 'lostReason' group by key`,
  );
  expect(reasons).toEqual([{ key: decomposed, leads: texts.length }]);
});

test('an update counts the leads that are there', async () => {
  await expectTotalsToMatch(database);
});

test('names that an update makes equal are told apart, and stay unique in either spelling (F12)', async () => {
  const names = async (table: string) =>
    (await database.pool.query(`select name from ${table} order by id`)).rows.map((row) => row.name);
  expect(await names('service_centers')).toEqual([
    ...[decomposed, `${decomposed} (2)`, `${decomposed} (3)`, `${decomposed} (4)`],
  ]);
  expect(await names('offerings')).toEqual([`x${decomposed}`, `x${decomposed} (2)`]);
  expect(await names('employees')).toEqual([decomposed]);
  expect((await database.pool.query('select name from dealer')).rows).toEqual([{ name: decomposed }]);
  const again =
    'insert into service_centers (id, name, created_at, updated_at) values ($1, $2, now(), now())';
  for (const same of [precomposed, `  ${decomposed}\u200c`])
    await expect(database.pool.query(again, [id(9), same])).rejects.toThrow('service_centers_name');
});
