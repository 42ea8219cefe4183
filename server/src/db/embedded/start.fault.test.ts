import { chmod, chown, cp, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { superuserOf } from '#server/testing/databases.ts';
import {
  FaultHarness,
  getConnectionConfig,
  hasUserNamespaces,
  inMounts,
  isRoot,
  ordinaryUsers,
  postgresOf,
  query,
} from '#server/testing/fault-harness.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { findPackageFolder } from './binaries.ts';

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

describe('whoever starts it', () => {
  it('makes the database below a folder that nobody else may enter, keeps what is written, and leaves no process', async (context) => {
    if (isRoot && !hasUserNamespaces()) context.skip('root is allowed no user namespaces here');
    await mkdir(harness.path('closed'), { mode: 0o700 });
    const dataDir = harness.path('closed', 'data');
    const first = harness.hold(dataDir);
    const connection = await getConnectionConfig(first);
    await query(connection, 'create table kept as select 7 as number');
    const [settings] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
         current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`,
    );
    expect(settings).toEqual({ fsync: 'on', addresses: '', encoding: 'UTF8', zone: 'UTC' });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(String(connection.host))).mode & 0o777).toBe(0o700);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(await postgresOf(dataDir)).toEqual([]);

    const second = harness.hold(dataDir);
    expect(await query(await getConnectionConfig(second), 'select number from kept')).toEqual([
      { number: 7 },
    ]);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLongRun)(
    'works as a role that is no superuser, on new data and on those that a superuser owned (F10.6)',
    async () => {
      const dataDir = harness.path('data');
      const first = harness.hold(dataDir);
      const connection = await getConnectionConfig(first);
      await expectPlainRole(connection);

      // As in earlier versions: one role, a superuser, owns everything.
      const superuser = await superuserOf(connection, dataDir);
      await query(superuser, 'alter database postgres owner to pitlane', `drop role ${connection.user}`);
      const before = openDatabase(superuser);
      const applied = await migrate(before.pool);
      expect(applied.length).toBeGreaterThan(0);
      await query(
        superuser,
        `create type mood as enum ('good'); create domain day as date; create table numbered (id serial primary key);
       create view seen as select id from numbered; create sequence steps`,
      );
      await before.pool.end();
      expect(await first.end('SIGTERM')).toBe(0);

      const second = harness.hold(dataDir);
      const now = await getConnectionConfig(second);
      await expectPlainRole(now);
      const after = openDatabase(now);
      expect(await migrate(after.pool)).toEqual([]);
      await after.pool.end();
      await query(
        now,
        'alter table leads add column later int; drop table numbered cascade; drop type mood; drop domain day; drop sequence steps',
      );
      expect(await query(now, `select similarity('brake', 'brakes') > 0.5 as alike`)).toEqual([
        { alike: true },
      ]);
      expect(
        await query(
          now,
          `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> current_user::regrole
         union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
           and proowner <> current_user::regrole
           and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
        ),
      ).toEqual([]);
      expect(await second.end('SIGTERM')).toBe(0);
    },
  );

  it.runIf(isLongRun)('refuses a connection without the password', async () => {
    const program = harness.hold(await harness.prepare('data'));
    const connection = await getConnectionConfig(program);
    await expect(query({ ...connection, password: 'guessed' }, 'select 1')).rejects.toThrow(/password/);
    await program.end('SIGTERM');
  });

  it.runIf(isLongRun)('listens where the path of a socket in the data folder would be too long', async () => {
    const dataDir = await harness.prepare('a'.repeat(60), 'b'.repeat(60));
    const program = harness.hold(dataDir, { env: { TMPDIR: '/tmp' } });
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
    await rm(String((await getConnectionConfig(program)).host), { recursive: true });
  });

  it.runIf(isLongRun)(
    'makes the links between the libraries that an installation without scripts leaves out',
    async () => {
      const packageFolder = await unlinkedPackage(harness.path('package'));
      const program = harness.hold(harness.path('data'), { packageFolder });
      expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
      expect((await readdir(join(packageFolder, 'native', 'lib'))).length).toBeGreaterThan(0);
      expect(await program.end('SIGTERM')).toBe(0);
    },
  );

  it.runIf(isLongRun).each([
    ['are not whole', 'lib', /^The PostgreSQL in .* is not whole .*: run npm ci\.$/],
    ['do not run here', 'lib/libicui18n.so.60.2', /^(The )?PostgreSQL .* libicui18n\..*set DATABASE_URL/],
  ])('says in one line that its programs %s', async (_, missing, line) => {
    const packageFolder = await unlinkedPackage(harness.path('package'));
    await rm(join(packageFolder, 'native', missing), { recursive: true });
    const program = harness.hold(harness.path('data'), { packageFolder });
    expect(await program.ended).toBe(1);
    expect(program.errors.trim()).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
  });
});

