import { calendarDate, timeOfDay } from '#contract/text/dates.ts';

/** A place that is being booked; without a `time`, the day alone. */
export type BookedPlace = { center: string; date: string; time: string | null };

/** Writes a place as the id of the dialog that books it. */
export function toBookDialogId({ center, date, time }: BookedPlace): string {
  return [center, date, time?.replace(':', '')].filter(Boolean).join('.');
}

/** Reads the place from the id of the dialog. @returns undefined for an id that names none. */
export function readBookDialogId(id: string): BookedPlace | undefined {
  const [center = '', date, digits = ''] = id.split('.');
  const time = timeOfDay.safeParse(`${digits.slice(0, 2)}:${digits.slice(2)}`).data ?? null;
  return calendarDate.safeParse(date).success && date ? { center, date, time } : undefined;
}
