import { z } from 'zod';
import { textLength } from '#contract/business.ts';

/** What the URL of a period's screen says when it says nothing. */
export const periodDefaults = { search: '', page: 1 } as const;

/** The URL of a period's screen. */
export const periodSearch = z.object({
  search: z
    .string()
    .trim()
    .max(textLength.search)
    .default(periodDefaults.search)
    .catch(periodDefaults.search),
  page: z.coerce.number<number>().int().min(1).default(periodDefaults.page).catch(periodDefaults.page),
  /** The lead whose details are open. */
  view: z.uuid().optional().catch(undefined),
  /** The lead whose Update Lead modal is open. */
  edit: z.uuid().optional().catch(undefined),
});
export type PeriodSearch = z.output<typeof periodSearch>;
