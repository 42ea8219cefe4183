import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { checkBackupFile } from '#server/backups/backup-file.ts';
import { restoreBackup } from '#server/backups/backups.service.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import {
  databaseUrl,
  dropDatabase,
  newDatabaseName,
  onDatabase,
  runStatements,
} from '#server/testing/databases.ts';
import { UpgradeError, type UpgradeSettings, upgradeDatabase } from './upgrade-database.ts';

const own = join(import.meta.dirname, '..', 'db', 'migrations');
const { signal } = new AbortController();
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let folder: string;
/** Migrations of the version before, and of one to come. */
let before: string;
let after: string;
let names: string[];
let said: string[];
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-upgrade-'));
  before = await mkdtemp(join(folder, 'before-'));
  after = await mkdtemp(join(folder, 'after-'));
  for (const file of await readdir(own)) await copyFile(join(own, file), join(after, file));
  names = [];
  said = [];
  database = await createDatabase();
});
afterEach(async () => {
  await database.pool.end();
  for (const name of names) await dropDatabase(inject('database').server, name);
  await rm(folder, { recursive: true });
});

test('data of the first version are backed up, then brought up to date', async () => {
  await fillFirstVersion();
  await upgrade();
  const [file = ''] = await backups();
  const missing = (await readdir(own))
    .filter((name) => !name.endsWith('.ahead.sql'))
    .sort()
    .slice(1);
  const isAhead = (line: string) => /^ {2}ahead \d+ of|^ {4}/.test(line);
  expect(said.findLastIndex(isAhead)).toBeLessThan(said.findIndex((line) => line.startsWith('  1 of ')));
  expect(said.filter(isAhead)).not.toEqual([]);
  expect(said.filter((line) => !isAhead(line))).toEqual([
    `Upgrading the database: ${missing.length} migrations`,
    expect.stringMatching(/^Backed up [\d,]+ rows in \d+ tables: .*pitlane-before-upgrade-.*Z\.backup, /),
    ...missing.map((name, place) => `  ${place + 1} of ${missing.length}: ${name.replace('.sql', '')}`),
    'The database is upgraded',
  ]);
  await expectNewest(database);
  const { migrations, tables } = await checkBackupFile(file, { passphrase: undefined, signal });
  expect(migrations.map(({ name }) => name)).toEqual(['0001-dealer-people-leads']);
  expect(tables.find(({ name }) => name === 'leads')?.rows).toBe(1);

  said = [];
  await upgrade();
  expect([said, await backups()]).toEqual([[], [file]]);

  const other = await createDatabase();
  const connection = onDatabase(inject('database').server, names[1] ?? '');
  await restoreBackup(file, { connection, say: () => undefined, passphrase: undefined, signal });
  await expectNewest(other);
  await other.pool.end();
});

test('a migration that fails after others did not leaves the data to the version before', async () => {
  await fillFirstVersion();
  await writeFile(
    join(after, '9001-good.sql'),
    'alter table leads add column good int; delete from sessions;',
  );
  await writeFile(join(after, '9002-bad.sql'), 'update leads set name = 1 / (version - 1);');
  await writeFile(join(after, '9003-never.sql'), 'create table never ();');
  const whole = await contentOf(database);
  const failure = await upgrade({ folder: after }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpgradeError);
  const [file = ''] = await backups();
  expect(String(failure)).toBe(
    'UpgradeError: The upgrade failed and changed nothing. The database refused the migration 9002-bad: division by zero. ' +
      `Start the version that ran before: it still works on this data. The backup from before the upgrade is ${file}.`,
  );
  expect(await contentOf(database)).toEqual(whole);
  expect(await migrate(database.pool, before)).toEqual([]);
  expect((await checkBackupFile(file, { passphrase: undefined, signal })).tables).not.toEqual([]);

  // Also within the same second, whose backup stays.
  await writeFile(join(after, '9002-bad.sql'), 'select 1;');
  await upgrade({ folder: after });
  expect(said.at(-1)).toBe('The database is upgraded');
  expect(await backups()).toHaveLength(2);
});

test('of two that start at once one upgrades, and the other waits', async () => {
  await fillFirstVersion();
  const other = openDatabase(onDatabase(inject('database').server, names[0] ?? ''));
  await Promise.all([upgrade(), upgrade({ pool: other.pool })]);
  await other.pool.end();
  expect(said.filter((line) => line === 'The database is upgraded')).toHaveLength(1);
  expect(said).toContain('Another Pitlane is upgrading the database: waiting for it');
  expect(await backups()).toHaveLength(1);
  await expectNewest(database);
});

test('without a backup nothing is changed, unless it is not wanted', async () => {
  await fillFirstVersion();
  const whole = await contentOf(database);
  await writeFile(join(folder, 'file'), '');
  const backupDir = join(folder, 'file', 'backups');
  await expect(upgrade({ settings: { backupDir } })).rejects.toThrow(
    /^The database needs an upgrade, and the backup before it failed: ENOTDIR.* Nothing was changed\. Set BACKUP_DIR /,
  );
  expect(await contentOf(database)).toEqual(whole);
  await upgrade({ settings: { backupDir, backupBeforeUpgrade: false } });
  await expectNewest(database);
});

