import { expect, test } from 'vitest';
import { getSelectIndexes, toChosenPaths, toFieldMapping } from './mapping-values.ts';

test('a field keeps all that fills it when another is changed, and offers one more', () => {
  const mapping = { name: ['answers.first', 'answers.last'], notes: ['answers.why'] };
  const chosen = toChosenPaths(mapping);
  expect(toFieldMapping({ ...chosen, phone: ['answers.mobile'], notes: [''] })).toEqual({
    name: mapping.name,
    phone: ['answers.mobile'],
  });
  const shown = [chosen.name, chosen.email, ['', 'b', '']].map(
    (paths) => getSelectIndexes('name', paths).length,
  );
  expect(shown).toEqual([3, 1, 3]);
});
