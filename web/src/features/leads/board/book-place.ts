import { calendarDate, timeOfDay } from '#contract/text/dates.ts';

export type BookedPlace = { center: string; date: string; time: string | null };

/** Writes a place as the id of the dialog that books it. */
export function toBookDialogId({ center, date, time }: BookedPlace): string {
  return [center, date, time?.replace(':', '')].filter(Boolean).join('.');
}

/** Returns undefined for an id that names no place. */
export function readBookDialogId(id: string): BookedPlace | undefined {
  const [center = '', date, digits = ''] = id.split('.');
  const time = timeOfDay.safeParse(`${digits.slice(0, 2)}:${digits.slice(2)}`).data ?? null;
  return calendarDate.safeParse(date).success && date ? { center, date, time } : undefined;
}
