import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

function placesOf(path: string, target: string): [string, string] | undefined {
  const [from, to] = [path.split('/'), target.split('/')];
  const depth = from.findIndex((name, at) => name !== to[at]);
  if (depth > 0 && Math.min(from.length, to.length) === depth + 1) return undefined;
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')];
}

function circlesOf(sources: Record<string, string>): string[] {
  const imports = new Set<string>();
  for (const [path, text] of Object.entries(sources)) {
    for (const [, target = ''] of text.matchAll(/(?:from |import |import\()['"]#server\/([^'"]+)['"]/g))
      imports.add(placesOf(path, target)?.join(' ↔ ') ?? '');
  }
  return [...imports].filter((each) => {
    const [one = '', other = ''] = each.split(' ↔ ');
    return one < other && imports.has(`${other} ↔ ${one}`);
  });
}

test('no two folders of the server, at any depth, or files beside the topmost ones import each other', () => {
  const paths = listSources().filter(
    (path) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
  );
  const sources = Object.fromEntries(paths.map((path) => [path.replace('server/src/', ''), readText(path)]));
  expect(circlesOf(sources)).toEqual([]);
});

test.each([
  [
    {
      'a/a.ts': "import { b } from '#server/b/room/b.ts';",
      'b/b.ts': "import type { A } from '#server/a/a.ts';",
    },
  ],
  [{ 'a.ts': "import '#server/b/b.ts';", 'b/room/b.ts': "await import('#server/a.ts');" }],
  [{ 'a/one/a.ts': "import '#server/a/two/b.ts';", 'a/two/b.ts': "import '#server/a/one/c.ts';" }],
])('a circle is found: %j', (sources) => {
  expect(circlesOf(sources)).toHaveLength(1);
});

test.each([
  [{ 'a/a.ts': "import '#server/b/b.ts';", 'b/b.ts': "import '#server/b/room/c.ts';" }],
  [{ 'a/a.ts': "import '#server/a/room/b.ts';", 'a/room/b.ts': "import '#server/a/a.ts';" }],
  [
    {
      'a/a.ts': "import '#server/b/b.ts';",
      'b/b.ts': "import '#server/c/c.ts';",
      'c/c.ts': "import '#server/a/a.ts';",
    },
  ],
])('what runs one way, or round three, is not: %j', (sources) => {
  expect(circlesOf(sources)).toEqual([]);
});
