import { z } from 'zod';
import { daysOfSpan, faultOfDays, type Span, spans } from '#contract/comparison.ts';
import { calendarDate } from '#contract/text/dates.ts';

const date = calendarDate.optional().catch(undefined);

/** In the URL: a span, or any days, `from` and `to` included. */
export const spanSearch = { span: z.enum(spans).optional().catch(undefined), from: date, to: date };

type Chosen = { span?: Span; from?: string; to?: string };

/** @param today an end that is not chosen. @returns undefined where there are none, or none that can be compared. */
function rangeOf({ from, to: end }: Chosen, today: string | undefined) {
  const to = end ?? today;
  return from && to && !faultOfDays({ from, to }) ? { from, to } : undefined;
}

/** @returns undefined when none are chosen. */
export function chosenDays(chosen: Chosen, today: string): { from: string; to: string } | undefined {
  return rangeOf(chosen, today) ?? (chosen.span && daysOfSpan(chosen.span, today));
}

/** What is compared first: the days of the URL, else its span, else this week. */
export function comparedDays({ span = 'week', ...range }: Chosen, today: string | undefined) {
  return rangeOf(range, today) ?? { span };
}
