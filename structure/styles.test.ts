import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const styles = /import (\w+) from '([^']+\.module\.css)'/g;

const namesIn = (code: string, object: string): string[] =>
  [...code.matchAll(new RegExp(`\\b${object}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
    ([, name, quoted]) => name ?? quoted ?? '',
  );

const hasClass = (css: string, name: string): boolean => new RegExp(`\\.${name}(?![\\w-])`).test(css);

const coverNothing = ['theme/shell.css', 'theme/global.css', 'ui/frame/truncation-tooltip.module.css'];

test('what sticks lets go in a window zoomed to 400 % (F61)', () => {
  const sticky = listSources().filter(
    (path) => path.endsWith('.css') && /position: (sticky|fixed)/.test(readText(path)),
  );
  const covering = sticky.filter((path) => !readText(path).includes('@media (--low)'));
  expect(covering.toSorted()).toEqual(coverNothing.map((path) => `web/src/${path}`).toSorted());
});

test('every class that a component names is in its style sheet', () => {
  const missing = listSources()
    .filter((path) => /^web\/src\/.*\.tsx?$/.test(path))
    .flatMap((path) => {
      const code = readText(path);
      const withoutImports = code.replace(/ from '[^']+'/g, '');
      return [...code.matchAll(styles)].flatMap(([, object = '', from = '']) => {
        const css = readText(
          from.startsWith('#') ? from.replace('#web', 'web/src') : posix.join(posix.dirname(path), from),
        );
        const names = new Set(namesIn(withoutImports, object));
        return [...names].filter((name) => !hasClass(css, name)).map((name) => `${path}: ${name}`);
      });
    });
  expect(missing).toEqual([]);
  expect(namesIn("classes.one && classes['two-b']", 'classes')).toEqual(['one', 'two-b']);
  expect(hasClass('.beside:hover {}', 'beside')).toBe(true);
  expect(hasClass('.besides {}', 'beside')).toBe(false);
});
