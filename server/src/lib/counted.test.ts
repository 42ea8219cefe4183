import { expect, test } from 'vitest';
import { getRangeFromNearerEnd } from './counted.ts';

test('a page is the same from either end, as far as the list goes', () => {
  for (const total of [0, 1, 9, 10, 11, 25, 40]) {
    const rows = Array.from({ length: total }, (_, place) => place);
    for (let offset = 0; offset <= 50; offset += 10) {
      const { limit, offset: skipped, isFromEnd } = getRangeFromNearerEnd(total, 10, offset);
      const walked = isFromEnd ? rows.toReversed() : rows;
      const page = walked.slice(skipped, skipped + limit);
      expect(isFromEnd ? page.toReversed() : page).toEqual(rows.slice(offset, offset + 10));
      expect(skipped).toBeLessThanOrEqual(total / 2);
    }
  }
});