test('a database without anybody needs no backup', async () => {
  await copyFile(join(own, '0001-dealer-people-leads.sql'), join(before, '0001-dealer-people-leads.sql'));
  await migrate(database.pool, before);
  await upgrade();
  expect(said).toEqual([]);
  expect(await backups()).toEqual([]);
});

test('the newest three backups from before upgrades stay, and the daily ones', async () => {
  await fillFirstVersion();
  const { backupDir } = settings();
  const old = [1, 2, 3].map((day) => `pitlane-before-upgrade-2026-03-0${day}T00-00-00Z.backup`);
  const daily = 'pitlane-2026-03-01T00-00-00Z.backup';
  await mkdir(backupDir);
  for (const name of [...old, daily]) await writeFile(join(backupDir, name), '');
  await upgrade();
  const left = (await readdir(backupDir)).sort();
  expect(left.slice(0, 3)).toEqual([daily, old[1], old[2]]);
  expect(left).toHaveLength(4);
});

function settings(): UpgradeSettings & { backupDir: string } {
  return {
    databaseUrl: databaseUrl(inject('database').server, names[0] ?? ''),
    dataDir: folder,
    backupDir: join(folder, 'backups'),
    backupBeforeUpgrade: true,
    backupPassphrase: undefined,
  };
}

function upgrade(
  given: { settings?: Partial<UpgradeSettings>; pool?: Database['pool']; folder?: string } = {},
): Promise<void> {
  const say = (line: string) => void said.push(line);
  const { pool = database.pool, folder } = given;
  return upgradeDatabase(
    pool,
    { ...settings(), ...given.settings },
    { say, signal, ...(folder && { folder }) },
  );
}

async function createDatabase(): Promise<Database> {
  const { server } = inject('database');
  const name = newDatabaseName('upgrade');
  await runStatements(server, `create database ${name}`);
  names.push(name);
  return openDatabase(onDatabase(server, name));
}

async function backups(): Promise<string[]> {
  const { backupDir } = settings();
  return (await readdir(backupDir).catch(() => [])).map((name) => join(backupDir, name));
}

async function fillFirstVersion(): Promise<void> {
  await copyFile(join(own, '0001-dealer-people-leads.sql'), join(before, '0001-dealer-people-leads.sql'));
  await migrate(database.pool, before);
  const at = `'2026-03-10T06:00:00Z'`;
  await database.pool.query(`
    insert into dealer (name, time_zone, phone_country, created_at) values ('Padma', 'Asia/Dhaka', 'BD', ${at});
    insert into employees (id, name, email, password_hash, level, is_verified, created_at, updated_at)
      values ('${id(1)}', 'Rokeya', 'rokeya@padma.test', 'hash', 'superAdmin', true, ${at}, ${at});
    insert into sessions (id, token_hash, employee_id, created_at, last_seen_at)
      values ('${id(2)}', 'hash', '${id(1)}', ${at}, ${at});
    insert into service_centers (id, name, created_at, updated_at) values ('${id(3)}', 'Tejgaon', ${at}, ${at});
    insert into customers (id, name, mobile, created_at, updated_at)
      values ('${id(4)}', 'Nadia', '01712345678', ${at}, ${at});
    insert into leads (id, version, customer_id, name, phone, status, service_center_id, employee_id, last_modified_by,
        created_at, updated_at, entered_on, status_on, search_key)
      values ('${id(5)}', 1, '${id(4)}', 'Nadia (sister)', '01712345678', 'pending', '${id(3)}', '${id(1)}', '${id(1)}',
        ${at}, ${at}, '2026-03-10', '2026-03-10', 'nadia');
    insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
      values ('${id(6)}', '${id(5)}', 1, '{}', '${id(1)}', ${at}, '{"name": "Nadia", "status": "pending"}');
    insert into idempotency_keys (employee_id, key, body_hash, lead_id, created_at)
      values ('${id(1)}', 'key', 'hash', '${id(5)}', ${at})`);
}

async function expectNewest({ pool }: Database): Promise<void> {
  expect(await migrate(pool)).toEqual([]);
  const { rows } = await pool.query('select name, due_kind from leads');
  expect(rows).toEqual([{ name: 'Nadia (sister)', due_kind: expect.any(String) }]);
}

async function contentOf({ pool }: Database): Promise<unknown> {
  const { rows: columns } = await pool.query(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' order by table_name, column_name`,
  );
  const tables = [...new Set(columns.map(({ table_name }) => String(table_name)))];
  const rows = await Promise.all(
    tables.map(async (name) => (await pool.query(`select t::text as row from ${name} t order by 1`)).rows),
  );
  return { columns, rows };
}
