import { useTranslations } from 'use-intl';
import { getColumnLetters, type ImportField } from '#contract/import-fields.ts';

type FaultPlace = { column: number | null; field: ImportField | null };

/** @returns a function that names a problem's column: by its header, its letter, or the field that no column holds. */
export function useColumnName(headers: readonly string[]): (place: FaultPlace) => string {
  const t = useTranslations('imports.check');
  const fields = useTranslations('imports.fields');
  return ({ column, field }) => {
    if (column !== null) return headers[column] || getColumnLetters(column);
    return field ? fields(field) : t('wholeRow');
  };
}
