import type { EnquiryField } from '#contract/intake/deliveries.ts';
import { cellMark } from './mail-html.ts';

/** Returns the field that a label asks for; undefined for a label of the sender's own. */
export type FieldOf = (label: string) => EnquiryField | undefined;

/** A label with the lines that follow it. */
export type LabelledLines = { label: string; lines: string[] };

const maxLabelsLine = 500;
const maxColumnRows = 60;
const most = { labels: 5_000, lines: 20_000, label: 60 } as const;

/**
 * Reads the labels of a text with what they are followed by: those of notes by all up to the next label; others, where their own line
 * says nothing, by the next line or, if they are unknown, paragraph. A label may also stand alone on its line, beside others that do,
 * or head a column of a table. `rest`: the other lines; `isCut`: there are more lines than are read.
 */
export function readLines(
  text: string,
  fieldOf: FieldOf,
): { labelled: LabelledLines[]; rest: string; isCut: boolean } {
  const all = text.split(/\r?\n/, most.lines + 1);
  const lines = rowsAsLines(all.slice(0, most.lines), fieldOf);
  const hasAlone = lines.filter((line, at) => isAlone(lines, at, line, fieldOf)).length > 1;
  const labelled: LabelledLines[] = [];
  const rest: string[] = [];
  let open: { lines: string[]; takes: number; hasGaps: boolean } | undefined;
  for (const [at, line] of lines.entries()) {
    const isBare = hasAlone && isAlone(lines, at, line, fieldOf);
    const { label, value } = isBare ? { label: line.trim(), value: '' } : labelOf(line, fieldOf);
    if (label && labelled.length < most.labels) {
      const own = value ? [value] : [];
      const field = fieldOf(label);
      const hasGaps = field === 'notes';
      const takes = hasGaps || !field ? Number.POSITIVE_INFINITY : 1;
      labelled.push({ label, lines: own });
      open = hasGaps || !value ? { lines: own, takes, hasGaps } : undefined;
    } else if (open) {
      const isGap = line.trim() === '';
      if (!isGap || open.hasGaps) open.lines.push(line);
      const isFull = open.lines.length >= open.takes || (isGap && open.lines.length > 0);
      if (isFull && !open.hasGaps) open = undefined;
    } else rest.push(line);
  }
  const isCut = all.length > most.lines;
  return { labelled, rest: rest.join('\n').replace(/\n{3,}/g, '\n\n'), isCut };
}

/**
 * Splits a text into lines, its tables row by row, and finds the labels in them. `value`: what follows a label on its own line or the next
 * one that is not empty; `isCut`: there are more lines than are read.
 */
export function findLabelledLines(
  text: string,
  fieldOf: FieldOf,
): { lines: string[]; labelled: { label: string; at: number; value: string }[]; isCut: boolean } {
  const all = text.split(/\r?\n/, most.lines + 1);
  const lines = rowsAsLines(all.slice(0, most.lines), fieldOf);
  const hasAlone = lines.filter((line, at) => isAlone(lines, at, line, fieldOf)).length > 1;
  const labelled = lines.flatMap((line, at) => {
    const isBare = hasAlone && isAlone(lines, at, line, fieldOf);
    const { label, value } = isBare ? { label: line.trim(), value: '' } : labelOf(line, fieldOf);
    if (!label) return [];
    const next = (lines[at + 1]?.trim() || lines[at + 2]?.trim()) ?? '';
    return [{ label, at, value: value || (labelOf(next, fieldOf).label ? '' : next) }];
  });
  return { lines, labelled, isCut: all.length > most.lines };
}

// A known label, with something else than a label below it.
function isAlone(lines: readonly string[], at: number, line: string, fieldOf: FieldOf): boolean {
  const text = line.trim();
  if (text === '' || text.length > most.label || !fieldOf(text) || /[:：=.!?]/.test(text)) return false;
  const next = (lines[at + 1]?.trim() || lines[at + 2]?.trim()) ?? '';
  return next !== '' && !labelOf(next, fieldOf).label && !fieldOf(next);
}

/**
 * Returns what stands before a colon or, if it is known, before `=`, a tab, a visarga or a dash with blanks: no address (`https://…`)
 * nor a time of day. Marks of a list or of bold text around it go.
 */
function labelOf(line: string, fieldOf: FieldOf): { label?: string; value: string } {
  const colon = line.search(/[:：]/);
  const byColon = plainLabel(line.slice(0, Math.min(Math.max(colon, 0), most.label * 2)));
  const isOther = line.startsWith('//', colon + 1) || /^\d.\d/u.test(line.slice(Math.max(colon - 1, 0)));
  if (colon > 0 && isLabel(byColon) && !isOther) {
    const value = line
      .slice(colon + 1)
      .replace(/^[*_]+(?=\s|$)/, '')
      .replace(/^\s*[-–]\s+/, '')
      .trim();
    return { label: byColon, value };
  }
  const mark = /[=\t|]|\s[-–—]\s|ঃ(?=\s|$)/.exec(line.slice(0, most.label + 3));
  const byMark = mark ? plainLabel(line.slice(0, mark.index)) : '';
  if (!mark || !isLabel(byMark) || !fieldOf(byMark)) return { value: line.trim() };
  return {
    label: byMark,
    value: line
      .slice(mark.index + mark[0].length)
      .replace(/^[=>|]+/, '')
      .trim(),
  };
}

