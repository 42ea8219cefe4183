import type { MessageText } from '#contract/message-texts.ts';

/** Writes a day `YYYY-MM-DD` and a time `HH:MM` as people say them in a language. */
export function formatAppointment(
  language: MessageText['language'],
  date: string,
  time: string | null,
): string {
  const clock = time ? ({ hour: 'numeric', minute: '2-digit' } as const) : {};
  const options = { timeZone: 'UTC', day: 'numeric', month: 'long', ...clock } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${date}T${time ?? '12:00'}:00Z`));
}
