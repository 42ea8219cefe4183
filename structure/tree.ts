import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const folders = '{contract,server,web,e2e,bench,scripts,structure}/**/*.{ts,tsx,mjs,js,css,html,sql}';

export function listSources(): string[] {
  return globSync([folders, '*.{ts,mjs}'], { cwd: root }).map((path) => path.replaceAll(sep, '/'));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
