import { fileLimits, type TableRow, UnreadableFile } from '#server/imports/files/table.ts';
import { type Archive, type Attributes, maxUnpackedBytes } from './archive.ts';
import { appendCellText, type CellTexts, decodeCellText, requirePlainText } from './cell-texts.ts';
import type { Workbook } from './workbook.ts';

const minutesOfDay = 1_440;
const dayZero = Date.UTC(1899, 11, 30);
const daysTo1904 = 1_462;
const lastDay = 2_958_465;

/**
 * Reads the rows with a text, as they come; formulas count by the value that was stored with them.
 *
 * @throws UnreadableFile for a row with too many columns.
 */
export async function* readSheetRows(
  archive: Archive,
  part: string,
  book: Workbook,
  texts: CellTexts,
): AsyncGenerator<TableRow> {
  const rows: TableRow[] = [];
  let current: TableRow = { row: 0, cells: [] };
  let column = 0;
  let kind = '';
  let style = '';
  let text = '';
  let isValue = false;
  let isPhonetic = false;
  const pieces = archive.read(part, maxUnpackedBytes.sheet, {
    open(name, attributes) {
      if (name === 'row') {
        current = { row: rowNumber(attributes, current.row), cells: [] };
        column = 0;
      } else if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        kind = attributes.t ?? 'n';
        style = attributes.s ?? '';
        text = '';
      } else if (name === 'rPh') isPhonetic = true;
      isValue = name === 'v' || (name === 't' && !isPhonetic);
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && text !== '') {
        if (column > fileLimits.columns) {
          throw new UnreadableFile('fileTooManyColumns', { max: fileLimits.columns });
        }
        while (current.cells.length < column) current.cells.push('');
        current.cells[column - 1] = cellText(kind, text, book.isDate[Number(style)] ?? false);
      }
      if (name === 'row' && current.cells.length > 0) rows.push(current);
    },
    text(more) {
      if (isValue) text = appendCellText(text, more);
    },
  });
  const cellText = (written: string, value: string, isDate: boolean) => {
    if (written === 's') return texts.at(Number(value)) ?? '';
    if (written === 'inlineStr' || written === 'str') return decodeCellText(value);
    if (written === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    const plain = requirePlainText(value);
    if (written !== 'n') return plain;
    return isDate ? dayText(plain, book.startsIn1904) : numberText(plain);
  };
  for await (const _piece of pieces) {
    yield* rows;
    rows.length = 0;
  }
}

function rowNumber({ r }: Attributes, before: number): number {
  const row = r === undefined ? before + 1 : Number(r);
  if (!Number.isSafeInteger(row) || row <= before) throw new UnreadableFile('fileDamaged');
  return row;
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  if (column === 0) throw new UnreadableFile('fileDamaged');
  return column;
}

function numberText(value: string): string {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) return value;
  if (number >= leastRounded && number % roundedTo === 0) return number.toExponential().toUpperCase();
  return /[e.]/i.test(value) ? String(number) : value;
}

const leastRounded = 1e9;
const roundedTo = 100_000;

function dayText(value: string, startsIn1904: boolean): string {
  const days = Number(value) + (startsIn1904 ? daysTo1904 : 0);
  if (!(days >= 0 && days <= lastDay)) return value;
  const minutes = Math.round(days * minutesOfDay);
  const written = new Date(dayZero + minutes * 60_000).toISOString();
  const [date, time] = [written.slice(0, 10), written.slice(11, 16)];
  if (minutes < minutesOfDay) return time;
  return minutes % minutesOfDay === 0 ? date : `${date} ${time}`;
}