async function expectPlainRole(connection: PoolConfig): Promise<void> {
  expect(
    await query(
      connection,
      'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    ),
  ).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false },
  ]);
  for (const forbidden of [
    `copy (select 1) to program 'cat'`,
    `select pg_read_file('PG_VERSION')`,
    'alter role current_user superuser',
    `alter system set fsync = off`,
  ]) {
    await expect(query(connection, forbidden), forbidden).rejects.toThrow(/permission denied/);
  }
}

// Only root can become another user.
describe.runIf(isRoot && isLongRun)('started by root', () => {
  it.for(Object.entries(ordinaryUsers))('runs for a %s user as they are', async ([, user], context) => {
    skipUnlessNamed(user, context);
    const dataDir = harness.path('home', 'data');
    await makeHome(user);
    const program = harness.hold(dataDir, user);
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(user.uid);
    expect(await program.end('SIGTERM')).toBe(0);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it.for(Object.entries(ordinaryUsers))(
    'takes turns with a %s user on their database',
    async ([, user], context) => {
      skipUnlessNamed(user, context);
      const dataDir = harness.path('home', 'data');
      await makeHome(user);
      for (const turn of [user, {}, user]) {
        const program = harness.hold(dataDir, turn);
        await query(await getConnectionConfig(program), 'create table if not exists turns ()');
        expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(user.uid);
        expect(await program.end('SIGTERM')).toBe(0);
      }
    },
  );

  it('runs as nobody where user namespaces are blocked, and again where they are allowed', async () => {
    const dataDir = harness.path('data');
    const blocked = { PATH: await harness.pathWithout('unshare') };
    for (const env of [blocked, {}, blocked]) {
      const program = harness.hold(dataDir, { env });
      await query(await getConnectionConfig(program), 'create table if not exists turns ()');
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534);
      expect(await program.end('SIGTERM')).toBe(0);
    }
  });

  it('hands a database of its own over to nobody once user namespaces are blocked', async () => {
    const dataDir = await harness.prepare('data');
    const first = harness.hold(dataDir);
    await query(await getConnectionConfig(first), 'create table kept ()');
    await first.end('SIGTERM');
    const second = harness.hold(dataDir, { env: { PATH: await harness.pathWithout('unshare') } });
    await query(await getConnectionConfig(second), 'select from kept');
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('copies the programs to where nobody may read them', async () => {
    const packageFolder = await unlinkedPackage(harness.path('package'));
    await chmod(harness.path('package'), 0o700);
    const dataDir = harness.path('data');
    const program = harness.hold(dataDir, {
      packageFolder,
      env: { PATH: await harness.pathWithout('unshare') },
    });
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).some((name) => name.startsWith('postgresql-'))).toBe(true);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it('says in one line what to do when neither works', async () => {
    await mkdir(harness.path('closed'), { mode: 0o700 });
    const env = { PATH: await harness.pathWithout('unshare') };
    const program = harness.hold(harness.path('closed', 'data'), { env });
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(
      /^PostgreSQL does not run as root, .* start Pitlane as an ordinary user, .*\n$/,
    );
  });

  it('does without setpriv where it is missing', async () => {
    const dataDir = await harness.prepare('data');
    const program = harness.hold(dataDir, { env: { PATH: await harness.pathWithout('setpriv') } });
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it('lets an ordinary user run programs whose links are missing in a folder that they may not write', async () => {
    const packageFolder = await unlinkedPackage(harness.path('package'));
    await makeHome(ordinaryUsers.named);
    const program = harness.hold(harness.path('home', 'data'), { packageFolder, ...ordinaryUsers.named });
    expect(await query(await getConnectionConfig(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  async function makeHome({ uid, gid }: { uid: number; gid: number }): Promise<void> {
    await mkdir(harness.path('home'), { mode: 0o700 });
    await chown(harness.path('home'), uid, gid);
  }

  function skipUnlessNamed(user: { uid: number; gid: number }, { skip }: TestContext): void {
    if (user === ordinaryUsers.nameless && !hasUserNamespaces(user))
      skip('users are allowed no namespaces here');
  }
});

describe('a data folder that cannot be used', () => {
  it.for([
    [
      'is read-only',
      (path: string) => `mount --bind ${path} ${path}\nmount -o remount,bind,ro ${path}`,
      /cannot be written: EROFS/,
    ],
    ['has no room for a database', (path: string) => `mount -t tmpfs -o size=8m none ${path}`, /is full/],
    ['has no room at all', (path: string) => `mount -t tmpfs -o size=4k,nr_inodes=1 none ${path}`, /is full/],
  ] as const)('%s: one line', async ([, mounts, line], context) => {
    const dataDir = harness.path('data');
    await mkdir(dataDir);
    const wrapper = inMounts(mounts(dataDir));
    if (!wrapper) context.skip('this machine lets nobody mount');
    const program = harness.hold(dataDir, { wrapper });
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it('is a file: one line', async () => {
    const program = harness.hold(join(findPackageFolder(), 'package.json'));
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(
      /^The data folder .* is not a folder: EEXIST\. Set DATA_DIR to another\.\n$/,
    );
  });
});

async function unlinkedPackage(folder: string): Promise<string> {
  await cp(findPackageFolder(), folder, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  return folder;
}
