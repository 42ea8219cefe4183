import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export type MadeSheet = { name: string; rows: string; state?: 'hidden' };

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export function textCell(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

export async function makeBook(made: {
  sheets: readonly MadeSheet[];
  texts?: readonly string[];
  formats?: readonly string[];
  properties?: string;
  others?: Readonly<Record<string, string | Buffer>>;
}): Promise<Buffer> {
  const { sheets, texts = [], formats = [], properties = '', others = {} } = made;
  const list = (each: (sheet: MadeSheet, number: number) => string) =>
    sheets.map((sheet, at) => each(sheet, at + 1)).join('');
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
      contentType('/xl/workbook.xml', 'sheet.main'),
      contentType('/xl/sharedStrings.xml', 'sharedStrings'),
      contentType('/xl/styles.xml', 'styles'),
      ...sheets.map((_, at) => contentType(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet')),
    ].join('')}</Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationship}">${properties}<sheets>${list(
      ({ name, state = 'visible' }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at}" state="${state}" r:id="s${at}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      list((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
      relation('t', 'sharedStrings', '/xl/sharedStrings.xml'),
      relation('f', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
      .join(
        '',
      )}</numFmts><fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  sheets.forEach(({ rows }, at) => {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  });
  return await zipOf({ ...parts, ...others });
}

export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream);
}

function contentType(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
}

function relations(...all: string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relationship}/${type}" Target="${target}"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
