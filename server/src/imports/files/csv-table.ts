import { pipeline, Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { unescapeFormula } from '#server/lib/csv/csv.ts';
import { decodeFile, recogniseEncoding } from './encoding.ts';
import {
  createTable,
  type Encoding,
  fileLimits,
  type ImportTable,
  type Separator,
  type TableRow,
  UnreadableFile,
} from './table.ts';

const separators = [',', ';', '\t'] as const;
const sampleLength = 65_536;
const sampleRows = 20;

const separatorLine = /^sep=([,;\t])\r?\n/i;

/**
 * Opens a CSV file, recognising its encoding, separator and headers.
 *
 * @param headerRow the number of the row with the headers, 0 for none; otherwise they are looked for.
 * @throws UnreadableFile
 */
export async function openCsv(path: string, headerRow?: number): Promise<ImportTable> {
  const encoding = await recogniseEncoding(path);
  const sample = await sampleOf(path, encoding);
  const stated = separatorLine.exec(sample)?.[1];
  const separator = separators.find((each) => each === stated) ?? recogniseSeparator(sample);
  const file = { kind: 'csv', encoding, separator, sheets: null, sheet: null } as const;
  return await createTable(file, () => recordsOf(path, encoding, separator, stated ? 2 : 1), headerRow);
}

async function sampleOf(path: string, encoding: Encoding): Promise<string> {
  let sample = '';
  for await (const text of decodeFile(path, encoding)) {
    sample += text;
    if (sample.length >= sampleLength) break;
  }
  return sample.slice(0, sampleLength);
}

/** The one by which most of the first rows have the same width, a title above the headers aside; of equals, the one with more columns. */
function recogniseSeparator(sample: string): Separator {
  const scored = separators.map((separator) => {
    const widths = widthsOf(sample, separator);
    const counts = [
      ...Map.groupBy(
        widths.filter((each) => each > 1),
        (each) => each,
      ),
    ];
    const [width, same] = counts.sort(([, one], [, other]) => other.length - one.length)[0] ?? [1, []];
    return { separator, width, score: same.length / Math.max(1, widths.length) };
  });
  scored.sort((one, other) => other.score - one.score || other.width - one.width);
  return scored[0]?.separator ?? ',';
}

function widthsOf(sample: string, separator: Separator): number[] {
  const widths: number[] = [];
  let width = 1;
  let isQuoted = false;
  let isStart = true;
  let isBlank = true;
  for (const character of sample) {
    if (isQuoted) isQuoted = character !== '"';
    else if (character === '\n' || character === '\r') {
      if (!isBlank) widths.push(width);
      if (widths.length > sampleRows) break;
      width = 1;
      isBlank = true;
    } else if (character === separator) width++;
    else {
      isQuoted = character === '"' && isStart;
      isBlank &&= character.trim() === '';
    }
    isStart = character === separator || character === '\n' || character === '\r';
  }
  return isBlank ? widths : [...widths, width];
}

type CsvRecord = { record: string[]; info: { records: number; empty_lines: number } };

async function* recordsOf(
  path: string,
  encoding: Encoding,
  delimiter: Separator,
  fromLine: number,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    from_line: fromLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: fileLimits.columns * fileLimits.cell,
  });
  expectAnyWidth(parser);
  // What breaks on the way is thrown where the records are read.
  pipeline(Readable.from(decodeFile(path, encoding)), parser, () => undefined);
  let row = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      row = info.records + info.empty_lines;
      yield { row, cells: record.map((cell) => unescapeFormula(withoutFormula(cell))) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('fileRowNeverEnds', { row: row + 1 });
    throw error;
  }
}

/**
 * Lets each record be as wide as it is. The parser makes an error with a copy of the record for each of another width than the first, also where
 * it may have any, which takes three times as long as reading it.
 */
function expectAnyWidth(parser: Parser): void {
  const { state } = (parser as Parser & { api: { state: { record: string[] } } }).api;
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => undefined,
  });
}

// A text that was written as a formula, `="01712345678"`, so that spreadsheets leave it as it is.
const textFormula = /^\s*="([^"]*(?:""[^"]*)*)"\s*$/;

function withoutFormula(cell: string): string {
  if (!cell.includes('="')) return cell;
  return textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
}
