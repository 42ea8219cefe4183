import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import readBook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTable } from '#server/imports/files/open-table.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { makeBook, textCell } from '#server/testing/made-book.ts';

let path: string;

beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'pitlane-books-')), 'book.xlsx');
});

afterAll(() => rm(join(path, '..'), { recursive: true }));

async function writeBook(texts: readonly string[], order = texts.map((_, at) => at)): Promise<void> {
  const rows = order.map((at, row) => `<row><c r="A${row + 2}" t="s"><v>${at}</v></c></row>`).join('');
  const sheets = [{ name: 'Leads', rows: `<row>${textCell('A1', 'Name')}</row>${rows}` }];
  await writeFile(path, await makeBook({ sheets, texts: texts.map((text) => `<t>${text}</t>`) }));
}

async function readByUs(): Promise<string[]> {
  const texts: string[] = [];
  for await (const { cells } of (await openTable(path)).rows()) texts.push(cells[0] ?? '');
  return texts;
}

async function readByOthers(): Promise<string[]> {
  const [sheet] = await readBook(path, { trim: false });
  return (sheet?.data ?? []).slice(1).map(([cell]) => String(cell));
}

function numbered(at: number, bytes: number): string {
  return at.toString(36).padStart(bytes, 'x').slice(-bytes);
}

const block = 65_536;

test.each(Array.from({ length: 40 }, (_, at) => at + 1))(
  'each of some thousand texts of %i characters is read from its own cell (F106)',
  async (length) => {
    const count = Math.ceil((1.2 * block) / (length + 2));
    const texts = Array.from({ length: count }, (_, at) => numbered(at, length));
    await writeBook(texts);
    expect((await readByUs()).every((text, at) => text === texts[at])).toBe(true);
  },
);

test('80,000 phone numbers as texts stay with their rows (F106)', async () => {
  const texts = Array.from({ length: 80_000 }, (_, at) => `+8801${711_000_000 + at}`);
  await writeBook(texts);
  const read = await readByUs();
  expect(read.filter((text, at) => text !== texts[at])).toEqual([]);
  expect(read).toHaveLength(texts.length);
});

const books = isLongRun ? 200 : 20;

test(`${books} random books say the same to another reader (F106)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 200, maxLength: 400 }),
      fc.array(fc.nat(), { minLength: 20, maxLength: 60 }),
      fc.constantFrom('x', ' +8801', 'রহিম ', '😀é'),
      fc.boolean(),
      async (lengths, places, filling, isFull) => {
        const made = lengths.map((length, at) => `${at}${filling.repeat(length / filling.length)}.`);
        const texts = [...made];
        const used = made.reduce((sum, each) => sum + Buffer.byteLength(each) + 2, 0) % block;
        // Half of the books fill a block to its last byte and go on behind it.
        const missing = block - used - 2;
        for (let left = missing; isFull && left > 0; left -= 9_002)
          texts.push(numbered(left, Math.min(left, 9_000)));
        texts.push(...made.slice(0, 20));
        const order = [...places.map((place) => place % texts.length), ...texts.map((_, at) => at)];
        await writeBook(texts, order);
        const expected = order.map((at) => texts[at]);
        expect(await readByUs()).toEqual(expected);
        expect(await readByOthers()).toEqual(expected);
      },
    ),
    { numRuns: books },
  );
});
