import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Encrypter } from 'age-encryption';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { login } from '#contract/auth.ts';
import * as comments from '#contract/comments.ts';
import * as contacts from '#contract/contacts.ts';
import { createConnection } from '#contract/intake/connections.ts';
import * as leads from '#contract/leads/leads.ts';
import { openDatabase } from '#server/db/pool.ts';
import { StartError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { addMigration, copyDatabaseFiles } from '#server/testing/database-files.ts';
import { dropDatabase, newDatabaseName, onDatabase, runStatements } from '#server/testing/databases.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { signedInBy, TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';
import { checkBackupFile, writeBackupFile } from './backup-file.ts';
import { restoreBackup, takeBackup } from './backups.service.ts';

const typed = 'রহিম “Q\\N\\.” \\\\ \\t ;\'"`$$ 😀 é';
const odd = `${typed}\\.\n\\.\n\t\b\f\v\r\n\u0001\u00a0\u200b`;
const appSecret = '0123456789abcdef0123456789abcdef';
const pageToken = 'EAAtesttokenofthepage';
const notKept = ['login_steps', 'one_time_tokens', 'second_factor_offers', 'sessions', 'throttles'];

let app: TestApp;
let folder: string;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let center: string;
let connectionSecret: string;
let file: string;
let target: string;
let said: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-backup-'));
  app = await TestApp.open();
  await fill();
  file = join(folder, 'whole.backup');
  await backUp(app.databaseName, file);
});
beforeEach(async () => {
  said = [];
  target = newDatabaseName('restored');
  await runStatements(inject('database').server, `create database ${target}`);
});
afterEach(() => dropDatabase(inject('database').server, target));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function fill(): Promise<void> {
  const { north, south, oil } = await addFixtures(app);
  center = north;
  boss = await app.signIn('superAdmin');
  const north1 = await app.signIn('service', [north]);
  await writeHistories(app, 40, {
    timeZone: 'Asia/Dhaka',
    now: testNoon,
    seed: 7,
    people: [boss.id, (await app.signIn('manager')).id],
    centers: [north, south],
    offerings: [oil, null],
  });
  const body = { name: typed, phone: '01712345678', serviceCenter: north, notes: typed };
  const { data: lead } = await app.call(leads.createLead, { token: boss.token, body });
  const params = { id: lead._id };
  const note = { text: typed, mentions: [north1.id] };
  expect((await app.call(comments.addComment, { token: boss.token, params, body: note })).status).toBe(201);
  const tried = { channel: 'call', outcome: 'noAnswer', note: typed };
  expect((await app.call(contacts.logContact, { token: north1.token, params, body: tried })).status).toBe(
    201,
  );
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, place) => place % 256));
  const site = { name: 'Page', kind: 'meta', platform: 'facebook', appSecret, pageToken } as const;
  const added = await app.call(createConnection, { token: boss.token, body: site });
  expect(added.status).toBe(201);
  connectionSecret = added.data.secret;
  await app.pool.query('insert into pictures values ($1, $2, $3)', ['pictures/a.webp', bytes, testNoon]);
  await app.pool.query('update employees set dp = $1 where id = $2', ['pictures/a.webp', boss.id]);
  await app.pool.query('update service_centers set address = $1 where id = $2', [odd, north]);
}

const unencrypted = { passphrase: undefined, signal: new AbortController().signal };
const work = (database: string, passphrase?: string) => ({
  connection: onDatabase(inject('database').server, database),
  say: (line: string) => said.push(line),
  ...unencrypted,
  passphrase,
});
const backUp = (from: string, to: string) => {
  said = [];
  return takeBackup(to, work(from));
};
const restore = (from: string) => restoreBackup(from, work(target));

