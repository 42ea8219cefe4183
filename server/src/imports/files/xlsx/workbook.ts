import { UnreadableFile } from '#server/imports/files/table.ts';
import {
  type Archive,
  type Attributes,
  getRelationsPart,
  maxUnpackedBytes,
  resolvePart,
  type XmlHandler,
} from './archive.ts';
import { requirePlainText } from './cell-texts.ts';

// `part`: its name in the archive; `bytes`: unpacked.
type Sheet = { name: string; part: string; bytes: number };

/**
 * How a book is made. `texts`: the part with the texts of cells; `isDate`: whether a cell is a date, by the number of its style;
 * `startsIn1904`: its day 0.
 */
export type Workbook = {
  sheets: Sheet[];
  texts: string | undefined;
  isDate: readonly boolean[];
  startsIn1904: boolean;
};

type Relation = { type: string; part: string };

const mostSheets = 200;

const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Reads how a book is made: its visible sheets and what they share. @throws UnreadableFile */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const roots = await readRelations(archive, '');
  const main = [...roots.values()].find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!archive.has(main) || !main.toLowerCase().endsWith('.xml')) throw new UnreadableFile('fileUnknown');
  const relations = await readRelations(archive, main);
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  const sheets: Sheet[] = [];
  let startsIn1904 = false;
  await readAll(archive, main, {
    open(name, attributes) {
      if (name === 'workbookPr') startsIn1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const relation = relations.get(relationId(attributes));
      if (relation?.type === 'worksheet' && sheets.length < mostSheets) {
        const { part } = relation;
        sheets.push({ name: requirePlainText(attributes.name ?? ''), part, bytes: archive.bytesOf(part) });
      }
    },
  });
  const styles = partOf('styles');
  return {
    sheets,
    texts: partOf('sharedStrings'),
    isDate: styles && archive.has(styles) ? await readStyles(archive, styles) : [],
    startsIn1904,
  };
}

async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const place = getRelationsPart(part);
  if (!archive.has(place)) return found;
  await readAll(archive, place, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolvePart(part, Target) });
    },
  });
  return found;
}

function relationId(attributes: Attributes): string {
  const name = Object.keys(attributes).find((each) => each.endsWith(':id')) ?? '';
  return attributes[name] ?? '';
}

async function readStyles(archive: Archive, part: string): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const isDate: boolean[] = [];
  let isInFormats = false;
  await readAll(archive, part, {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'numFmt') own.set(Number(numFmtId), saysDate(formatCode));
      if (name === 'cellXfs') isInFormats = true;
      if (name === 'xf' && isInFormats)
        isDate.push(own.get(Number(numFmtId)) ?? isKnownDate(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false;
    },
  });
  return isDate;
}

function isKnownDate(format: number): boolean {
  return dateFormats.some(([first, last]) => format >= first && format <= last);
}

const maxFormat = 255;

function saysDate(code: string): boolean {
  return /[dmyhs]/i.test(
    code.slice(0, maxFormat).replace(/"[^"]*"|\\.|_.|\[(?![hms]+\])[^[\]]*\]|general/gi, ''),
  );
}

async function readAll(archive: Archive, part: string, handler: XmlHandler): Promise<void> {
  for await (const _piece of archive.read(part, maxUnpackedBytes.other, handler));
}
