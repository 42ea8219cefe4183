import { checkSync } from 'recheck';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

/** They read what the machine and its operator write. */
const ofTheMachine = ['server/src/env', 'server/src/db/', 'server/src/testing/', 'server/src/sample/'];

const sources = listSources().filter(
  (path) =>
    /^(?:contract|server|web)\/src\/.*\.tsx?$/.test(path) &&
    !path.includes('.test.') &&
    !ofTheMachine.some((start) => path.startsWith(start)),
);

type Expression = { path: string; pattern: string; flags: string };

/** The regular expressions that a file writes as such. */
function expressionsIn(path: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ path, pattern, flags });
    } else for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(readText(path), { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

/** Without a quantifier that has no end, an expression does so much work at each character at most. */
function isBounded(pattern: string): boolean {
  const outside = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  return !/[*+]|\{\d+,\}/.test(outside);
}

const unbounded = sources.flatMap(expressionsIn).filter(({ pattern }) => !isBounded(pattern));

test('what cannot be read in time that grows with the text alone is found (F107)', () => {
  const check = (pattern: string) => {
    const found = checkSync(pattern, '');
    return found.status === 'unknown' ? found.status : found.complexity.type;
  };
  expect([check('^(a+)+$'), check('\\s+$'), check('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'), check('^a+$')]).toEqual([
    ...['exponential', 'polynomial', 'polynomial', 'linear'],
  ]);
});

test('every regular expression that sees text from outside works no more than the text is long (F107)', () => {
  expect(unbounded.length).toBeGreaterThan(100);
  const slow = unbounded.filter(
    ({ pattern, flags }) =>
      checkSync(pattern, flags.replace('v', 'u'), { timeout: 60_000 }).status !== 'safe',
  );
  expect(slow.map(({ path, pattern }) => `${path} ${pattern}`)).toEqual([]);
}, 300_000);
