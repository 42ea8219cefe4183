import { chmod, chown, lchown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/lib/errors.ts';
import { type Binaries, copyBinaries } from './binaries.ts';
import { extractError, type RunAs, runProgram } from './run-program.ts';

const NOBODY = { uid: 65534, gid: 65534 };

// Stops the postmaster when its parent dies. Must come last: a change of user after setpriv resets it.
const WITH_PARENT = ['setpriv', '--pdeathsig=INT'];

/** The programs of PostgreSQL that run on this machine, and how they are run. */
export interface PostgresRunner {
  binaries: Binaries;
  runAs: RunAs;
}

/**
 * Tries how PostgreSQL can run here, since it refuses root. As root it runs as the owner of its folder if that is somebody else, in a
 * user namespace, as the owner of the nearest folder above that is not root's, or as nobody; the database's folder then belongs to
 * that user.
 *
 * @param clusterDir directly below the data folder; it need not exist yet.
 * @throws StartError when nothing works.
 */
export async function findRunner(
  binaries: Binaries,
  dataDir: string,
  clusterDir: string,
): Promise<PostgresRunner> {
  const ownNamespace = { wrapper: await userNamespace() };
  if (process.getuid?.() !== 0) {
    const ways = (await hasName(process.getuid?.())) ? [{ wrapper: [] }] : [ownNamespace, { wrapper: [] }];
    const { runner, reason } = await firstThatRuns(binaries, dataDir, ways);
    if (runner) return runner;
    throw new StartError(
      `The PostgreSQL that comes with Pitlane does not run on this machine (${reason}): set DATABASE_URL to use your own.`,
    );
  }
  const ways = [
    ...(await ownerOf(clusterDir)),
    ownNamespace,
    ...(await ownerAbove(dataDir)),
    { wrapper: [], ...NOBODY },
  ];
  const { runner, reason } = await firstThatRuns(binaries, dataDir, ways);
  if (!runner) {
    throw new StartError(
      `PostgreSQL does not run as root, and here not as another user either (${reason}): start Pitlane as an ordinary ` +
        'user, set DATA_DIR to a folder that other users may enter, or set DATABASE_URL.',
    );
  }
  await changeFolderOwner(clusterDir, runner.runAs);
  return runner;
}

/** Makes a folder with all that is in it belong to the user as whom programs run; does nothing unless this process is root's. */
export async function changeFolderOwner(folder: string, { uid, gid }: RunAs): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = { uid: uid ?? 0, gid: gid ?? 0 };
  const found = await stat(folder).catch(() => undefined);
  if (!found || found.uid === owner.uid) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  await lchown(folder, owner.uid, owner.gid);
}

async function ownerOf(folder: string): Promise<RunAs[]> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? [{ wrapper: [], uid: found.uid, gid: found.gid }] : [];
}

async function ownerAbove(folder: string): Promise<RunAs[]> {
  const parent = dirname(folder);
  if (parent === folder) return [];
  const [owner] = await ownerOf(parent);
  if (!owner) return ownerAbove(parent);
  return (await hasName(owner.uid)) ? [owner] : [];
}

async function hasName(uid: number | undefined): Promise<boolean> {
  return uid === undefined || (await runProgram({ wrapper: [] }, 'id', ['-un', String(uid)])).code === 0;
}

// Runs a program as a named user, as seen by itself; its files still belong to the present user.
async function userNamespace(): Promise<string[]> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const uids = accounts.map((account) => Number(account.split(':')[2])).filter((uid) => uid > 0);
  // In there, files of outside users seem to be nobody's, so any other user is better.
  const uid = uids.find((each) => each !== NOBODY.uid) ?? NOBODY.uid;
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`];
}

async function firstThatRuns(
  binaries: Binaries,
  dataDir: string,
  ways: RunAs[],
): Promise<{ runner?: PostgresRunner; reason: string }> {
  let reason = '';
  for (const way of ways) {
    for (const runAs of process.platform === 'linux' ? [withParent(way), way] : [way]) {
      if (!(await letIn(runAs, dataDir))) {
        reason = `user ${runAs.uid ?? 'of its own namespace'} may not enter ${dataDir}`;
        continue;
      }
      for (const readable of [() => binaries, () => copyBinaries(binaries, dataDir)]) {
        const candidate = await readable();
        const tried = await runProgram(runAs, join(candidate.bin, 'postgres'), ['--version']);
        if (tried.code === 0) return { runner: { binaries: candidate, runAs }, reason: '' };
        reason = extractError(tried.output);
        if (process.getuid?.() !== 0) break;
      }
    }
  }
  return { reason };
}

function withParent(way: RunAs): RunAs {
  return { ...way, wrapper: [...way.wrapper, ...WITH_PARENT] };
}

async function letIn(runAs: RunAs, dataDir: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const probe = await mkdtemp(join(dataDir, 'probe-'));
  try {
    await chown(probe, runAs.uid ?? 0, runAs.gid ?? 0);
    const test = () => runProgram(runAs, 'test', ['-w', probe]);
    if ((await test()).code === 0) return true;
    const owner = await stat(dataDir);
    if (runAs.gid === undefined || owner.uid !== 0) return false;
    await chown(dataDir, 0, runAs.gid);
    await chmod(dataDir, 0o710);
    if ((await test()).code === 0) return true;
    await chown(dataDir, owner.uid, owner.gid);
    await chmod(dataDir, owner.mode);
    return false;
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
