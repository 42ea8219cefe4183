import { z } from 'zod';
import { pageSizes, textLength } from '#contract/business.ts';
import { singleLine } from '#contract/text/text.ts';

/** No list has more pages. */
export const maxPageNumber = 1_000_000;

/** The parameters of a list's query: `page`, from 1, and `limit`, the rows of a page. */
export const pagingParams = {
  page: z.coerce.number<number>().int().min(1).max(maxPageNumber).default(1),
  limit: z.coerce
    .number<number>()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(10),
};

/** Finds any part of a name, phone, email or vehicle number. */
export const searchParam = singleLine(textLength.search).optional();

/** Lists active and inactive records alike when it is absent. */
export const activeParam = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

/** Counts the pages that `rows` fill. */
export function countPages(rows: number, size: number): number {
  return Math.ceil(rows / size);
}
