import { formatCsvCell, isHarmlessStart } from './csv.ts';

const comma = 0x2c;
const quote = 0x22;
const chunkSize = 65_536;
// Bytes per cell: a guard and quotes, or its format.
const mostGrowth = 32;

type CellFormat = (text: string) => string;

/** Escapes formulas in PostgreSQL's CSV, ends lines with CRLF and formats columns; most bytes are only copied. */
export class CsvLines {
  readonly #formats: readonly (CellFormat | undefined)[];
  readonly #missing: Buffer;
  #out = Buffer.allocUnsafeSlow(chunkSize);
  #size = 0;
  #rows = 0;

  constructor(formats: readonly (CellFormat | undefined)[], missing = '') {
    this.#formats = formats;
    this.#missing = Buffer.from(formatCsvCell(missing));
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#size >= chunkSize / 2;
  }

  add(row: Buffer): void {
    this.#rows++;
    this.#reserve(row.length * 2 + this.#formats.length * (mostGrowth + this.#missing.length));
    const out = this.#out;
    const end = row.length - 1;
    let size = this.#size;
    let at = 0;
    for (let column = 0; ; column++) {
      const isQuoted = row[at] === quote;
      if (at === end || row[at] === comma) {
        for (const byte of this.#missing) out[size++] = byte;
      } else if (this.#formats[column] || !isHarmlessStart(row, isQuoted ? at + 1 : at)) {
        const from = at;
        at = endOfCell(row, from, end);
        const text = textOf(row, from, at);
        const format = text === '' ? undefined : this.#formats[column];
        const cell = formatCsvCell(format ? format(text) : text);
        if (cell === '') size += this.#missing.copy(out, size);
        else size += out.write(cell, size);
      } else if (isQuoted) {
        const ends = endOfCell(row, at, end);
        while (at < ends) out[size++] = row[at++] ?? 0;
      } else {
        for (let byte = row[at]; at < end && byte !== undefined && byte !== comma; byte = row[++at]) {
          out[size++] = byte;
        }
      }
      if (at >= end) break;
      out[size++] = comma;
      at++;
    }
    out[size++] = 0x0d;
    out[size++] = 0x0a;
    this.#size = size;
  }

  take(): Buffer {
    const lines = this.#out.subarray(0, this.#size);
    this.#out = Buffer.allocUnsafeSlow(chunkSize);
    this.#size = 0;
    return lines;
  }

  #reserve(bytes: number): void {
    if (this.#size + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(this.#size + bytes);
    this.#out.copy(larger, 0, 0, this.#size);
    this.#out = larger;
  }
}

function endOfCell(row: Buffer, from: number, end: number): number {
  let at = from;
  if (row[at] !== quote) {
    while (at < end && row[at] !== comma) at++;
    return at;
  }
  do {
    at = row.indexOf(quote, at + 1) + 1;
  } while (row[at] === quote);
  return at;
}

function textOf(row: Buffer, from: number, to: number): string {
  if (row[from] !== quote) return row.toString('utf8', from, to);
  return row.toString('utf8', from + 1, to - 1).replaceAll('""', '"');
}
