import { z } from 'zod';
import { textLength } from '#contract/business.ts';

/** What the URL of a list of things that are switched on and off says when it says nothing. */
export const activeDefaults = { search: '', status: 'all', page: 1 } as const;

const { search, status, page } = activeDefaults;

/** The URL of a list of things that are switched on and off. */
export const activeSearch = z.object({
  search: z.string().trim().max(textLength.search).default(search).catch(search),
  status: z.enum(['all', 'active', 'inactive']).default(status).catch(status),
  page: z.coerce.number<number>().int().min(1).default(page).catch(page),
  /** The record whose update modal is open. */
  edit: z.uuid().optional().catch(undefined),
  /** The modal that creates a record is open. */
  new: z.literal('record').optional().catch(undefined),
});
export type ActiveSearch = z.output<typeof activeSearch>;

/** @returns what the list asks the server for. */
export function activeFilters({ search, status, page }: Pick<ActiveSearch, 'search' | 'status' | 'page'>) {
  const active = { all: undefined, active: 'true', inactive: 'false' } as const;
  return { search, page, active: active[status] };
}
