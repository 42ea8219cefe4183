/** Returns the full hour in which a time lies: 09:30 lies from 09:00 to 10:00. */
export function getClockHour(time: string): { from: string; to: string } {
  const hour = Number(time.slice(0, 2));
  const write = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  return { from: write(hour), to: write(hour + 1) };
}

export type NoticeUnit = 'minutes' | 'hours' | 'days';

/** Converts minutes to the largest unit of which they are a whole number. */
export function splitNotice(minutes: number): { unit: NoticeUnit; count: number } {
  if (minutes > 0 && minutes % 1_440 === 0) return { unit: 'days', count: minutes / 1_440 };
  if (minutes > 0 && minutes % 60 === 0) return { unit: 'hours', count: minutes / 60 };
  return { unit: 'minutes', count: minutes };
}
