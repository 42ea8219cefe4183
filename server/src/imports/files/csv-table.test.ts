import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CsvError } from 'csv-parse';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCsv } from '#server/lib/csv/csv.ts';
import { openTable } from './open-table.ts';
import type { ImportTable, TableRow } from './table.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-csv-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function opened(content: Buffer | string): Promise<ImportTable> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return await openTable(path);
}

async function rowsOf(table: ImportTable) {
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return rows;
}

function utf16(written: string, order: 'le' | 'be', mark = true): Buffer {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${written}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

const bangla = 'নাম,Phone\nরহিম,০১৭১১\n';
const simple = [{ row: 2, cells: ['রহিম', '০১৭১১'] }];

test.each([
  ['utf-8', Buffer.from(bangla)],
  ['utf-8', Buffer.from(`\ufeff${bangla}`)],
  ['utf-16le', utf16(bangla, 'le')],
  ['utf-16be', utf16(bangla, 'be')],
  ['utf-16le', utf16(bangla, 'le', false)],
  ['utf-16be', utf16(bangla, 'be', false)],
])('%s is recognised', async (encoding, content) => {
  const table = await opened(content);
  expect(table).toMatchObject({ kind: 'csv', encoding, headers: ['নাম', 'Phone'] });
  expect(await rowsOf(table)).toEqual(simple);
});

test('what is no UTF-8 is Windows-1252', async () => {
  const table = await opened(Buffer.from('Name;Price\nJos\xe9 \x96 caf\xe9;5 \x80\n', 'latin1'));
  expect(table).toMatchObject({ encoding: 'windows-1252', separator: ';' });
  expect(await rowsOf(table)).toEqual([{ row: 2, cells: ['José – café', '5 €'] }]);
});

test.each([
  [';', 'Name;Notes\nA;"one, two; three"\nB;x, y, z\n'],
  ['\t', 'Name\tNotes\nA\tone, two; three\n'],
  [',', 'Name,Notes\nA,"one; two"\nB,three;four;five\n'],
  [',', 'Name\nA\n'],
  [';', 'sep=;\nName;Notes\nA,B;C,D\n'],
])('the separator %j is recognised', async (separator, content) => {
  expect((await opened(content)).separator).toBe(separator);
});

test('rows are numbered as a spreadsheet does: blank ones count, line breaks inside of a cell do not', async () => {
  const table = await opened('\n , \r\nName,Notes\r\n"A","one\ntwo ""three"""\r\n,\n\nB,5" pipe,,\nC');
  expect(table.headers).toEqual(['Name', 'Notes']);
  expect(await rowsOf(table)).toEqual([
    { row: 4, cells: ['A', 'one\ntwo "three"'] },
    { row: 7, cells: ['B', '5" pipe'] },
    { row: 8, cells: ['C', ''] },
  ]);
  expect(await rowsOf(table)).toHaveLength(3);
});

test('cells beyond the headers stay, for somebody to see that they have none', async () => {
  expect(await rowsOf(await opened('Name\nA,B,\n'))).toEqual([{ row: 2, cells: ['A', 'B'] }]);
});

test('formulas are text, those that an export escaped too', async () => {
  const cells = ['=1+1', '+8801712345678', "'=x", '@a', 'plain'];
  const exported = await text(createCsv(['a', 'b', 'c', 'd', 'e'], [cells]));
  expect(await rowsOf(await opened(exported))).toEqual([
    { row: 2, cells: ['=1+1', '+8801712345678', '=x', '@a', 'plain'] },
  ]);
  expect(await rowsOf(await opened('a\n=HYPERLINK("x")\n'))).toEqual([
    { row: 2, cells: ['=HYPERLINK("x")'] },
  ]);
});

test.each([
  ['nothing', '', 'This file is empty'],
  ['blanks', '\ufeff\n , \n', 'This file is empty'],
  ['headers', 'Name,Phone\n\n', 'This file has headers but no rows below them'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'This is not a CSV or XLSX file'],
  ['a NUL', 'Name,Phone\nA\0B,01711111111\n', 'This is not a CSV or XLSX file'],
  ['a PDF', '%PDF-1.7\n1 0 obj', 'This is a PDF. Save the table as CSV or XLSX'],
  [
    'a broken character among whole ones',
    Buffer.concat([Buffer.from('নাম\nরহিম'), Buffer.of(0xe0, 0xa6), Buffer.from('\n')]),
    'Some characters of this file cannot be read. Save it again as CSV UTF-8 or XLSX',
  ],
  [
    'a lone surrogate',
    utf16('Name\nA\ud800B\n', 'le'),
    'Some characters of this file cannot be read. Save it again as CSV UTF-8 or XLSX',
  ],
  [
    'too many columns',
    `${'a,'.repeat(1_000_000)}\n1\n`,
    'This file has more than 200 columns. Remove those that are not needed',
  ],
])('%s: one clear line', async (_name, content, line) => {
  await expect(opened(content)).rejects.toMatchObject({ name: 'UnreadableFile', message: line });
});

test.each([
  ['Name\nA\nB,"never closed\nC\n', 'Row 3 never ends. Look for a quotation mark that is not closed'],
  [`Name\n"${'x\n'.repeat(1_500_000)}`, 'Row 2 never ends. Look for a quotation mark that is not closed'],
  ['Name\n'.repeat(100_002), 'This file has more than 100000 rows. Split it and import the parts'],
])('a row that cannot be read is named', async (content, line) => {
  await expect(opened(content).then(rowsOf)).rejects.toMatchObject({ name: 'UnreadableFile', message: line });
});

test('a long cell is cut and refuses no file (F123)', async () => {
  const [, long] = await rowsOf(await opened(`Name\nA\n${'x'.repeat(50_000)}\n`));
  expect(long?.cells[0]).toHaveLength(10_001);
});

test.each(['\n', '\r'])('a million blank lines %j make no records (F107)', async (line) => {
  const rows = await rowsOf(await opened(`Name,Phone${line}A,1${line.repeat(1_000_000)}B,2${line}`));
  expect(rows.map(({ row }) => row)).toEqual([2, 1_000_002]);
});

test.each([',', '  ,  '])(
  'rows of blanks %j are refused after a bounded number of them (F107)',
  async (line) => {
    await expect(
      opened(`Name,Phone\nA,1\n${`${line}\n`.repeat(150_010)}`).then(rowsOf),
    ).rejects.toMatchObject({
      message: 'This file has more than 150000 lines, most of them blank. Delete the blank ones',
    });
  },
);

test('a title above the headers is no header, and the separator is that of the table (F123)', async () => {
  const table = await opened(
    'Leads of November, 2026\n\nPrinted by: Rahim\nCustomer Name;Mobile No.;Remarks\nA;01712345678;x\n',
  );
  expect(table).toMatchObject({
    separator: ';',
    headerRow: 4,
    headers: ['Customer Name', 'Mobile No.', 'Remarks'],
  });
  expect(await rowsOf(table)).toEqual([{ row: 5, cells: ['A', '01712345678', 'x'] }]);
  const unknown = await opened('Our list\nWho,What,How many\nA,B,1\nC,D,2\n');
  expect(unknown.headers).toEqual(['Who', 'What', 'How many']);
});

test('texts that were written as formulas are texts (F123)', async () => {
  const [row] = await rowsOf(await opened('Name,Phone,Notes\n="A ""B""",="01712345678","=""x"""\n'));
  expect(row?.cells.slice(1)).toEqual(['01712345678', 'x']);
});

test('rows of any width are read as they are, without an error for each (F107)', async () => {
  const made = vi.spyOn(Error, 'captureStackTrace');
  try {
    const table = await opened('Name,Phone\nA\nB,1,2,3\n\nC,1\n');
    expect((await rowsOf(table)).map(({ cells }) => cells)).toEqual([
      ['A', ''],
      ['B', '1', '2', '3'],
      ['C', '1'],
    ]);
    expect(made.mock.contexts.filter((each) => each instanceof CsvError)).toEqual([]);
    expect(made.mock.calls.filter(([error]) => error instanceof CsvError)).toEqual([]);
  } finally {
    made.mockRestore();
  }
});

test('a file without headers is read from its first row on, by the letters of its columns (F123)', async () => {
  for (const content of ['Rahim,01712345678\nKarim,01812345678\n', 'Rahim,rahim@example.com\n']) {
    const table = await opened(content);
    expect([table.headerRow, table.headers]).toEqual([0, ['Column A', 'Column B']]);
    expect((await rowsOf(table))[0]).toEqual({ row: 1, cells: content.split('\n')[0]?.split(',') });
  }
  const wide = await opened(`${Array(28).fill('01712345678').join(',')}\n`);
  expect(wide.headers.slice(25)).toEqual(['Column Z', 'Column AA', 'Column AB']);
  for (const headers of ['Name,2026-03-01', 'Uttara Center,02-9133427\nName,Phone', 'Oil Change,1500'])
    expect((await opened(`${headers}\nRahim,01712345678\n`)).headerRow).toBeGreaterThan(0);
});
