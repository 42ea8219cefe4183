import { z } from 'zod';
import {
  type ComparisonSpan,
  comparisonSpans,
  findDateRangeError,
  getSpanDates,
} from '#contract/comparison.ts';
import { calendarDate } from '#contract/text/dates.ts';

const date = calendarDate.optional().catch(undefined);

/** The days of a comparison in the URL: a span, or `from` and `to`, both included. */
export const comparisonSpanSearch = {
  span: z.enum(comparisonSpans).optional().catch(undefined),
  from: date,
  to: date,
};

type Chosen = { span?: ComparisonSpan; from?: string; to?: string };

function rangeOf({ from, to: end }: Chosen, today: string | undefined) {
  const to = end ?? today;
  return from && to && !findDateRangeError({ from, to }) ? { from, to } : undefined;
}

/**
 * Returns the first and last day that the URL chooses: its `from` and `to` if they are a valid range (without `to` until today), else
 * those of its span; undefined when it chooses neither.
 */
export function getChosenDays(chosen: Chosen, today: string): { from: string; to: string } | undefined {
  return rangeOf(chosen, today) ?? (chosen.span && getSpanDates(chosen.span, today));
}

/** Returns what a comparison asks for: a range as {@link getChosenDays} does, else the span, which is a week unless one is chosen. */
export function getComparedDays({ span = 'week', ...range }: Chosen, today: string | undefined) {
  return rangeOf(range, today) ?? { span };
}
