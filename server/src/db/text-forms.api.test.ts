import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSearchForm } from '#contract/text/search-form.ts';
import { TestApp } from '#server/testing/test-app.ts';

const precomposed = 'র\u09df';
const decomposed = 'র\u09af\u09bc';

const letters = ['a', 'B', ' ', '-', '(', '\u09df', 'য', '\u09bc', '\u200d', '\u200b', '২', 'é', 'e\u0301'];

const scripts = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x370, 0x4ff],
  [0x600, 0x6ff],
  [0x900, 0x9ff],
  [0x2000, 0x206f],
  [0x4e00, 0x4fff],
  [0x1f600, 0x1f64f],
] as const;
const inScripts = fc
  .oneof(...scripts.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code));
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...letters,
      'é',
      'Ø',
      'ß',
      '’',
      "'",
      '\u0301',
      '\u00a0',
      '\u202e',
      '\u2011',
      'ত\u09cd\u200d',
      '😀',
      '漢',
    ),
    inScripts,
  ),
  maxLength: 10,
});
const texts = fc.sample(text, { numRuns: 400, seed: 20 });

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

test('the database puts text into search form as the code does (F16)', async () => {
  const { rows } = await app.pool.query<{ form: string }>(
    'select search_form(t) as form from unnest($1::text[]) with ordinality given (t, n) order by n',
    [texts],
  );
  expect(rows.map(({ form }) => form)).toEqual(texts.map(toSearchForm));
});

test('a name is unique in either spelling (F12)', async () => {
  const add = (name: string) =>
    app.pool.query(
      'insert into service_centers (id, name, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())',
      [name],
    );
  await add(decomposed);
  for (const same of [precomposed, `  ${decomposed}\u200c`])
    await expect(add(same)).rejects.toThrow('service_centers_name');
});
