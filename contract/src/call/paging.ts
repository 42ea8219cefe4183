import { z } from 'zod';
import { pageSizes, textLength } from '#contract/business.ts';
import { line } from '#contract/text/text.ts';

/** No list has more. */
export const mostPages = 1_000_000;

/** `page` counts from 1. */
export const paging = {
  page: z.coerce.number<number>().int().min(1).max(mostPages).default(1),
  limit: z.coerce
    .number<number>()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(10),
};

/** Part of a name, phone, email or vehicle number. */
export const search = line(textLength.search).optional();

/** Absent means all. */
export const active = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

/** How many pages `rows` fill. */
export function pagesFor(rows: number, size: number): number {
  return Math.ceil(rows / size);
}
