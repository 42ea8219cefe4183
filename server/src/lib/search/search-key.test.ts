import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSearchForm } from '#contract/text/search-form.ts';
import { buildSearchKey, spellForSearch } from './search-key.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'b', '0', ' ', '@', 'ক', 'া', 'র', 'হ', 'ি', 'é', 'ß', '😀', '漢'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});
test('a spelling contains another exactly when the texts do', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = toSearchForm(before + part + after);
      for (const sought of [toSearchForm(part), toSearchForm(after + before)]) {
        expect(spellForSearch(whole).includes(spellForSearch(sought))).toBe(whole.includes(sought));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a letter of two spellings, joiners, digits and separators make no difference (F12) (F16)', () => {
  expect(toSearchForm('\u09b0\u09df')).toBe(toSearchForm('\u09b0\u09af\u09bc'));
  expect(toSearchForm('র\u200d্যাব')).toBe(toSearchForm('র্যাব'));
  expect(toSearchForm('Ga ২০-6199')).toBe('ga206199');
  expect(buildSearchKey(['Mahmud  Hasan', null, '', '+44 20', '-'])).toBe('mahmudhasan\n+4420');
});

test('spells only ASCII', () => {
  fc.assert(
    fc.property(text, (value) => {
      const isAscii = [...spellForSearch(value)].every((character) => character.charCodeAt(0) < 0x80);
      expect(isAscii).toBe(true);
    }),
  );
});
