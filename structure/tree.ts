import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource, type Source } from './source.ts';

/** The repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'structure'];
const skipped = /^(node_modules|dist|test-results|data(-.*)?)$/;
const read = /\.(ts|tsx|mjs|js|css|html|sql)$/;

/** Every source file of the repository, tests, styles and configuration included. */
export function readTree(): Source[] {
  const paths = [...folders.flatMap((folder) => list(folder)), ...rootFiles()];
  return paths.map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

function list(folder: string): string[] {
  const found: string[] = [];
  for (const entry of directory(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skipped.test(entry.name)) found.push(...list(path));
    else if (entry.isFile() && read.test(entry.name)) found.push(path.split(sep).join('/'));
  }
  return found;
}

function rootFiles(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && read.test(entry.name))
    .map((entry) => entry.name);
}

/** A folder that later work brings is simply not there yet. */
function directory(folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
}
