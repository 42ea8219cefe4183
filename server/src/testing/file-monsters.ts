import { type MadeSheet, makeBook, textCell, zipOf } from './made-book.ts';
import { phone, random, worst } from './monsters.ts';

/** A file that costs as much as it can to whoever reads it. */
export type FileMonster = { what: string; fileName: string; body: Buffer };

export function csvMonster(seed: number): FileMonster {
  const pick = random(seed);
  const piece = worst[pick(worst.length)] ?? ' ';
  const size = 1_000_000 + pick(4_000_000);
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
  const head = `Name,Phone,Date\nRahim,${phone(seed)},5/11/2026\n`;
  const kinds: [string, () => string][] = [
    ['blank lines', () => head + fill('\n')],
    ['blanks', () => head + fill(`${' '.repeat(1_000)}\n`)],
    ['carriage returns', () => head + fill('\r')],
    ['a long cell', () => `${head}Rahim,${fill(piece)},1\n`],
    ['long cells', () => head + fill(`Rahim,${phone(seed)},1,${piece.repeat(9_000)}\n`)],
    ['long days', () => head + fill(`Rahim,${phone(seed)},${piece.repeat(4_000)}\n`)],
    ['days', () => head + fill(`Rahim,${phone(seed)},1/1/1\n`)],
    ['wide rows', () => head + fill(`${','.repeat(190)}\n`)],
    ['rows that are too wide', () => head + fill(`${','.repeat(5_000)}\n`)],
    ['a row without an end', () => head + fill(`${piece},`)],
    ['long headers', () => `${fill(piece).slice(0, 900_000)},Phone\nRahim,${phone(seed)}\n`],
    ['an open quote', () => `${head}"${fill(piece)}`],
    ['quotes', () => head + fill('""')],
    ['quotes within quotes', () => head + fill('"a""b" "')],
    ['a hundred thousand rows', () => head + rowsOf(pick, 99_000)],
  ];
  const [what, make] = kinds[pick(kinds.length)] ?? ['nothing', () => ''];
  return { what, fileName: 'leads.csv', body: Buffer.from(make()) };
}

const rowsOf = (pick: (below: number) => number, count: number) =>
  Array.from({ length: count }, () => `Rahim,${phone(pick(10_000_000))},${pick(28) + 1}/11/2026`).join('\n');

const megabyte = 1_048_576;
const headers = `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Phone')}${textCell('C1', 'Date')}</row>`;
const person = (seed: number) => `<row>${textCell('A2', 'Rahim')}${textCell('B2', phone(seed))}</row>`;

/** XLSX files, one of each kind: to make them takes this process long. */
export async function makeXlsxMonsters(seed: number): Promise<FileMonster[]> {
  const made: FileMonster[] = [];
  for (const [what, make] of xlsxKinds(seed)) made.push({ what, fileName: 'leads.xlsx', body: await make() });
  return made;
}

/** The XLSX file of a kind. */
export async function makeXlsxMonster(what: string): Promise<Buffer> {
  const [, make] = xlsxKinds(1).find(([kind]) => kind === what) ?? [];
  if (!make) throw new Error(`No such file: ${what}`);
  return make();
}

