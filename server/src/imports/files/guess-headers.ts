import { textLength } from '#contract/business.ts';
import { normaliseFieldName } from '#contract/intake/field-names.ts';
import { toLatinDigits } from '#contract/text/digits.ts';
import { readDay } from '#contract/text/read-day.ts';
import { columnNames, partsOfName, qualifiers } from './column-names.ts';

const knownNames = new Set([...Object.values(columnNames), ...partsOfName].flat().map(normaliseFieldName));

const fewestKnown = 2;

const leastFilled = 0.6;

/**
 * Finds the headers among the first rows that are not blank: the first row unless a title stands above, which names no column.
 *
 * @returns undefined when there are no rows.
 */
export function guessHeaderRow<Row extends { cells: readonly string[] }>(
  top: readonly Row[],
): Row | undefined {
  const [first] = top;
  if (!first || countKnown(first.cells) >= fewestKnown) return first;
  // The last one has no row below it.
  const candidates = top.slice(0, Math.max(1, top.length - 1));
  const known = candidates.find(({ cells }) => countKnown(cells) >= fewestKnown);
  if (known) return known;
  const width = Math.max(...top.map(({ cells }) => countFilled(cells)));
  if (countFilled(first.cells) > 1) return first;
  return candidates.find(({ cells }) => countFilled(cells) >= width * leastFilled) ?? first;
}

/** Tells whether the first row is one of the table already: it has a number or an address, and no row names columns. */
export function hasNoHeaders(top: readonly { cells: readonly string[] }[]): boolean {
  const [first] = top;
  if (!first || top.some(({ cells }) => countKnown(cells) >= fewestKnown)) return false;
  return countKnown(first.cells) === 0 && first.cells.some(isOfPerson);
}

function isOfPerson(cell: string): boolean {
  const text = toLatinDigits(cell.trim());
  if (text.length > textLength.email) return false;
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) return true;
  const digits = text.replace(/\D/g, '');
  return (
    /^(?:p:)?\+?[\d\s().-]{9,24}$/.test(text) &&
    digits.length > 8 &&
    digits.length < 16 &&
    !readDay(text, 'day')
  );
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function countKnown(cells: readonly string[]): number {
  return cells.filter((cell) => {
    const form = normaliseFieldName(cell.slice(0, maxHeader));
    return knownNames.has(form) || knownNames.has(form.replace(qualifiers, ''));
  }).length;
}

const maxHeader = 60;
