import type { ImportField } from '#contract/import-fields.ts';
import type { ImportSettings } from '#contract/import-settings.ts';
import { cleanLine } from '#contract/text/clean-text.ts';
import { textOfCell } from './files/read-values.ts';

/** What a row says of a field. `column`: where, from 0. */
export type FieldText = { text: string; column: number | null };

/** Name, notes and days are put together from all of their columns; of the others the first that is not blank counts. */
export function fieldTextOf(
  cells: readonly string[],
  { columns }: Pick<ImportSettings, 'columns'>,
  field: ImportField,
): FieldText {
  const places = columns[field] ?? [];
  const found = places.flatMap((column) => {
    const text = textOfCell(cells[column] ?? '');
    return text === '' ? [] : [{ text: field === 'notes' ? text : cleanLine(text), column }];
  });
  const texts = found.map(({ text }) => text);
  const column = found[0]?.column ?? places[0] ?? null;
  if (field === 'name') return { text: texts.join(' '), column };
  if (field === 'notes' || field === 'followUpDates') return { text: texts.join('\n'), column };
  return { text: texts[0] ?? '', column };
}

/** What two names share that count as one: letters and digits, as Uttara 1 is not Uttara 2. */
export function nameKey(text: string): string {
  const line = cleanLine(text).toLowerCase();
  return line.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '') || line;
}