async function rowsIn(database: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(onDatabase(inject('database').server, database));
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function tablesIn(database: string): Promise<string[]> {
  const rows = await rowsIn(
    database,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  return rows.map(({ relname }) => String(relname));
}

async function contentOf(database: string): Promise<Map<string, string[]>> {
  const tables = await tablesIn(database);
  // By name: a migration can only append a column, and a restored database is made by migrations.
  const each = tables.map(
    (table) => `select '${table}' as "table", to_jsonb(t)::text as row from ${table} t`,
  );
  const rows = await rowsIn(database, `${each.join(' union all ')} order by 2`);
  const content = new Map(tables.map((table) => [table, [] as string[]]));
  for (const { table, row } of rows) content.get(String(table))?.push(String(row));
  return content;
}

const definitions = `
  select 'index' as kind, indexdef as text from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || conname || convalidated || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  order by 1, 2`;

describe('a restored database', () => {
  test('has every row of the other, in the same tables, and nobody signed in', async () => {
    await restore(file);
    const [before, after] = [await contentOf(app.databaseName), await contentOf(target)];
    expect(before.get('sessions')).not.toEqual([]);
    expect(before.get('lead_versions')?.length).toBeGreaterThan(100);
    for (const table of notKept) before.set(table, []);
    expect(after).toEqual(before);
    expect(after.get('meta_connections')).toHaveLength(1);
    const everything = [...after.values()].flat().join('\n');
    for (const secret of [appSecret, pageToken, connectionSecret])
      for (const form of ['utf8', 'hex', 'base64'] as const)
        expect(everything).not.toContain(Buffer.from(secret).toString(form));
    expect(await rowsIn(target, definitions)).toEqual(await rowsIn(app.databaseName, definitions));
    expect(said.at(-1)).toMatch(/^Restored [\d,]+ rows in \d+ tables/);
  });

  test('is one to work with: people log in, counters are exact, a new lead is counted', async () => {
    await restore(file);
    const restored = await TestApp.open({ isSetUp: false, database: target });
    try {
      await expectDayCountersToMatch(restored, 'Asia/Dhaka');
      const old = await restored.call(leads.countLeadsByStatus, { token: boss.token });
      expect(old.status).toBe(401);
      const credentials = { email: boss.email, password: testPassword };
      const { token } = signedInBy(await restored.call(login, { body: credentials }));
      const body = { name: 'Nadia', phone: '01812345678', serviceCenter: center };
      expect((await restored.call(leads.createLead, { token, body })).status).toBe(201);
      await expectDayCountersToMatch(restored, 'Asia/Dhaka');
    } finally {
      await restored.close();
    }
  });

  test('sends nothing to customers again that waited when the backup was made', async () => {
    const { rows } = await app.pool.query('select id from leads where customer_id is not null limit 1');
    const connection = await app.pool.query('select id from connections limit 1');
    const messages = ['2026-03-01', '2126-03-01'].map((dueAt, place) => ({
      id: newId(testNoon),
      dueAt,
      place,
    }));
    for (const { id, dueAt, place } of messages)
      await app.pool.query(
        `insert into customer_messages (id, lead_id, booking_version, kind, service_center_id, due_at, state, state_at, try_at)
         values ($1, $2, $3, 'dayBefore', $4, $5, 'waiting', $5, $5)`,
        [id, rows[0].id, place, center, dueAt],
      );
    await app.pool.query(
      `insert into whatsapp_messages (id, connection_id, lead_id, number, recipient, text, until, state_at, try_at)
       values ($1, $2, $3, '1', '8801', 'Hello', $4, $4, $4)`,
      [newId(testNoon), connection.rows[0].id, rows[0].id, testNoon],
    );
    const withMessages = join(folder, 'messages.backup');
    await backUp(app.databaseName, withMessages);
    await app.pool.query('delete from whatsapp_messages');
    await app.pool.query('delete from customer_messages');
    await restore(withMessages);
    expect(
      await rowsIn(
        target,
        'select state, reason, try_at is null as "isOver" from customer_messages order by due_at',
      ),
    ).toEqual([
      { state: 'failed', reason: 'unknown', isOver: true },
      { state: 'waiting', reason: null, isOver: false },
    ]);
    expect(await rowsIn(target, 'select state, reason, text from whatsapp_messages')).toEqual([
      { state: 'failed', reason: 'unknown', text: null },
    ]);
  });

  test('is of one moment, whatever was written meanwhile', async () => {
    let isBackedUp = false;
    let recorded = 0;
    const writing = (async () => {
      while (!isBackedUp || recorded < 20) {
        const body = { name: `Meanwhile ${recorded++}`, phone: '01912345678', serviceCenter: center };
        expect((await app.call(leads.createLead, { token: boss.token, body })).status).toBe(201);
      }
    })();
    await expect.poll(() => recorded).toBeGreaterThan(5);
    const already = recorded - 1;
    const moment = join(folder, 'moment.backup');
    await backUp(app.databaseName, moment);
    isBackedUp = true;
    await writing;

    await restore(moment);
    const [{ kept, last, versions } = {}] = await rowsIn(
      target,
      `select count(*)::int as kept, max(split_part(name, ' ', 2)::int) as last,
         (select count(*)::int from lead_versions join leads l on l.id = lead_id where l.name like 'Meanwhile %') as versions
       from leads where name like 'Meanwhile %'`,
    );
    expect(kept).toBeGreaterThanOrEqual(already);
    expect(kept).toBeLessThan(recorded);
    expect([last, versions]).toEqual([Number(kept) - 1, kept]);
    const { pool } = openDatabase(onDatabase(inject('database').server, target));
    await expectDayCountersToMatch({ pool }, 'Asia/Dhaka');
    await pool.end();
  });

  test('tells nobody of its rows', async () => {
    const client = new pg.Client(onDatabase(inject('database').server, target));
    await client.connect();
    const heard: unknown[] = [];
    client.on('notification', (notice) => heard.push(notice));
    await client.query('listen pitlane');
    await restore(file);
    await client.query('select 1');
    await client.end();
    expect(heard).toEqual([]);
  });

  test('waits for a Pitlane that is about to stop', async () => {
    const { pool } = openDatabase(onDatabase(inject('database').server, target));
    await pool.query('select 1');
    const restored = restore(file);
    await wait(300);
    await pool.end();
    await restored;
    expect(await tablesIn(target)).not.toEqual([]);
  });

  test('is brought up to this Pitlane when an older one made the backup', async () => {
    const schema = await copyDatabaseFiles(await mkdtemp(join(folder, 'later-')));
    await addMigration(schema, '9001-later', {
      migration: `alter table service_centers add column later text not null default 'later';`,
      schema: 'create index service_centers_by_later on service_centers (later);',
    });
    await restoreBackup(file, { ...work(target), schema });
    const applied = await rowsIn(target, 'select name from migrations order by name collate "C"');
    expect(applied.at(-1)).toEqual({ name: '9001-later' });
    expect(await rowsIn(target, 'select distinct later from service_centers')).toEqual([{ later: 'later' }]);
    const indexes = await rowsIn(
      target,
      `select indisvalid from pg_index
      where indexrelid = 'service_centers_by_later'::regclass`,
    );
    expect(indexes).toEqual([{ indisvalid: true }]);
  });
});

describe('nothing is restored', () => {
  async function expectRefused(from: string, reason: RegExp): Promise<void> {
    const refusal = await restore(from).catch((error) => error);
    expect(refusal, from).toBeInstanceOf(StartError);
    expect(refusal.message).toMatch(reason);
    expect(await tablesIn(target)).toEqual([]);
  }

  test('from a file with one wrong byte, wherever it is', async () => {
    const bytes = await readFile(file);
    const damaged = join(folder, 'damaged.backup');
    const places = Array.from({ length: 30 }, (_, number) => Math.floor((number / 30) * bytes.length));
    for (const place of [...places, 40, bytes.length - 33, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes.readUInt8(place) + 1) % 256, place);
      await writeFile(damaged, changed);
      await expectRefused(damaged, /not a complete backup|not a backup/);
    }
  });

  test('from a file that is cut short, wherever it ends', async () => {
    const bytes = await readFile(file);
    const cut = join(folder, 'cut.backup');
    for (const size of [0, 10, 31, 3_000, bytes.length - 40, bytes.length - 32, bytes.length - 1]) {
      await writeFile(cut, bytes.subarray(0, size));
      await expectRefused(cut, /not a complete backup|not a backup/);
    }
  });

  test('from another file, another format, a newer Pitlane, one from before the first release, or no file', async () => {
    const other = join(folder, 'other');
    await writeFile(other, `id,name\n${'1,Rahim\n'.repeat(100)}`);
    await expectRefused(other, /is not a backup of Pitlane/);
    await writeFile(other, `{"pitlaneBackup":2}\n${'content'.repeat(100)}`);
    await expectRefused(other, /has the format 2, and this Pitlane reads 1: use a newer one/);
    await expectRefused(join(folder, 'absent'), /absent cannot be read: ENOENT/);
    const header = await checkBackupFile(file, unencrypted);
    const newer = { ...header, migrations: [...header.migrations, { name: '9999-newer', checksum: '' }] };
    const made = join(folder, 'newer.backup');
    await writeBackupFile(made, newer, nothing(), unencrypted);
    await expectRefused(made, /A newer Pitlane is needed: the migration 9999-newer is unknown here/);
    const older = { ...header, migrations: [{ name: '0001-pitlane', checksum: '' }] };
    const old = join(folder, 'older.backup');
    await writeBackupFile(old, older, nothing(), unencrypted);
    await expectRefused(
      old,
      /^The backup was made by a Pitlane from before its first release: restore it there\.$/,
    );
  });

  test('from a file whose checksum is right and whose numbers of rows are not, in one clear line (F49)', async () => {
    const header = await checkBackupFile(file, unencrypted);
    const tables = header.tables.map((table) => ({ ...table, rows: table.name === 'dealer' ? 7 : 0 }));
    const made = join(folder, 'miscounted.backup');
    const empty = async function* () {
      for (const _ of tables) yield Buffer.alloc(0);
    };
    await writeBackupFile(made, { ...header, tables }, empty(), unencrypted);
    await expectRefused(
      made,
      /^The backup contradicts itself: dealer has 0 rows, and its first line says 7\..*$/,
    );
  });

  test('from a file whose checksum is right and whose rows end early, in one clear line (F49)', async () => {
    const header = await checkBackupFile(file, unencrypted);
    const short = join(folder, 'short.backup');
    await writeBackupFile(short, header, nothing(), unencrypted);
    await expectRefused(short, /^.*short\.backup is not a complete backup: it was changed or cut short\.$/);
  });

  test('when the database refuses rows near the end', async () => {
    const header = await checkBackupFile(file, unencrypted);
    const made = join(folder, 'orphan.backup');
    const tables = header.tables.map((table) => ({ ...table, rows: table.name === 'lead_mentions' ? 1 : 0 }));
    const id = '01900000-0000-7000-8000-000000000001';
    const pieces = async function* () {
      for (const { name, columns } of tables) {
        if (name === 'lead_mentions')
          yield Buffer.from(`${columns.map((column) => (column === 'is_read' ? 't' : id)).join('\t')}\n`);
        yield Buffer.alloc(0);
      }
    };
    await writeBackupFile(made, { ...header, tables }, pieces(), unencrypted);
    await expectRefused(made, /^The database refused the backup.*lead_mentions.*violates foreign key/);
  });

  test('over data that are there, or below a Pitlane that runs', async () => {
    await restore(file);
    const before = await contentOf(target);
    await expect(restore(file)).rejects.toThrow('The database is not empty');
    const { pool } = openDatabase(onDatabase(inject('database').server, target));
    await pool.query('select 1');
    await expect(restore(file)).rejects.toThrow('Pitlane is running on this database');
    await pool.end();
    expect(await contentOf(target)).toEqual(before);
  });

  test('beside tables of others', async () => {
    await runStatements(onDatabase(inject('database').server, target), 'create table precious (id int)');
    await expect(restore(file)).rejects.toThrow('only one of them has the table precious');
    expect(await tablesIn(target)).toEqual(['precious']);
  });
});

describe('an encrypted backup', () => {
  const passphrase = 'মেঘনা ferry lantern 7';
  let locked: string;
  beforeAll(async () => {
    locked = join(folder, 'locked.backup');
    await takeBackup(locked, work(app.databaseName, passphrase));
  });

  test('is in the age format, shows nothing, and is restored with its passphrase', async () => {
    const bytes = await readFile(locked, 'latin1');
    expect(bytes).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(bytes).not.toMatch(/pitlane|leads/);
    await restoreBackup(locked, work(target, passphrase));
    expect((await contentOf(target)).get('leads')).toEqual((await contentOf(app.databaseName)).get('leads'));
  });

  test('is expected where there is a passphrase: a plain one is refused unless that is allowed (F49)', async () => {
    await expect(restoreBackup(file, work(target, passphrase))).rejects.toThrow(
      /whole\.backup is not encrypted although BACKUP_PASSPHRASE is set: .* Add --allow-plain/,
    );
    expect(await tablesIn(target)).toEqual([]);
    await restoreBackup(file, { ...work(target, passphrase), allowPlain: true });
    expect(said.at(-1)).toMatch(/^Restored [\d,]+ rows/);
  });

  test('is refused with another passphrase, without one, changed, or cut short', async () => {
    // Each opening costs the work that the file asks for.
    const age = new Encrypter();
    age.setPassphrase(passphrase);
    age.setScryptWorkFactor(10);
    const easy = join(folder, 'easily-opened.backup');
    await writeFile(easy, await age.encrypt(await readFile(file)));
    const refused = async (from: string, given: string | undefined, reason: RegExp) => {
      await expect(restoreBackup(from, work(target, given))).rejects.toThrow(reason);
      expect(await tablesIn(target)).toEqual([]);
    };
    await refused(easy, 'মেঘনা ferry lantern 8', /does not open with this BACKUP_PASSPHRASE/);
    await refused(easy, undefined, /is encrypted: set BACKUP_PASSPHRASE/);
    const bytes = await readFile(easy);
    const damaged = join(folder, 'damaged.backup');
    for (const place of [300, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes.readUInt8(place) + 1) % 256, place);
      await writeFile(damaged, changed);
      await refused(damaged, passphrase, /is not a complete backup/);
      await writeFile(damaged, bytes.subarray(0, place));
      await refused(damaged, passphrase, /is not a complete backup/);
    }
  });
});

