import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { csvOptions } from '#server/lib/csv/csv.ts';

export function csvOf(columns: readonly string[], rows: (string | number)[][]): Readable {
  return stringify(rows, { ...csvOptions, header: true, columns: [...columns] });
}
