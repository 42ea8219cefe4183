import { expect, test } from 'vitest';
import { isLongRun } from '#server/testing/long-run.ts';
import { analyse, isBounded, readingSources, visitNodes } from './expressions.ts';

type Expression = { path: string; pattern: string; flags: string };

function expressionsIn(path: string): Expression[] {
  const found: Expression[] = [];
  visitNodes(path, (node) => {
    if (!('regex' in node)) return;
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    found.push({ path, pattern, flags });
  });
  return found;
}

const unbounded = readingSources.flatMap(expressionsIn).filter(({ pattern }) => !isBounded(pattern));

test('what cannot be read in time that grows with the text alone is found (F107)', () => {
  const check = (pattern: string) => {
    const found = analyse(pattern, '');
    return found.status === 'unknown' ? found.status : found.complexity.type;
  };
  expect([check('^(a+)+$'), check('\\s+$'), check('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'), check('^a+$')]).toEqual([
    ...['exponential', 'polynomial', 'polynomial', 'linear'],
  ]);
});

test.runIf(isLongRun)(
  'every regular expression that sees text from outside works no more than the text is long (F107)',
  () => {
    expect(unbounded.length).toBeGreaterThan(100);
    const slow = unbounded.filter(({ pattern, flags }) => analyse(pattern, flags).status !== 'safe');
    expect(slow.map(({ path, pattern }) => `${path} ${pattern}`)).toEqual([]);
  },
  300_000,
);
