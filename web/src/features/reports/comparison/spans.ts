import { z } from 'zod';
import { addDays, calendarDate } from '#contract/text/dates.ts';

/** This week, since Sunday, or so many days up to today. */
export const spans = ['week', 'days7', 'days30', 'days90'] as const;
export type Span = (typeof spans)[number];

const date = calendarDate.optional().catch(undefined);

/** In the URL: a span, or any days, `from` and `to` included. */
export const spanSearch = { span: z.enum(spans).optional().catch(undefined), from: date, to: date };

type Chosen = { span?: Span; from?: string; to?: string };

/** @returns undefined when none are chosen. */
export function chosenDays(
  { span, from, to }: Chosen,
  today: string,
): { from: string; to: string } | undefined {
  if (from && to && from <= to) return { from, to };
  return span && daysOfSpan(span, today);
}

/** Today included. */
export function daysOfSpan(span: Span, today: string): { from: string; to: string } {
  const days = span === 'week' ? new Date(today).getUTCDay() + 1 : Number(span.slice('days'.length));
  return { from: addDays(today, 1 - days), to: today };
}
