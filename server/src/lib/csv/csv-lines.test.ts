import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOptions, formatCsvHeader } from './csv.ts';
import { CsvLines } from './csv-lines.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((made) => made.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom(...'\r\n",;\'=+-@＝﹣ \t\ufeff\\.aব9😀\u0984\u00ad'), maxLength: 6 }),
  fc.constantFrom('', '---', '+8801712345678', '=1+1', '\\.', 'a,b', '"', 'গাড়ি\nদুই'),
);

function asCopied(cells: (string | null)[]): Buffer {
  const copied = cells.map((cell) => {
    if (cell === null) return '';
    return cell === '' || cell === '\\.' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return Buffer.from(`${copied.join(',')}\n`);
}

test('rows of COPY become the bytes that csv-stringify makes of the same cells', () => {
  const rows = fc.array(fc.array(fc.option(text), { minLength: 3, maxLength: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.constantFrom('', '---'), (made, missing) => {
      const shout = (cell: string) => `+${cell}`;
      const lines = new CsvLines([undefined, shout, undefined], missing);
      for (const row of made) lines.add(asCopied(row));
      const columns = ['One', 'Two, or more', 'Three'];
      const expected = made.map((row) =>
        row.map((cell, place) => (place === 1 && cell ? shout(cell) : cell) || missing),
      );
      const whole = stringify(expected, { ...csvOptions, header: true, columns });
      expect(Buffer.concat([formatCsvHeader(columns), lines.take()]).toString()).toBe(whole);
      expect(lines.rows).toBe(made.length);
    }),
    { numRuns: 1_000 },
  );
});

test('a row larger than a chunk is whole', () => {
  const long = '"'.repeat(200_000);
  const lines = new CsvLines([undefined, undefined]);
  lines.add(asCopied(['a', long]));
  expect(lines.take().toString()).toBe(`a,"${long}${long}"\r\n`);
});

test('rows that fill the chunk to its last byte, or to one before or behind it, are whole (F106)', () => {
  for (let length = 65_530; length <= 65_540; length++) {
    for (const before of [0, 1, 32_766, 32_767, 32_768]) {
      const lines = new CsvLines([undefined]);
      const rows = [before, length - before - 4, 3].map((size) => 'x'.repeat(Math.max(0, size)));
      for (const row of rows) lines.add(asCopied([row]));
      expect(lines.take().toString() === rows.map((row) => `${row}\r\n`).join('')).toBe(true);
    }
  }
});
