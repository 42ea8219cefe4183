import { z } from 'zod';
import { daysOfSpan, type Span, spans } from '#contract/comparison.ts';
import { calendarDate } from '#contract/text/dates.ts';

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

/** What is compared first: the days of the URL, else its span, else this week. */
export function comparedDays({ span = 'week', from, to }: Chosen) {
  return from && to && from <= to ? { from, to } : { span };
}
