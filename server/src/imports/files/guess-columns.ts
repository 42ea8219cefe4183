import { textLength } from '#contract/business.ts';
import {
  customerImportFields,
  type ImportField,
  type ImportKind,
  leadImportFields,
} from '#contract/import-fields.ts';
import { normaliseFieldName } from '#contract/intake/field-names.ts';
import { toLatinDigits } from '#contract/text/digits.ts';
import { readDay } from '#contract/text/read-day.ts';
import { columnNames, likelyPhoneNames, partsOfName, qualifiers } from './column-names.ts';
import { findMetaAnswers, isMetaForm } from './meta-form.ts';

/**
 * Columns by field, from 0. The parts of a name are joined by blanks; of several phones or emails the first that is filled
 * counts; notes and follow-up dates are all taken.
 */
type ColumnsByField = Partial<Record<ImportField, number[]>>;

const several: readonly ImportField[] = ['phone', 'email', 'notes', 'followUpDates'];

const looks: Partial<Record<ImportField, (cell: string) => boolean>> = {
  email: (cell) => cell.length <= textLength.email && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell),
  // A day has as many digits as a number.
  phone: (cell) =>
    /^(?:p:)?\+?[\d\s()-]{9,20}$/.test(cell) && (/^\d{10}$/.test(cell) || !readDay(cell, 'day')),
};

/**
 * Guesses which columns hold which fields, by the headers and the first rows.
 *
 * @param firstRows cells of a few rows below the headers.
 * @returns no column twice, and only fields of the noun.
 */
export function guessColumns(
  headers: readonly string[],
  firstRows: readonly (readonly string[])[],
  noun: ImportKind,
): ColumnsByField {
  const fields: readonly ImportField[] = noun === 'leads' ? leadImportFields : customerImportFields;
  const forms = headers.map(normaliseFieldName);
  const plain = forms.map((form) => form.replace(qualifiers, ''));
  const taken = new Set<number>();
  const guess: ColumnsByField = {};
  const take = (field: ImportField, columns: readonly number[], most = mostOf(field)) => {
    const chosen = columns.filter((column) => column >= 0 && !taken.has(column)).slice(0, most);
    if (chosen.length > 0) guess[field] = chosen;
    for (const column of chosen) taken.add(column);
  };
  if (noun === 'leads') take('formerId', [headers.indexOf('_id')]);
  const open = () => fields.filter((field) => !guess[field]);
  for (const field of fields) take(field, called(forms, columnNames[field]));
  for (const field of open()) take(field, called(plain, columnNames[field]));
  if (!guess.name) {
    const parts = partsOfName.flatMap((names) => called(forms, names).slice(0, 1));
    take('name', parts, parts.length);
  }
  if (!guess.phone && looks.phone) {
    const { phone: look } = looks;
    const isPhone = (column: number) => firstRows.length === 0 || mostly(firstRows, column, look);
    take('phone', called(forms, likelyPhoneNames).filter(isPhone));
  }
  for (const field of open()) {
    const look = looks[field];
    if (look)
      take(field, [headers.findIndex((_, place) => !taken.has(place) && mostly(firstRows, place, look))]);
  }
  return isMetaForm(headers) && noun === 'leads' ? withAnswers(guess, headers) : guess;
}

function withAnswers(guess: ColumnsByField, headers: readonly string[]): ColumnsByField {
  const { questions, campaign } = findMetaAnswers(headers);
  const { offering = [], ...fields } = guess;
  const offerings = offering.filter((column) => column !== campaign);
  const taken = new Set([...Object.values(fields).flat(), ...offerings]);
  const answers = questions.filter((column) => !taken.has(column));
  return {
    ...fields,
    ...(offerings.length > 0 && { offering: offerings }),
    notes: [...(fields.notes ?? []), ...answers, ...(campaign >= 0 ? [campaign] : [])],
  };
}

/** Tells whether a header is one of the names of a field. */
export function isNamedField(header: string, field: ImportField): boolean {
  const form = normaliseFieldName(header);
  return [form, form.replace(qualifiers, '')].some((each) => columnNames[field].includes(each));
}

function mostOf(field: ImportField): number {
  return several.includes(field) ? Number.POSITIVE_INFINITY : 1;
}

function called(forms: readonly string[], names: readonly string[]): number[] {
  return names.flatMap((name) =>
    forms.flatMap((form, column) => (form === normaliseFieldName(name) ? [column] : [])),
  );
}

function mostly(
  rows: readonly (readonly string[])[],
  column: number,
  look: (cell: string) => boolean,
): boolean {
  const cells = rows.map((cells) => toLatinDigits(cells[column]?.trim() ?? '')).filter(Boolean);
  return cells.length > 0 && cells.filter(look).length * 2 > cells.length;
}
