import { timeOfDay } from '#contract/text/dates.ts';

/** With Latin digits instead of Bengali ones. */
export function latinDigits(text: string): string {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}

/** `16:30`, `4:30 pm` or `4pm`. @returns `HH:MM` */
export function readTimeOfDay(text: string): string | undefined {
  const [, hour = '', minute = '00', half] =
    /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(latinDigits(text.trim())) ?? [];
  if (hour === '' || (half && Number(hour) > 12)) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return timeOfDay.safeParse(`${String(hours).padStart(2, '0')}:${minute}`).data;
}
