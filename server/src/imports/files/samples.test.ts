import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDay } from '#contract/text/read-day.ts';
import { guessColumns } from './guess-columns.ts';
import { openTable } from './open-table.ts';
import { readPlatform, readStatus } from './read-values.ts';

const samples = join(import.meta.dirname, '../../../../docs/samples');

async function read(name: string) {
  const table = await openTable(join(samples, name));
  const columns = guessColumns(table.headers, [], 'leads');
  const rows: Record<string, string>[] = [];
  for await (const { cells } of table.rows()) {
    const texts = Object.entries(columns).map(([field, at]) => [field, cells[at[0] ?? 0] ?? '']);
    rows.push(Object.fromEntries(texts));
  }
  return { table, columns, rows };
}

test('the messy CSV: every column is recognised', async () => {
  const { table, columns, rows } = await read('messy-leads.csv');
  expect(table).toMatchObject({ kind: 'csv', encoding: 'utf-8', separator: ';' });
  expect(Object.values(columns).flat()).toHaveLength(table.headers.length);
  expect(rows).toHaveLength(10);
  expect(rows.map(({ status = '' }) => readStatus(status))).not.toContain(undefined);
  expect(rows.map(({ createdAt = '' }) => readDay(createdAt, 'day')?.date)).toEqual([
    ...['2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-17', '2026-10-18'],
    ...['2026-10-01', '2026-10-02', undefined, '2026-10-20'],
  ]);
  expect(rows[6]?.notes).toBe('Paid in cash;\nwants a call before winter');
});

test('the messy XLSX: Bangla headers, days and phones as numbers', async () => {
  const { table, columns, rows } = await read('messy-leads-bangla.xlsx');
  expect(table).toMatchObject({ kind: 'xlsx', sheets: ['লিড'] });
  expect(Object.values(columns).flat()).toHaveLength(table.headers.length - 1);
  expect(rows.map(({ status = '' }) => readStatus(status))).not.toContain(undefined);
  expect(rows.map(({ platform = '' }) => readPlatform(platform)).filter(Boolean)).toHaveLength(5);
  expect(rows.map(({ phone }) => phone).slice(0, 3)).toEqual(['1711200201', '০১৮১২-২০০২০২', '8801912200203']);
  expect(rows.map(({ createdAt = '' }) => readDay(createdAt, 'day')?.date)).toEqual([
    ...['2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-17', '2026-10-18'],
  ]);
});
