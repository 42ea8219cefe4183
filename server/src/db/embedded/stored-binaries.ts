import {
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, packageParts } from './binaries.ts';

const named = /^(?:kept-)?postgresql-((\d+)\.[^/]*)$/;

/**
 * Stores the programs that read the data beside them, and deletes those of other versions: a Pitlane that brings a newer major version
 * takes the data over with them. It costs no room where files can be linked.
 */
export async function storeBinaries({ packageFolder, version }: Binaries, dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => named.test(name));
  const isKept = (name: string) => named.exec(name)?.[1] === version;
  if (!found.some(isKept)) {
    const folder = join(dataDir, `kept-postgresql-${version}`);
    const unfinished = await mkdtemp(`${folder}.new-`);
    for (const part of packageParts) await linkAll(join(packageFolder, part), join(unfinished, part));
    await rename(unfinished, folder);
  }
  for (const name of found) if (!isKept(name)) await rm(join(dataDir, name), { recursive: true });
}

/** Finds the folder of a major version's programs that are stored beside the data; undefined without one. */
export async function findStoredBinaries(dataDir: string, major: string): Promise<string | undefined> {
  const name = (await readdir(dataDir)).find((each) => named.exec(each)?.[2] === major);
  return name && join(dataDir, name);
}

// Copies what cannot be linked: another file system, or somebody else's file.
async function linkAll(from: string, to: string): Promise<void> {
  const found = await lstat(from);
  if (found.isDirectory()) {
    await mkdir(to);
    for (const name of await readdir(from)) await linkAll(join(from, name), join(to, name));
  } else if (found.isSymbolicLink()) {
    await symlink(await readlink(from), to);
  } else {
    await link(from, to).catch(() => copyFile(from, to));
  }
}
