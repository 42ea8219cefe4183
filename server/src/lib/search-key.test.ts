import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spellForSearch } from './search-key.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'b', '0', ' ', '@', 'ক', 'া', 'র', 'হ', 'ি', 'é', 'ß', '😀', '漢'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});
const folded = (value: string) => value.normalize('NFC').toLowerCase();

test('a spelling contains another exactly when the texts do', () => {
  fc.assert(
    fc.property(text, text, text, (before, part, after) => {
      const whole = folded(before + part + after);
      for (const sought of [folded(part), folded(after + before)]) {
        expect(spellForSearch(whole).includes(spellForSearch(sought))).toBe(
          whole.normalize('NFC').includes(sought.normalize('NFC')),
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test('spells only ASCII', () => {
  fc.assert(
    fc.property(text, (value) => {
      const isAscii = [...spellForSearch(value)].every((character) => character.charCodeAt(0) < 0x80);
      expect(isAscii).toBe(true);
    }),
  );
});