function xlsxKinds(seed: number): [string, () => Promise<Buffer>][] {
  const pick = random(seed);
  const piece = escaped(worst[pick(worst.length)] ?? ' ');
  const fill = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));
  const sheet = (rows: string): MadeSheet[] => [{ name: 'Leads', rows: headers + person(seed) + rows }];
  const book = (rows: string, more: Omit<Parameters<typeof makeBook>[0], 'sheets'> = {}) =>
    makeBook({ sheets: sheet(rows), ...more });
  const instead = (part: string, content: string | Buffer) => book('', { others: { [part]: content } });
  const texts = (count: number) => Array.from({ length: count }, () => `<t>${pick(1e9)}</t>`);
  const numbers = (count: number) =>
    Array.from(
      { length: count },
      () => `<row><c t="str"><v>Rahim</v></c><c><v>880${pick(1e9)}</v></c></row>`,
    ).join('');
  return [
    ['a bomb', () => instead('xl/sharedStrings.xml', Buffer.alloc(200 * megabyte, 32))],
    ['a bomb below the limit', () => instead('xl/sharedStrings.xml', Buffer.alloc(9 * megabyte, 32))],
    ['a sheet that is a bomb', () => book(fill('<row/>', 60 * megabyte))],
    ['a bomb whose entry lies', async () => lyingBook(await book(fill('<row/>', 20 * megabyte)))],
    ['a million empty rows', () => book(emptyRows(1_000_000))],
    ['a million empty cells', () => book(`<row>${fill('<c/>', 4_000_000)}</row>`)],
    ['a million rows of empty cells', () => book(fill('<row><c/></row>', 9 * megabyte))],
    ['many shared texts', () => book('<row><c t="s"><v>7</v></c></row>', { texts: texts(600_000) })],
    ['a long shared text', () => book('', { texts: [`<t>${fill(piece, 9 * megabyte)}</t>`] })],
    ['a shared text in pieces', () => book('', { texts: [fill('<r><t>a</t></r>', 9 * megabyte)] })],
    ['long cells', () => book(fill(`<row>${textCell('A9', 'a'.repeat(32_767))}</row>`, 9 * megabyte))],
    ['long cells of one kind', () => book(`<row><c t="str"><v>${fill(piece, 9 * megabyte)}</v></c></row>`)],
    ['16,384 columns', () => book(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`)],
    ['rows of 200 columns', () => book(fill(`<row>${'<c><v>1</v></c>'.repeat(200)}</row>`, 9 * megabyte))],
    ['formulas', () => book(fill(`<row><c><f>${'SUM('.repeat(2_000)}</f><v>1</v></c></row>`, 9 * megabyte))],
    ['formulas without values', () => book(fill('<row><c><f>A1&amp;B1</f></c></row>', 9 * megabyte))],
    ['deep XML', () => instead('xl/workbook.xml', fill('<a>', 8 * megabyte))],
    ['a tag without an end', () => instead('xl/workbook.xml', `<a ${fill('a="b" ', 8 * megabyte)}`)],
    ['a long attribute', () => book(`<row r="${fill('1', 9 * megabyte)}"/>`)],
    ['a long comment', () => book(`<!--${fill('- ', 9 * megabyte)}-->`)],
    [
      'long character data',
      () => book(`<row><c t="str"><v><![CDATA[${fill('] ', 9 * megabyte)}]]></v></c></row>`),
    ],
    ['entities', () => book(fill('<row><c t="str"><v>&#65;&amp;</v></c></row>', 9 * megabyte))],
    [
      'entities of its own',
      () => instead('xl/workbook.xml', `<!DOCTYPE a [${fill('<!ENTITY b "&b;&b;">', megabyte)}]><a>&b;</a>`),
    ],
    ['formats', () => book('', { formats: Array.from({ length: 60_000 }, () => `[h]${'"y" '.repeat(20)}`) })],
    [
      'relations',
      () =>
        instead(
          'xl/_rels/workbook.xml.rels',
          `<Relationships>${fill('<Relationship Id="a" Type="a/worksheet" Target="../a/../b.xml"/>', 8 * megabyte)}</Relationships>`,
        ),
    ],
    [
      'many sheets',
      () =>
        makeBook({
          sheets: Array.from({ length: 200 }, (_, at) => ({ name: `${at}`, rows: fill('<row/>', 100_000) })),
        }),
    ],
    [
      'many parts',
      () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/${at}.xml`, '']))),
    ],
    ['half of a file', async () => halfOf(await book(numbers(20_000)), pick)],
    ['bytes that are changed', async () => damaged(await book(numbers(20_000)), pick)],
    [
      'days that are none',
      () =>
        book(fill('<row><c s="1"><v>1e300</v></c><c s="1"><v>-1</v></c></row>', 9 * megabyte), {
          formats: ['yyyy'],
        }),
    ],
    ['fifty thousand rows', () => book(numbers(50_000))],
  ];
}

const emptyRows = (count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 3}"/>`).join('');

/** Rewrites the entries of a book, in place, so that they claim their parts are small. */
function lyingBook(book: Buffer): Buffer {
  const entry = Buffer.from('504b0102', 'hex');
  for (let at = book.indexOf(entry); at >= 0; at = book.indexOf(entry, at + 1))
    book.writeUInt32LE(100, at + 24);
  return book;
}

function halfOf(book: Buffer, pick: (below: number) => number): Buffer {
  return book.subarray(0, pick(book.length));
}

function damaged(book: Buffer, pick: (below: number) => number): Buffer {
  for (let times = 0; times < 20; times++) book[4 + pick(book.length - 4)] = pick(256);
  return book;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
