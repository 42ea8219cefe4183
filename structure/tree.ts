import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const folders = '{contract,server,web,e2e,bench,scripts,structure}/**/*.{ts,tsx,mjs,js,css,html,sql}';

/** The paths of all sources, tests and styles included, from the root and with forward slashes. */
export function listSources(): string[] {
  return globSync([folders, '*.{ts,mjs}'], { cwd: root }).map((path) => path.replaceAll(sep, '/'));
}

/** The text of a file, by its path from the root. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
