import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const imports = /^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'/gm;

function importsOf(path: string): string[] {
  return [...readText(path).matchAll(imports)].map(([, from = '', alone]) => alone ?? from);
}

/** Lists the packages that a file needs before its first line runs, with the file that imports each. */
function listPackages(path: string, seen: Set<string>): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  return importsOf(path).flatMap((from) => {
    if (from.startsWith('.')) return listPackages(join(dirname(path), from), seen);
    return from.startsWith('node:') ? [] : [`${path}: ${from}`];
  });
}

test('a command that installs what it needs imports no package before', () => {
  const commands = listSources().filter(
    (path) => path.startsWith('scripts/') && importsOf(path).some((from) => from.endsWith('/bootstrap.mjs')),
  );
  expect(commands).toContain('scripts/demo.mjs');
  expect(commands.flatMap((path) => listPackages(path, new Set()))).toEqual([]);
});
