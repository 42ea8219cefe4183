import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const isPublic = (path: string) =>
  /^(contract\/src\/.*\.ts|server\/src\/.*\.service\.ts|web\/src\/ui\/.*\.tsx?)$/.test(path) &&
  !/\.test\.tsx?$/.test(path);

function undescribed(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, place) => {
    const [, name] = /^export (?:async )?function\*? (\w+)/.exec(line) ?? [];
    return name && !lines[place - 1]?.trimEnd().endsWith('*/') ? [name] : [];
  });
}

test('public functions of the contract, services and ui have a docstring', () => {
  const found = listSources()
    .filter(isPublic)
    .flatMap((path) => undescribed(readText(path)).map((name) => `${path} ${name}`));
  expect(found).toEqual([]);
});

test('a missing docstring is found', () => {
  expect(undescribed('/** Adds. */\nexport function add() {}\n\nexport async function take() {}')).toEqual([
    'take',
  ]);
});