function isLabel(text: string): boolean {
  return text.length <= most.label && /\p{L}/u.test(text);
}

function plainLabel(text: string): string {
  return text
    .trim()
    .replace(/^[*_•●▪·#>–-]+\s*/u, '')
    .replace(/[*_]{1,20}$/, '')
    .trim();
}

function rowsAsLines(lines: readonly string[], fieldOf: FieldOf): string[] {
  const found: string[] = [];
  const rows = asRows(lines, fieldOf);
  let headers: string[] | undefined;
  for (let at = 0; at < rows.length; at++) {
    const cells = rows[at] ?? [];
    const line = cells.join(cellMark);
    const columns = columnsAt(rows, at, fieldOf);
    if (columns) {
      found.push(...columns.lines);
      at += columns.rows - 1;
      continue;
    }
    if (cells.length === 1) {
      headers = undefined;
      found.push(...labelsAsLines(line, fieldOf));
      continue;
    }
    const filled = cells.filter((cell) => cell !== '' && cell !== ':');
    const isHeader = filled.every(isLabel) && filled.filter((cell) => fieldOf(bare(cell))).length > 1;
    if (isHeader && !isPairs(filled, fieldOf)) {
      headers = cells.map(bare);
      found.push('');
      continue;
    }
    if (headers && cells.length <= headers.length) {
      const names = headers;
      found.push('', ...cells.flatMap((cell, at) => (cell ? `${names[at]}: ${cell}` : [])), '');
      continue;
    }
    headers = undefined;
    if (isPairs(filled, fieldOf)) {
      for (let at = 0; at < filled.length; at += 2)
        found.push(`${bare(filled[at] ?? '')}: ${filled[at + 1] ?? ''}`);
      continue;
    }
    const [first = '', ...others] = filled;
    const text = others.join(' ');
    found.push(isLabel(first) ? `${bare(first)}: ${text}` : `${first} ${text}`);
  }
  return found;
}

const separators = [',', ';', '\t', '|'] as const;

/** The cells of each line: of a table or, below a line that only names fields (`Name,Phone`), of values with the same separator. */
function asRows(lines: readonly string[], fieldOf: FieldOf): string[][] {
  let separator: string | undefined;
  let width = 0;
  return lines.map((line) => {
    const cells = line.split(cellMark);
    if (cells.length > 1) {
      separator = undefined;
      return cells.map((cell) => cell.trim());
    }
    if (separator !== undefined) {
      const split = splitCells(line, separator);
      if (split.length === width) return split;
    }
    separator = separators.find((each) => isFieldNames(splitCells(line.slice(0, 1_000), each), fieldOf));
    if (separator === undefined) return [line];
    const split = splitCells(line, separator);
    width = split.length;
    return split;
  });
}

function isFieldNames(cells: readonly string[], fieldOf: FieldOf): boolean {
  return (
    cells.length > 1 &&
    cells.every((cell) => isLabel(cell) && !/[:：]/.test(cell)) &&
    cells.filter((cell) => fieldOf(cell)).length > 1
  );
}

/** A cell in quotation marks may hold the separator. */
function splitCells(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => cell.trim());
}

/** A table with a column for each person: `Name`, `Rahim`, `Mina` above `Phone`, `01712345678`, `01812345678`. */
function columnsAt(
  rows: readonly string[][],
  at: number,
  fieldOf: FieldOf,
): { lines: string[]; rows: number } | undefined {
  const width = rows[at]?.length ?? 0;
  if (width < 3) return undefined;
  const near = rows.slice(at, at + maxColumnRows);
  const end = near.findIndex((row) => row.length !== width || !isLabel(row[0] ?? ''));
  const table = near.slice(0, end === -1 ? near.length : end);
  const hasValues = (field: EnquiryField) =>
    table.some(([label = '', ...values]) => {
      const isValue = (cell: string) => cell !== '' && !fieldOf(bare(cell));
      return fieldOf(bare(label)) === field && values.filter(isValue).length > 1;
    });
  if (!hasValues('name') || !hasValues('phone')) return undefined;
  const lines = Array.from({ length: width - 1 }, (_, column) =>
    table.flatMap(([label = '', ...values]) => (values[column] ? [`${bare(label)}: ${values[column]}`] : [])),
  ).flatMap((block) => ['', ...block]);
  return { lines, rows: table.length };
}

/** `Name: Rahim, Phone: 01712345678`, if all of its labels are known. */
function labelsAsLines(line: string, fieldOf: FieldOf): string[] {
  if (line.length > maxLabelsLine) return [line];
  const parts = line.split(/[,;|]\s{1,9}(?=[\p{L} ]{2,30}[:：])/u);
  const isKnown = (part: string) => {
    const { label } = labelOf(part, fieldOf);
    return label !== undefined && fieldOf(label) !== undefined;
  };
  return parts.length > 1 && parts.every(isKnown) ? parts : [line];
}

function isPairs(cells: readonly string[], fieldOf: FieldOf): boolean {
  if (cells.length < 4 || cells.length % 2 === 1) return false;
  const isKnown = (at: number) => fieldOf(bare(cells[at] ?? '')) !== undefined;
  return [0, 2].every(isKnown) && ![1, 3].some(isKnown);
}

function bare(cell: string): string {
  return cell.replace(/[:：]$/, '').trim();
}
