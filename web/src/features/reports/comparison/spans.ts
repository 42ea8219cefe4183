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

export function getChosenDays(chosen: Chosen, today: string): { from: string; to: string } | undefined {
  return rangeOf(chosen, today) ?? (chosen.span && getSpanDates(chosen.span, today));
}

export function getComparedDays({ span = 'week', ...range }: Chosen, today: string | undefined) {
  return rangeOf(range, today) ?? { span };
}
