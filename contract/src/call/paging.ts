import { z } from 'zod';
import { pageSizes, textLength } from '#contract/business.ts';
import { line } from '#contract/text/text.ts';

/** `page` counts from 1, `limit` is rows per page. */
export const paging = {
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1),
  limit: z.coerce
    .number<number>()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(10),
};

/** Query field `search`: part of a name, phone, email or vehicle number. */
export const search = line(textLength.search).optional();

/** Query field `active`: `true` or `false`; absent means all. */
export const active = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

/** @returns how many pages hold `rows` rows. */
export function pagesFor(rows: number, size: number): number {
  return Math.ceil(rows / size);
}
