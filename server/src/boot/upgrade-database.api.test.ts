import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { checkBackupFile } from '#server/backups/backup-file.ts';
import { restoreBackup } from '#server/backups/backups.service.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { UpgradeError } from '#server/lib/errors.ts';
import { addMigration, copyDatabaseFiles } from '#server/testing/database-files.ts';
import {
  databaseUrl,
  dropDatabase,
  newDatabaseName,
  onDatabase,
  runStatements,
} from '#server/testing/databases.ts';
import { type UpgradeSettings, upgradeDatabase } from './upgrade-database.ts';

const { signal } = new AbortController();
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const newer = {
  '9001-mileage': {
    migration: 'alter table leads add column mileage integer not null default 0;',
    schema:
      'alter table leads add column mileage integer not null default 0;\ncreate index leads_by_mileage on leads (mileage);',
  },
  '9002-notes': { migration: `update leads set notes = 'upgraded';` },
};

let folder: string;
/** The database files of the version before, and of one to come. */
let before: string;
let after: string;
let names: string[];
let said: string[];
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-upgrade-'));
  before = await copyDatabaseFiles(await mkdtemp(join(folder, 'before-')));
  after = await copyDatabaseFiles(await mkdtemp(join(folder, 'after-')));
  for (const [name, change] of Object.entries(newer)) await addMigration(after, name, change);
  names = [];
  said = [];
  database = await createDatabase();
});
afterEach(async () => {
  await database.pool.end();
  for (const name of names) await dropDatabase(inject('database').server, name);
  await rm(folder, { recursive: true });
});

test('data of the version before are backed up, then brought up to date', async () => {
  await fillVersionBefore();
  await upgrade();
  const [file = ''] = await backups();
  expect(said).toEqual([
    'Upgrading the database: 2 migrations',
    expect.stringMatching(/^Backed up [\d,]+ rows in \d+ tables: .*pitlane-before-upgrade-.*Z\.backup, /),
    '  1 of 2: 9001-mileage',
    '  2 of 2: 9002-notes',
    'Building the index leads_by_mileage',
    'The database is upgraded',
  ]);
  await expectNewest(database);
  const { migrations, tables } = await checkBackupFile(file, { passphrase: undefined, signal });
  expect(migrations.map(({ name }) => name)).not.toContain('9001-mileage');
  expect(tables.find(({ name }) => name === 'leads')?.rows).toBe(1);

  said = [];
  await upgrade();
  expect([said, await backups()]).toEqual([[], [file]]);

  const other = await createDatabase();
  const connection = onDatabase(inject('database').server, names[1] ?? '');
  const work = { connection, say: () => undefined, passphrase: undefined, signal };
  await restoreBackup(file, { ...work, schema: after });
  await expectNewest(other);
  await other.pool.end();
});

test('a migration that fails after others did not leaves the data to the version before', async () => {
  await fillVersionBefore();
  const { migration } = newer['9001-mileage'];
  await addMigration(after, '9001-mileage', { migration: `${migration} delete from sessions;` });
  await addMigration(after, '9002-notes', { migration: 'update leads set name = 1 / (version - 1);' });
  await addMigration(after, '9003-never', { migration: 'create table never ();' });
  const whole = await contentOf(database);
  const failure = await upgrade().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpgradeError);
  const [file = ''] = await backups();
  expect(String(failure)).toBe(
    'UpgradeError: The upgrade failed and changed nothing. The database refused the migration 9002-notes: division by zero. ' +
      `Start the version that ran before: it still works on this data. The backup from before the upgrade is ${file}.`,
  );
  expect(await contentOf(database)).toEqual(whole);
  expect(await migrate(database.pool, before)).toEqual([]);
  expect((await checkBackupFile(file, { passphrase: undefined, signal })).tables).not.toEqual([]);

  // Also within the same second, whose backup stays.
  await addMigration(after, '9002-notes', { migration: 'select 1;' });
  await upgrade();
  expect(said.at(-1)).toBe('The database is upgraded');
  expect(await backups()).toHaveLength(2);
});

test('of two that start at once one upgrades, and the other waits', async () => {
  await fillVersionBefore();
  const other = openDatabase(onDatabase(inject('database').server, names[0] ?? ''));
  await Promise.all([upgrade(), upgrade({ pool: other.pool })]);
  await other.pool.end();
  expect(said.filter((line) => line === 'The database is upgraded')).toHaveLength(1);
  expect(said).toContain('Another Pitlane is upgrading the database: waiting for it');
  expect(await backups()).toHaveLength(1);
  await expectNewest(database);
});

test('without a backup nothing is changed, unless it is not wanted', async () => {
  await fillVersionBefore();
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
  await migrate(database.pool, before);
  await upgrade();
  expect(said).toEqual(['Building the index leads_by_mileage']);
  expect(await backups()).toEqual([]);
});

test('a first start says one line about the database', async () => {
  await upgrade();
  expect(said).toEqual(['Setting up a new database']);
  expect(await backups()).toEqual([]);
});

test('the newest three backups from before upgrades stay, and the daily ones', async () => {
  await fillVersionBefore();
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
  given: { settings?: Partial<UpgradeSettings>; pool?: Database['pool'] } = {},
): Promise<void> {
  const say = (line: string) => void said.push(line);
  const { pool = database.pool } = given;
  return upgradeDatabase(pool, { ...settings(), ...given.settings }, { say, signal, folder: after });
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

async function fillVersionBefore(): Promise<void> {
  await migrate(database.pool, before);
  const at = `'2026-03-10T06:00:00Z'`;
  await database.pool.query(`
    insert into dealer (name, time_zone, phone_country, created_at) values ('Padma', 'Asia/Dhaka', 'BD', ${at});
    insert into employees (id, name, email, password_hash, level, created_at, updated_at)
      values ('${id(1)}', 'Rokeya', 'rokeya@padma.test', 'hash', 'superAdmin', ${at}, ${at});
    insert into sessions (id, token_hash, employee_id, created_at, last_seen_at)
      values ('${id(2)}', 'hash', '${id(1)}', ${at}, ${at});
    insert into service_centers (id, name, created_at, updated_at) values ('${id(3)}', 'Tejgaon', ${at}, ${at});
    insert into customers (id, name, mobile, search_key, created_at, updated_at)
      values ('${id(4)}', 'Nadia', '01712345678', 'nadia', ${at}, ${at});
    insert into leads (id, version, customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by,
        created_at, updated_at, status_at, search_key)
      values ('${id(5)}', 1, '${id(4)}', 'Nadia (sister)', '01712345678', 'pending', '${id(3)}', '${id(1)}', '${id(1)}',
        ${at}, ${at}, ${at}, 'nadia');
    insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
      values ('${id(6)}', '${id(5)}', 1, '{}', '${id(1)}', ${at}, '{"name": "Nadia", "status": "pending"}');
    insert into idempotency_keys (employee_id, key, body_hash, lead_id, created_at)
      values ('${id(1)}', 'key', 'hash', '${id(5)}', ${at})`);
}

async function expectNewest({ pool }: Database): Promise<void> {
  expect(await migrate(pool, after)).toEqual([]);
  const { rows } = await pool.query('select name, notes, mileage from leads');
  expect(rows).toEqual([{ name: 'Nadia (sister)', notes: 'upgraded', mileage: 0 }]);
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
