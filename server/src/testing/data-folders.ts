import { cp, link, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const programs = /^(kept-)?postgresql-/;

/** Copies a data folder that nobody uses. PostgreSQL's programs, which are most of its files, are linked instead. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (programs.test(name)) await linkFiles(source, target);
    else await cp(source, target, { recursive: true, preserveTimestamps: true });
  }
}

async function linkFiles(from: string, to: string): Promise<void> {
  const found = await lstat(from);
  if (found.isSymbolicLink()) return symlink(await readlink(from), to);
  if (!found.isDirectory()) return link(from, to);
  await mkdir(to);
  for (const name of await readdir(from)) await linkFiles(join(from, name), join(to, name));
}
