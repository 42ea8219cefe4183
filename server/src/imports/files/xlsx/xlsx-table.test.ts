import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTable } from '#server/imports/files/open-table.ts';
import type { ImportTable, TableRow } from '#server/imports/files/table.ts';
import { type MadeSheet, makeBook, textCell, zipOf } from '#server/testing/made-book.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-xlsx-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function opened(content: Buffer): Promise<ImportTable> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return await openTable(path);
}

async function rowsOf(table: ImportTable) {
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return rows;
}

const header = `<row r="1">${textCell('A1', 'Name')}</row>`;

function sheet(...cells: string[]): MadeSheet[] {
  return [{ name: 'Leads', rows: `${header}${cells.map((cell) => `<row>${cell}</row>`).join('')}` }];
}

test('cells of every kind become what somebody sees in them', async () => {
  const cells = [
    '<c t="s"><v>0</v></c>',
    '<c t="s"><v>1</v></c>',
    textCell('A4', '  =1+1 & <রহিম>'),
    '<c t="str"><f>A1&amp;"x"</f><v>cached</v></c>',
    '<c><f>1+1</f><v>2</v></c>',
    '<c><v>8.801712345678E12</v></c>',
    '<c><v>1712345678.0</v></c>',
    '<c><v>0.5</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="e"><v>#N/A</v></c>',
    '<c t="d"><v>2026-11-05T00:00:00</v></c>',
    '<c s="1"><v>46331</v></c>',
    '<c s="1"><v>46331.6875</v></c>',
    '<c s="2"><v>0.6875</v></c>',
    '<c s="3"><v>46331</v></c>',
    '<c s="4"><v>46331</v></c>',
    '<c t="inlineStr"><is><t>a_x000D_b</t></is></c>',
  ];
  const table = await opened(
    await makeBook({
      sheets: sheet(...cells),
      texts: ['<t>shared</t>', '<r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh><t>no</t></rPh>'],
      formats: ['yyyy\\-mm\\-dd;@', 'h:mm', '[Red]"day" 0.00'],
    }),
  );
  expect(table).toMatchObject({ kind: 'xlsx', sheets: ['Leads'], sheet: 'Leads', headers: ['Name'] });
  expect((await rowsOf(table)).map(({ cells: [text] }) => text)).toEqual([
    ...[
      'shared',
      'rich text',
      '  =1+1 & <রহিম>',
      'cached',
      '2',
      '8801712345678',
      '1712345678',
      '0.5',
      'TRUE',
    ],
    ...['#N/A', '2026-11-05T00:00:00', '2026-11-05', '2026-11-05 16:30', '16:30', '46331', '2026-11-05'],
    'a\rb',
  ]);
});

test('the first visible sheet that is not empty is read, with the numbers that a spreadsheet shows', async () => {
  const rows = `<row r="3">${textCell('B3', 'Name')}${textCell('D3', 'Phone')}</row><row r="4"/>
    <row r="7">${textCell('D7', '017')}<c r="Z7" s="1"/></row><row><c r="A8"><v>1</v></c></row>`;
  const table = await opened(
    await makeBook({
      sheets: [
        { name: 'Secret', rows: header, state: 'hidden' },
        { name: 'Empty', rows: '<row r="1"><c r="A1"/></row>' },
        { name: 'Leads & more', rows },
      ],
    }),
  );
  expect(table).toMatchObject({ sheets: ['Empty', 'Leads & more'], sheet: 'Leads & more' });
  expect(table.headers).toEqual(['', 'Name', '', 'Phone']);
  const expected = [
    { row: 7, cells: ['', '', '', '017'] },
    { row: 8, cells: ['1', '', '', ''] },
  ];
  expect(await rowsOf(table)).toEqual(expected);
  expect(await rowsOf(table)).toEqual(expected);
});