describe('a backup', () => {
  test('begins with a line that says what it is', async () => {
    const [line = ''] = (await readFile(file, 'latin1')).split('\n', 1);
    const count = await rowsIn(app.databaseName, `select count(*)::int as rows from pictures`);
    expect(JSON.parse(line)).toMatchObject({
      pitlaneBackup: 1,
      pitlane: '0.1.0',
      takenAt: expect.stringMatching(/Z$/),
      migrations: expect.arrayContaining([
        { name: '0001-baseline', checksum: expect.stringMatching(/^\w{64}$/) },
      ]),
      tables: expect.arrayContaining([
        { name: 'pictures', columns: ['name', 'bytes', 'created_at'], rows: count[0]?.rows },
      ]),
    });
    for (const name of notKept) expect(line).not.toContain(`"${name}"`);
  });

  test('replaces no file, and leaves none when it fails', async () => {
    await expect(backUp(app.databaseName, file)).rejects.toThrow('is there already: name a new file');
    await expect(backUp(target, join(folder, 'empty.backup'))).rejects.toThrow('nothing to back up');
    await expect(backUp(app.databaseName, join(folder, 'no', 'such'))).rejects.toThrow('is not there');
    const stopped = { ...work(app.databaseName), signal: AbortSignal.abort() };
    await expect(takeBackup(join(folder, 'stopped.backup'), stopped)).rejects.toThrow('abort');
    const names = await readdir(folder);
    expect(names.filter((name) => /empty|stopped|partial/.test(name))).toEqual([]);
  });

  test('is written into no file that somebody else has made (F49)', async () => {
    const to = join(folder, 'awaited.backup');
    const theirs = `${to}.partial`;
    await writeFile(theirs, 'theirs', { mode: 0o666 });
    await expect(backUp(app.databaseName, to)).rejects.toThrow(/awaited\.backup\.partial is there already/);
    expect(await readFile(theirs, 'utf8')).toBe('theirs');
    await rm(theirs);
    await symlink(join(folder, 'elsewhere'), theirs);
    await expect(backUp(app.databaseName, to)).rejects.toThrow(/is there already/);
    await rm(theirs);
    await backUp(app.databaseName, to);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContain('elsewhere');
    await rm(to);
  });

  test('needs no sequences, since no table has one', async () => {
    expect(await rowsIn(app.databaseName, 'select sequencename from pg_sequences')).toEqual([]);
  });
});

async function* nothing(): AsyncGenerator<Buffer> {}
