import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

const isPublic = (path: string) =>
  /^(contract\/src\/.*\.ts|server\/src\/.*\.service\.ts|web\/src\/(ui|lib)\/.*\.tsx?)$/.test(path) &&
  !/\.test\.tsx?$/.test(path);

/** A docstring that begins with one of these leaves out what it is about. */
const elliptic = new RegExp(
  `^(?:${[
    ...[
      'About',
      'Above',
      'Across',
      'After',
      'Against',
      'Along',
      'Among',
      'Around',
      'As',
      'At',
      'Before',
      'Behind',
    ],
    ...[
      'Below',
      'Beneath',
      'Beside',
      'Besides',
      'Between',
      'Beyond',
      'By',
      'Despite',
      'Down',
      'During',
      'Except',
    ],
    ...[
      'For',
      'From',
      'In',
      'Inside',
      'Into',
      'Like',
      'Near',
      'Of',
      'Off',
      'On',
      'Onto',
      'Outside',
      'Over',
      'Past',
    ],
    ...[
      'Per',
      'Since',
      'Through',
      'Throughout',
      'To',
      'Toward',
      'Towards',
      'Under',
      'Until',
      'Up',
      'Upon',
      'Via',
    ],
    ...['With', 'Within', 'Without', 'What', 'Whether', 'Those', 'Also'],
  ].join('|')})\\b`,
);

/** Names of constants that say their unit or what they count. */
const namesItsUnit =
  /(Ms|Seconds|Minutes|Hours|Days|Months|Bytes|Bits|Characters|Pixels|Percent|Count|Length|Size|Limit)$|^(max|min)[A-Z]/;

const docstrings = (text: string) =>
  [...text.matchAll(/^\s*\/\*\*([\s\S]*?)\*\//gm)].map(([, body = '']) =>
    body
      .replaceAll(/^\s*\* ?/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

/** Exported functions that throw, and exported durations or sizes without a unit in their name, that have no docstring. */
function undescribed(text: string): string[] {
  const lines = text.split('\n');
  const described = new Set<string | undefined>();
  return lines.flatMap((line, index) => {
    const [, declared] = /^export (?:async )?(?:const|function\*?) (\w+)/.exec(line) ?? [];
    if (lines[index - 1]?.trimEnd().endsWith('*/')) described.add(declared);
    if (described.has(declared)) return [];
    const [, constant] = /^export const (\w+) = [\d_.]+(?: \* [\w.]+)*;$/.exec(line) ?? [];
    if (constant) return /= [\d_]{4,}|\*/.test(line) && !namesItsUnit.test(constant) ? [constant] : [];
    const [, name] = /^export (?:async )?function\*? (\w+)/.exec(line) ?? [];
    if (!name) return [];
    const end = lines.indexOf('}', index);
    return lines.slice(index, end).some((inside) => /^ {2,4}(?:if \(.*\) )?throw /.test(inside))
      ? [name]
      : [];
  });
}

test('public functions that throw, and quantities without a unit in their name, have a docstring', () => {
  const found = listSources()
    .filter(isPublic)
    .flatMap((path) => undescribed(readText(path)).map((name) => `${path} ${name}`));
  expect(found).toEqual([]);
});

test('no docstring leaves out what it is about', () => {
  const found = listSources()
    .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !path.startsWith('structure/docstrings.'))
    .flatMap((path) =>
      docstrings(readText(path))
        .filter((docstring) => elliptic.test(docstring))
        .map((docstring) => `${path}: ${docstring.slice(0, 60)}`),
    );
  expect(found).toEqual([]);
});

test('a missing docstring is found', () => {
  expect(
    undescribed('export function take() {\n  if (!one) throw new Error();\n}\nexport function add() {\n}'),
  ).toEqual(['take']);
  expect(
    undescribed('/** Adds. @throws always. */\nexport function add() {\n  throw new Error();\n}'),
  ).toEqual([]);
  expect(
    undescribed('export const pause = 5_000;\nexport const pauseMs = 5_000;\nexport const pages = 20;'),
  ).toEqual(['pause']);
});

test('a docstring that begins in the middle is found', () => {
  const found = ['Of leads.', 'What came in.', 'Whether it is open.', 'Offers it.', 'Locks the leads.'];
  expect(found.filter((docstring) => elliptic.test(docstring))).toEqual([
    'Of leads.',
    'What came in.',
    'Whether it is open.',
  ]);
});
