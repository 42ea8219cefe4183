import { chmod, chown, cp, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { findPackageFolder } from '#server/db/embedded/binaries.ts';
import {
  connectionOf,
  FaultGround,
  hasUserNamespaces,
  inMounts,
  isRoot,
  ordinaryUsers,
  postgresOf,
  query,
} from '#server/testing/fault-ground.ts';

let ground: FaultGround;
beforeEach(async () => {
  ground = await FaultGround.make();
});
afterEach(() => ground.clear());

describe('whoever starts it', () => {
  it('makes the database below a folder that nobody else may enter, keeps what is written, and leaves no process', async (context) => {
    if (isRoot && !hasUserNamespaces()) context.skip('root is allowed no user namespaces here');
    await mkdir(ground.path('closed'), { mode: 0o700 });
    const dataDir = ground.path('closed', 'data');
    const first = ground.hold(dataDir);
    const connection = await connectionOf(first);
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

    const second = ground.hold(dataDir);
    expect(await query(await connectionOf(second), 'select number from kept')).toEqual([{ number: 7 }]);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('refuses a connection without the password', async () => {
    const program = ground.hold(ground.path('data'));
    const connection = await connectionOf(program);
    await expect(query({ ...connection, password: 'guessed' }, 'select 1')).rejects.toThrow(/password/);
    await program.end('SIGTERM');
  });

  it('listens where the path of a socket in the data folder would be too long', async () => {
    const dataDir = ground.path('a'.repeat(60), 'b'.repeat(60));
    const program = ground.hold(dataDir, { env: { TMPDIR: '/tmp' } });
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
    await rm(String((await connectionOf(program)).host), { recursive: true });
  });

  it('makes the links between the libraries that an installation without scripts leaves out', async () => {
    const packageFolder = await unlinkedPackage(ground.path('package'));
    const program = ground.hold(ground.path('data'), { packageFolder });
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(join(packageFolder, 'native', 'lib'))).length).toBeGreaterThan(0);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it.each([
    ['are not whole', 'lib', /^The PostgreSQL in .* is not whole .*: run npm ci\.$/],
    ['do not run here', 'lib/libicui18n.so.60.2', /^(The )?PostgreSQL .* libicui18n\..*set DATABASE_URL/],
  ])('says in one line that its programs %s', async (_, missing, line) => {
    const packageFolder = await unlinkedPackage(ground.path('package'));
    await rm(join(packageFolder, 'native', missing), { recursive: true });
    const program = ground.hold(ground.path('data'), { packageFolder });
    expect(await program.ended).toBe(1);
    expect(program.errors.trim()).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
  });
});

// These start as root and become, or are given, another user. An ordinary user cannot cause them.
describe.runIf(isRoot)('started by root', () => {
  it.for(Object.entries(ordinaryUsers))('runs for a %s user as he is', async ([, user], context) => {
    skipUnlessNamed(user, context);
    const dataDir = ground.path('home', 'data');
    await makeHome(user);
    const program = ground.hold(dataDir, user);
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(user.uid);
    expect(await program.end('SIGTERM')).toBe(0);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it.for(Object.entries(ordinaryUsers))(
    'takes turns with a %s user on his database',
    async ([, user], context) => {
      skipUnlessNamed(user, context);
      const dataDir = ground.path('home', 'data');
      await makeHome(user);
      for (const turn of [user, {}, user]) {
        const program = ground.hold(dataDir, turn);
        await query(await connectionOf(program), 'create table if not exists turns ()');
        expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(user.uid);
        expect(await program.end('SIGTERM')).toBe(0);
      }
    },
  );

  it('runs as nobody where user namespaces are blocked, and again where they are allowed', async () => {
    const dataDir = ground.path('data');
    const blocked = { PATH: await ground.pathWithout('unshare') };
    for (const env of [blocked, {}, blocked]) {
      const program = ground.hold(dataDir, { env });
      await query(await connectionOf(program), 'create table if not exists turns ()');
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534);
      expect(await program.end('SIGTERM')).toBe(0);
    }
  });

  it('hands a database of its own over to nobody once user namespaces are blocked', async () => {
    const dataDir = ground.path('data');
    const first = ground.hold(dataDir);
    await query(await connectionOf(first), 'create table kept ()');
    await first.end('SIGTERM');
    const second = ground.hold(dataDir, { env: { PATH: await ground.pathWithout('unshare') } });
    await query(await connectionOf(second), 'select from kept');
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('copies the programs to where nobody may read them', async () => {
    const packageFolder = await unlinkedPackage(ground.path('package'));
    await chmod(ground.path('package'), 0o700);
    const dataDir = ground.path('data');
    const program = ground.hold(dataDir, {
      packageFolder,
      env: { PATH: await ground.pathWithout('unshare') },
    });
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).some((name) => name.startsWith('postgresql-'))).toBe(true);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it('says in one line what to do when neither works', async () => {
    await mkdir(ground.path('closed'), { mode: 0o700 });
    const env = { PATH: await ground.pathWithout('unshare') };
    const program = ground.hold(ground.path('closed', 'data'), { env });
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(
      /^PostgreSQL does not run as root, .* start Pitlane as an ordinary user, .*\n$/,
    );
  });

  it('does without setpriv where it is missing', async () => {
    const dataDir = ground.path('data');
    const program = ground.hold(dataDir, { env: { PATH: await ground.pathWithout('setpriv') } });
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it('lets an ordinary user run programs whose links are missing in a folder that he may not write', async () => {
    const packageFolder = await unlinkedPackage(ground.path('package'));
    await makeHome(ordinaryUsers.named);
    const program = ground.hold(ground.path('home', 'data'), { packageFolder, ...ordinaryUsers.named });
    expect(await query(await connectionOf(program), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await program.end('SIGTERM')).toBe(0);
  });

  async function makeHome({ uid, gid }: { uid: number; gid: number }): Promise<void> {
    await mkdir(ground.path('home'), { mode: 0o700 });
    await chown(ground.path('home'), uid, gid);
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
    const dataDir = ground.path('data');
    await mkdir(dataDir);
    const wrapper = inMounts(mounts(dataDir));
    if (!wrapper) context.skip('this machine lets nobody mount');
    const program = ground.hold(dataDir, { wrapper });
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it('is a file: one line', async () => {
    const program = ground.hold(join(findPackageFolder(), 'package.json'));
    expect(await program.ended).toBe(1);
    expect(program.errors).toMatch(/^The data folder .* is not a folder: EEXIST\.\n$/);
  });
});

/** A copy of the programs as npm leaves it when it runs no scripts. */
async function unlinkedPackage(folder: string): Promise<string> {
  await cp(findPackageFolder(), folder, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  return folder;
}
