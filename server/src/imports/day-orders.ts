import type { ImportColumns } from '#contract/import-settings.ts';
import { type DayOrder, readDays } from '#contract/text/read-day.ts';

const dayFields = ['createdAt', 'followUpDates', 'appointmentDate'] as const;

/** The number of rows with a day that exists in one order alone, by that order. */
export type DayOrderCounts = Record<DayOrder, number>;

/**
 * Makes a counter of the order in which the days of a file are written: only a 13 or more says it.
 *
 * @returns `add`, which takes the cells of each row, and `proven`: the order that most of them say, or undefined.
 */
export function openDayOrders(columns: ImportColumns) {
  const counts: DayOrderCounts = { day: 0, month: 0 };
  const ofDays = dayFields.flatMap((field) => columns[field] ?? []);
  return {
    counts,
    hasColumns: ofDays.length > 0,
    add: (cells: readonly string[]): void => {
      const found = new Set<DayOrder>();
      for (const column of ofDays) {
        for (const { order } of readDays(cells[column] ?? '', 'day') ?? []) if (order) found.add(order);
      }
      for (const order of found) counts[order]++;
    },
    proven: (): DayOrder | undefined => {
      if (counts.day === counts.month) return undefined;
      return counts.day > counts.month ? 'day' : 'month';
    },
  };
}