test('days of a Mac count from 1904, prefixes are the choice of the writer, links to other files are not followed', async () => {
  const made = await makeBook({
    sheets: [],
    properties:
      '<workbookPr date1904="1"/><externalReferences><externalReference r:id="x"/></externalReferences>',
    others: {
      'xl/_rels/workbook.xml.rels': `<p:Relationships xmlns:p="p">
        <p:Relationship Id="x" Type="a/externalLink" Target="file:///etc/passwd" TargetMode="External"/>
        <p:Relationship Id="a" Type="a/worksheet" Target="sheet.xml"/>
        <p:Relationship Id="f" Type="a/styles" Target="styles.xml"/></p:Relationships>`,
      'xl/workbook.xml': `<x:workbook xmlns:x="x" xmlns:q="q"><x:workbookPr date1904="true"/>
        <x:sheets><x:sheet name="A" q:id="a"/><x:sheet name="B" q:id="x"/></x:sheets></x:workbook>`,
      'xl/sheet.xml': `<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Day</x:t></x:is></x:c></x:row>
        <x:row><x:c s="1"><x:v>44869</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    },
  });
  const table = await opened(made);
  expect(table.sheets).toEqual(['A']);
  expect(await rowsOf(table)).toEqual([{ row: 2, cells: ['2026-11-05'] }]);
});

const damaged = 'This file is damaged. Save it again as CSV or XLSX';
const tooLarge = 'This file unpacks to more than can be read. Save the table alone, as CSV';
const broken = 'Some characters of this file cannot be read. Save it again as CSV UTF-8 or XLSX';
const unknown = 'This is not a CSV or XLSX file';
const wide = 'This file has more than 200 columns. Remove those that are not needed';

function ole(name: string): Buffer {
  return Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_024),
    Buffer.from(name, 'utf16le'),
  ]);
}

async function patched(change: (bytes: Buffer, entry: number) => void): Promise<Buffer> {
  const bytes = await zipOf({ '_rels/.rels': ' '.repeat(9_000) });
  change(bytes, bytes.indexOf(Buffer.from('504b0102', 'hex')));
  return bytes;
}

const wideTag = (attributes: number) =>
  `<c ${Array.from({ length: attributes }, (_, place) => `a${place}="1"`).join(' ')}><v>1</v></c>`;

function manyBlank(others?: Record<string, string>): Promise<Buffer> {
  const bytes = 9 * 1_048_576;
  const names = Array.from({ length: 4 }, (_, place) => `Blank ${place}`);
  return makeBook({
    sheets: names.map((name) => ({ name, rows: ' '.repeat(bytes) })),
    ...(others && { others }),
  });
}

const oneOfMany = {
  'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2, 3, 4]
    .map((sheet) => `<Relationship Id="s${sheet}" Type="a/worksheet" Target="worksheets/sheet1.xml"/>`)
    .join('')}</Relationships>`,
};

const hostile: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['an old book', () => ole('Workbook'), 'This is an old Excel file (.xls). Save it as XLSX or CSV'],
  ['a password', () => ole('EncryptedPackage'), 'This file has a password. Save it without one'],
  ['a page', () => Buffer.from('\ufeff <html><table>'), unknown],
  ['another archive', () => zipOf({ 'a.txt': 'a' }), unknown],
  ['an empty archive', () => zipOf({}), unknown],
  ['half of a file', async () => (await makeBook({ sheets: sheet() })).subarray(0, 300), damaged],
  ['no sheet', () => makeBook({ sheets: [] }), 'This file is empty'],
  ['headers alone', () => makeBook({ sheets: sheet() }), 'This file has headers but no rows below them'],
  ['XML that breaks off', () => makeBook({ sheets: sheet('<c>') }), damaged],
  [
    'a part that is missing',
    () =>
      makeBook({
        sheets: sheet(),
        others: {
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="s1" Type="a/worksheet" Target="../no.xml"/></Relationships>',
        },
      }),
    damaged,
  ],
  [
    'a thousand million of an entity',
    () =>
      makeBook({
        sheets: sheet(),
        others: {
          'xl/workbook.xml': `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>`,
        },
      }),
    damaged,
  ],
  ['an entity nobody declared', () => makeBook({ sheets: sheet('<c t="str"><v>&b;</v></c>') }), damaged],
  [
    'an archive that inflates',
    () => makeBook({ sheets: sheet(), others: { 'xl/sharedStrings.xml': Buffer.alloc(20 * 1_048_576, 32) } }),
    tooLarge,
  ],
  ['more than the entry says', () => patched((bytes, entry) => bytes.writeUInt32LE(10, entry + 24)), damaged],
  [
    'an encrypted part',
    () => patched((bytes, entry) => bytes.writeUInt16LE(1, entry + 8)),
    'This file has a password. Save it without one',
  ],
  ['a lone surrogate', () => makeBook({ sheets: sheet('<c t="str"><v>a_xD800_</v></c>') }), broken],
  ['a NUL', () => makeBook({ sheets: sheet('<c t="s"><v>0</v></c>'), texts: ['<t>_x0000_</t>'] }), broken],
  ['a raw NUL in a number', () => makeBook({ sheets: sheet('<c><v>1\0</v></c>') }), broken],
  ['a raw NUL in an error', () => makeBook({ sheets: sheet('<c t="e"><v>\0</v></c>') }), broken],
  ['a raw NUL in a name', () => makeBook({ sheets: [{ name: 'A\0', rows: header }] }), broken],
  [
    'tags in each other',
    () => makeBook({ sheets: sheet(`<c>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</c>`) }),
    damaged,
  ],
  ['a long comment', () => makeBook({ sheets: sheet(`<!--${'- '.repeat(100_000)}-->`) }), damaged],
  ['a long attribute', () => makeBook({ sheets: sheet(`<c r="${'A'.repeat(200_000)}"/>`) }), damaged],
  ['a tag with hundreds of attributes', () => makeBook({ sheets: sheet(wideTag(500)) }), damaged],
  ['many blank sheets', () => manyBlank(), tooLarge],
  ['many names of one blank sheet', () => manyBlank(oneOfMany), 'This file is empty'],
  ['a far column', () => makeBook({ sheets: sheet('<c r="XFD2"><v>1</v></c>') }), wide],
  [
    'hundreds of thousands of columns',
    () => makeBook({ sheets: sheet('<c><v>1</v></c>'.repeat(300_000)) }),
    wide,
  ],
  [
    'rows that go back',
    () => makeBook({ sheets: [{ name: 'A', rows: '<row r="2"><c><v>1</v></c></row><row r="1"/>' }] }),
    damaged,
  ],
  [
    'too many rows',
    () => makeBook({ sheets: sheet('<c><v>1</v></c></row><row>'.repeat(100_002)) }),
    'This file has more than 100000 rows. Split it and import the parts',
  ],
];

test.each(hostile)('%s: one clear line', async (_name, make, line) => {
  await expect(opened(await make()).then(rowsOf)).rejects.toMatchObject({
    name: 'UnreadableFile',
    message: line,
  });
});

test('a long cell is cut, also within a character, and refuses no file (F123)', async () => {
  const texts = [`<t>${'a'.repeat(500_000)}</t>`, `<t>${'😀'.repeat(9_000)}</t>`];
  const [long, pictures] = await rowsOf(
    await opened(await makeBook({ sheets: sheet('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>'), texts })),
  );
  expect(long?.cells[0]).toHaveLength(10_001);
  expect(pictures?.cells[0]?.length).toBeGreaterThan(10_000);
});

test('a long number that ends in zeros stays as spreadsheets show it, since they may have rounded it (F119)', async () => {
  const written = [
    '8.80171E12',
    '8801710000000',
    '1711000000',
    '8801712345678',
    '8.801712345678E12',
    '500000',
  ];
  const table = await opened(
    await makeBook({ sheets: sheet(...written.map((number) => `<c><v>${number}</v></c>`)) }),
  );
  expect((await rowsOf(table)).map(({ cells: [text] }) => text)).toEqual([
    ...['8.80171E+12', '8.80171E+12', '1.711E+9', '8801712345678', '8801712345678', '500000'],
  ]);
});
