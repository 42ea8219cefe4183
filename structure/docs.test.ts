import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './tree.ts';

const link = /!?\[[^\]]*\]\(\s*([^)\s]+)[^)]*\)|\b(?:src|srcset|href)="([^"\s]+)"|^\[[^\]]+\]:\s*(\S+)/gm;
const code = /```[\s\S]*?```|`[^`\n]*`/g;
const pictures = 'docs/pictures';

/** The files and folders of the repository that a document links to, as paths from the root. */
function targets(path: string, text: string): string[] {
  return [...text.replace(code, '').matchAll(link)]
    .map(([, inline, attribute, reference]) => inline ?? attribute ?? reference ?? '')
    .filter((target) => !/^([a-z]+:|\/\/|#)/i.test(target))
    .map((target) => posix.join(posix.dirname(path), decodeURI(target.replace(/[?#].*$/, ''))));
}

/** Every document of the repository, by its path from the root. */
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

  test('show every picture that is kept for them', () => {
    const shown = new Set(linked.map(({ target }) => target));
    expect(list(pictures).filter((path) => !shown.has(path))).toEqual([]);
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
