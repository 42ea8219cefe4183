import type { ImportField } from '#contract/import-fields.ts';
import type { ImportColumns } from '#contract/import-settings.ts';
import { cleanLine } from '#contract/text/clean-text.ts';
import { isFillerText } from '#contract/text/missing-value.ts';
import { isNamedField } from './files/guess-columns.ts';
import { readCellText } from './files/read-values.ts';

/** The text of a row for a field, and its column; null when no column holds the field. */
export type FieldText = { text: string; column: number | null };

/** The headers of a file and which of its columns hold which fields. */
export type FileColumns = { headers: readonly string[]; settings: { columns: ImportColumns } };

/** Fields whose values have a form of their own: words such as "same as above" are none. */
const withForm: readonly ImportField[] = [
  ...(['phone', 'email', 'vehicleNumber', 'jobId', 'appointmentDate', 'appointmentTime'] as const),
  ...(['createdAt', 'followUpDates', 'followUpCount'] as const),
];

/** Lists every text of a row for a field, in the order of its columns, without blank cells. */
export function listFieldTexts(
  cells: readonly string[],
  { settings: { columns } }: FileColumns,
  field: ImportField,
): { text: string; column: number }[] {
  return (columns[field] ?? []).flatMap((column) => {
    const text = readCellText(cells[column] ?? '');
    const isMissing = withForm.includes(field) ? isFillerText(text) : text === '';
    return isMissing ? [] : [{ text: field === 'notes' ? text : cleanLine(text), column }];
  });
}

/**
 * Reads the text of a row for a field. Name, notes and days are put together from all of their columns; of the others the first that
 * is not blank counts. A blank one is ''.
 */
export function readFieldText(cells: readonly string[], file: FileColumns, field: ImportField): FieldText {
  const found = listFieldTexts(cells, file, field);
  const texts = found.map(({ text }) => text);
  const column = found[0]?.column ?? file.settings.columns[field]?.[0] ?? null;
  if (field === 'name') return { text: texts.join(' '), column };
  if (field === 'followUpDates') return { text: texts.join('\n'), column };
  if (field === 'notes') return { text: found.map((each) => answerOf(file, each)).join('\n'), column };
  return { text: texts[0] ?? '', column };
}

function answerOf(file: FileColumns, said: { text: string; column: number }): string {
  return isNamedField(file.headers[said.column] ?? '', 'notes') ? said.text : formatLabelledText(file, said);
}

const maxLabel = 200;

/** Formats a text for the notes, with the header of its column. */
export function formatLabelledText(
  { headers }: Pick<FileColumns, 'headers'>,
  { text, column }: FieldText,
): string {
  const header = (headers[column ?? -1] ?? '').replaceAll('_', ' ').trim();
  return header === '' ? text : `${header.slice(0, maxLabel).toWellFormed()}: ${text}`;
}

/** Returns the form of a name by which records are found: lower case, letters and digits alone. */
export function normaliseRecordName(text: string): string {
  const line = cleanLine(text).toLowerCase();
  return line.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '') || line;
}
