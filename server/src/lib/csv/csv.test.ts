import { expect, test } from 'vitest';
import { escapeFormula } from './csv.ts';

test('what a spreadsheet would run is escaped, in wide forms and behind blanks too (F10.8)', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
  for (const sign of signs) {
    for (const before of ['', ' ', '\t', ' \t ', '\r\n', '\u00a0', '\u3000', '\u200b', '\ufeff']) {
      const cell = `${before}${sign}SUM(1)`;
      expect(escapeFormula(cell)).toBe(`'${cell}`);
    }
  }
  expect(escapeFormula('\tindented')).toBe("'\tindented");
});

test('phones, the sign for nothing, and ordinary text stay as they are', () => {
  for (const cell of ['+8801712345678', '---', 'a=b', 'ঢাকা', ' 12-34', '', "'quoted'"]) {
    expect(escapeFormula(cell)).toBe(cell);
  }
  expect(escapeFormula('+1+1')).toBe("'+1+1");
});
