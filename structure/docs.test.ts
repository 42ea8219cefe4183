import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settingsSchema } from '#server/env.ts';
import { listSources, readText, root } from './tree.ts';

const link = /!?\[[^\]]*\]\(\s*([^)\s]+)[^)]*\)|\b(?:src|srcset|href)="([^"\s]+)"|^\[[^\]]+\]:\s*(\S+)/gm;
const code = /```[\s\S]*?```|`[^`\n]*`/g;
const pictures = 'docs/pictures';

function targets(path: string, text: string): string[] {
  return [...text.replace(code, '').matchAll(link)]
    .map(([, inline, attribute, reference]) => inline ?? attribute ?? reference ?? '')
    .filter((target) => !/^([a-z]+:|\/\/|#)/i.test(target))
    .map((target) => posix.join(posix.dirname(path), decodeURI(target.replace(/[?#].*$/, ''))));
}

function documents(): Map<string, string> {
  const paths = ['README.md', ...list('docs').filter((path) => path.endsWith('.md'))];
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function list(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  );
}

describe('the documents', () => {
  const linked = [...documents()].flatMap(([path, text]) =>
    targets(path, text).map((target) => ({ path, target })),
  );

  test('link to nothing that is not there', () => {
    expect(linked.length).toBeGreaterThan(5);
    expect(linked.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
  });

  test('name no file that is not there', () => {
    const folders = ['', 'server/src/', 'web/src/', 'contract/src/'];
    const named = [...documents()]
      .filter(([path]) => !path.startsWith('docs/decisions/'))
      .flatMap(([path, text]) =>
        [...text.matchAll(/`([\w-]+(?:\/[\w.$-]+)+\.(?:tsx?|mjs|css|sql|json))`/g)].map(([, file = '']) => ({
          path,
          file,
        })),
      );
    expect(named.length).toBeGreaterThan(10);
    // A command makes it; a fresh clone lacks it.
    const isThere = (file: string) =>
      file.startsWith('dist/') || folders.some((folder) => existsSync(join(root, folder + file)));
    expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
  });

  test('show every picture that is kept for them', () => {
    const shown = new Set(linked.map(({ target }) => target));
    expect(list(pictures).filter((path) => !shown.has(path))).toEqual([]);
  });

  test('name no fault that no test holds', () => {
    const numbers = [...readText('docs/FAULTS.md').matchAll(/^\| (F[\d.]+)/gm)];
    const tests = listSources().filter((path) => /\.(test|spec)\.ts$/.test(path));
    const held = new Set(tests.flatMap((path) => readText(path).match(/\bF\d+(\.\d+)?(?=[,)])/g) ?? []));
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.map(([, number]) => number).filter((number) => !held.has(number ?? ''))).toEqual([]);
  });

  test('name every setting and its default, and no other', () => {
    const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' });
    const cells = /^\| `([A-Z_]+)`\s*\| (.*?)\s*\| (.*?)\s*\|/gm;
    const tables = {
      'docs/OPERATIONS.md': ([, name = '', fallback = '']) => [name, fallback],
      'README.md': ([, name = '', , fallback = '']) => [name, fallback],
    } satisfies Record<string, (row: RegExpExecArray) => [string, string]>;
    for (const [path, read] of Object.entries(tables)) {
      const rows = [...readText(path).matchAll(cells)].map((row) => read(row));
      const told = new Map(rows.map(([name, text]) => [name, text.replaceAll('`', '')]));
      expect([...told.keys()], path).toEqual(Object.keys(properties));
      for (const [name, schema] of Object.entries(properties))
        if (typeof schema === 'object' && 'default' in schema)
          expect(told.get(name), path).toBe(schema.default);
    }
  });

  test('explain every line that is logged as a warning or error', () => {
    const calls = listSources()
      .filter((path) => path.startsWith('server/src/') && path.endsWith('.ts') && !/\.test\.ts$/.test(path))
      .flatMap((path) => readText(path).match(/\blog\.(?:warn|error|fatal)\([^;]*;/g) ?? []);
    // The environment's warnings are sentences for people.
    const lines = calls.flatMap((call) => [...call.matchAll(/'([^']{8,})'/g)].at(-1)?.[1] ?? []);
    const operations = readText('docs/OPERATIONS.md');
    const told = (line: string) =>
      operations.includes(`\`${line}\``) || operations.includes(`\`${line.split(':')[0]}: …\``);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line) => !told(line))).toEqual([]);
  });

  test('are read in every way of linking, code and foreign addresses left out', () => {
    const text = [
      '[a](a.md#part) ![b](pictures/b.png "b") <img src="../c.png"> [d][e]',
      '',
      '[e]: e.md',
      '`[f](f.md)` [g](https://g.example/g.md) [h](#h)',
    ].join('\n');
    expect(targets('docs/x.md', text)).toEqual(['docs/a.md', 'docs/pictures/b.png', 'c.png', 'docs/e.md']);
  });
});
