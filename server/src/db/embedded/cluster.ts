import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/lib/errors.ts';
import { syncFolder, toFolderError } from './data-folder.ts';
import { changeFolderOwner, type PostgresRunner } from './run-as.ts';
import { extractError, runProgram } from './run-program.ts';
import { findStoredBinaries } from './stored-binaries.ts';

const PASSWORD_FILE = 'pitlane.password';
const UNFINISHED = 'postgres.new-';

/** The superuser that initdb makes; Pitlane itself works as another role. */
export const SUPERUSER = 'pitlane';

/** Returns the folder of the database within a data folder. */
export function getClusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Creates the database of a data folder unless it is there.
 *
 * @param onCreate called before it is created.
 * @returns its superuser's password.
 * @throws StartError, also when `signal` aborts.
 */
export async function ensureCluster(
  runner: PostgresRunner,
  dataDir: string,
  onCreate: () => void,
  signal?: AbortSignal,
): Promise<{ password: string }> {
  const folder = getClusterFolder(dataDir);
  await removeUnfinished(dataDir);
  const entries = await readdir(folder).catch(() => []);
  if (entries.length === 0) {
    onCreate();
    await createCluster(runner, dataDir, folder, signal);
  }
  await checkVersion(dataDir, runner.binaries.major);
  return { password: await readPassword(folder) };
}

/** Reads the password of the database's superuser. @param folder of the database. @throws StartError when it cannot be read. */
export async function readPassword(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    throw new StartError(
      `The password of the database cannot be read from ${join(folder, PASSWORD_FILE)}: ${error}`,
    );
  }
}

/**
 * An interrupted initdb leaves a folder that looks ready and is broken, so it works elsewhere, and the finished folder with
 * its password is moved into place in one step.
 */
async function createCluster(
  runner: PostgresRunner,
  dataDir: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED)).catch((error) => {
    throw toFolderError(dataDir, error);
  });
  try {
    const made = join(unfinished, 'cluster');
    const passwordFile = join(unfinished, PASSWORD_FILE);
    await writeSynced(passwordFile, `${randomBytes(24).toString('base64url')}\n`);
    await changeFolderOwner(unfinished, runner.runAs);
    await runInitdb(runner, dataDir, made, passwordFile, signal);
    await rename(passwordFile, join(made, PASSWORD_FILE));
    await syncFolder(made);
    await rename(made, folder);
    await syncFolder(dataDir);
  } catch (error) {
    throw toFolderError(dataDir, error);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb(
  runner: PostgresRunner,
  dataDir: string,
  made: string,
  passwordFile: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const args = ['-D', made, ...access, '-E', 'UTF8', ...locale, '--no-instructions'];
  const { code, output } = await runProgram(runner.runAs, join(runner.binaries.bin, 'initdb'), args, signal);
  if (code === 0) return;
  if (output.includes('No space left on device')) throw new StartError(`The data folder ${dataDir} is full.`);
  throw new StartError(`The database could not be made in ${dataDir}: ${extractError(output)}`);
}

async function checkVersion(dataDir: string, major: string): Promise<void> {
  const found = await readMajorVersion(dataDir);
  if (found === major) return;
  const isOlder = Number(found) < Number(major);
  const help =
    isOlder && (await findStoredBinaries(dataDir, found))
      ? 'start Pitlane, which takes it over.'
      : 'back it up with the Pitlane that made it and restore the backup here.';
  throw new StartError(
    `The database in ${getClusterFolder(dataDir)} was made by PostgreSQL ${found}, and this Pitlane brings PostgreSQL ${major}: ${help}`,
  );
}

/** Files that PostgreSQL makes once and needs at each start; some are empty, and are lost where empty folders are not copied. */
export const neededParts = [
  ...['global/pg_control', 'PG_VERSION', 'base', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_multixact'],
  ...['pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans'],
  ...['pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
];

/** Reads which major version of PostgreSQL made the database of a data folder. @throws StartError when the database is incomplete. */
export async function readMajorVersion(dataDir: string): Promise<string> {
  const folder = getClusterFolder(dataDir);
  const missing = neededParts.find((part) => !existsSync(join(folder, part)));
  if (missing) {
    throw new StartError(
      `${folder} is not a complete PostgreSQL database, ${missing} is missing: restore it, or move it away to start anew.`,
    );
  }
  return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (/^(postgres\.new|(kept-)?postgresql-.*\.new|probe)-/.test(name)) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}
