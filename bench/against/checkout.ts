import { execFileSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout. */
export const ownCheckout = fileURLToPath(new URL('../..', import.meta.url));

/** A checkout that is measured. */
export type Checkout = { folder: string; commit: string };

/**
 * Clones the commit into the folder, with what it needs to run; a clone that is there already is used as it is.
 *
 * @throws when this repository does not have the commit.
 */
export async function cloneCommit(commit: string, folder: string): Promise<Checkout> {
  const full = git(ownCheckout, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
  const short = full.slice(0, 8);
  const clone = join(folder, short, 'code');
  const installed = join(folder, short, 'installed');
  if (existsSync(installed)) return { folder: clone, commit: short };
  console.log(`Cloning ${short} and installing what it needs`);
  await rm(clone, { recursive: true, force: true });
  await mkdir(join(folder, short), { recursive: true });
  git(ownCheckout, 'clone', '--quiet', '--no-checkout', ownCheckout, clone);
  git(clone, 'checkout', '--quiet', '--detach', full);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: clone,
    stdio: 'inherit',
  });
  await writeFile(installed, '');
  return { folder: clone, commit: short };
}

/**
 * Copies a database that stays as it was made, so that each run finds the same leads.
 *
 * @returns the copy's folder.
 */
export async function copyDatabase(made: string): Promise<string> {
  const copy = `${made}-in-use`;
  await rm(copy, { recursive: true, force: true });
  await cp(made, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return copy;
}

/** Names the commit of this checkout, with `-dirty` for changes. */
export function describeOwnCommit(): string {
  return git(ownCheckout, 'describe', '--always', '--dirty');
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
}
