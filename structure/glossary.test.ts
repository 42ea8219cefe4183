import { expect, test } from 'vitest';
import { listSources, readText } from './tree.ts';

type Term = { term: string; names: string[] };

const maxTerms = 40;

function termsOf(glossary: string): Term[] {
  return [...glossary.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)].map(([, term = '', meaning = '']) => ({
    term,
    names: [...meaning.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name),
  }));
}

/** Tells whether code or a screen's text has the words of a term, in a row, as one name or as a table. */
function isInUse(term: string, sources: string): boolean {
  const words = term.toLowerCase().split(/[\s-]/);
  return new RegExp(`(?<![a-z])${words.join('[\\s_-]?')}`, 'i').test(sources);
}

const glossary = termsOf(readText('docs/GLOSSARY.md'));

test('the glossary has a line for each term, and few enough to be read', () => {
  const lines = readText('docs/GLOSSARY.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(glossary.length).toBe(lines.length);
  expect(glossary.length).toBeGreaterThan(20);
  expect(glossary.length).toBeLessThanOrEqual(maxTerms);
  expect(new Set(glossary.map(({ term }) => term.toLowerCase())).size).toBe(glossary.length);
});

test('each term and each name in the glossary is in use', () => {
  const sources = listSources().filter((path) => /^(contract|server|web)\/src\//.test(path));
  const text = `${sources.join('\n')}\n${sources.map(readText).join('\n')}`;
  expect(glossary.filter(({ term }) => !isInUse(term, text)).map(({ term }) => term)).toEqual([]);
  expect(glossary.flatMap(({ names }) => names.filter((name) => !text.includes(name)))).toEqual([]);
});

test('a word that nothing uses is found', () => {
  expect(isInUse('Open lead', 'const openLeads = 1')).toBe(true);
  expect(isInUse('Follow-up', 'A follow-up is due')).toBe(true);
  expect(isInUse('Queue', 'no such word')).toBe(false);
});
