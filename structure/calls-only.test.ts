import { expect, test } from 'vitest';
import { endpoints } from '#contract/call/endpoints.ts';
import { removeServerParts } from '../scripts/calls-only.ts';
import { listSources, readText } from './tree.ts';

const file = `const body = lead.extend({ query: text });
export const listWords = endpoint({
  method: 'GET',
  // Said in the API document.
  summary:
    'Words: শব্দ',
  path: '/words',
  query: paging.extend({
    body: text,
  }),
  reply: z.object({
    tag: z.string(),
  }),
  refusals: [404],
});
export const read = endpoint({ method: 'GET', summary: 'In one line', path: '/word', params: idParams });
export const keep = other({ body, summary: 'stays' });
`;

const edited = `const body = /* @__PURE__ */ lead.extend({ query: text });
export const listWords = endpoint({
  method: 'GET',
  // Said in the API document.


path: '/words',



reply: true

,

});
export const read = endpoint({ method: 'GET', path: '/word', });
export const keep = other({ body, summary: 'stays' });
`;

test('a call in the web app has its path, but neither texts nor schemas of the server, on the same lines', () => {
  const lines = removeServerParts('words.ts', file).split('\n');
  expect(lines.map((line) => line.trim())).toEqual(edited.split('\n').map((line) => line.trim()));
});

test('of no call of the contract does the web app get what it says in the API document', () => {
  const sources = listSources().filter((path) => /^contract\/src\/.*\.ts$/.test(path));
  const summaries = Object.values(endpoints).map(({ summary }) => summary);
  const listSummariesIn = (code: string) => summaries.filter((summary) => code.includes(summary));
  const written = sources.map(readText).join('\n');
  expect(listSummariesIn(written).length).toBeGreaterThan(summaries.length * 0.9);
  const got = sources.map((path) => removeServerParts(path, readText(path))).join('\n');
  expect(listSummariesIn(got)).toEqual([]);
});
