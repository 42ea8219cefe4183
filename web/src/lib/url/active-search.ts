import { z } from 'zod';
import { listSearch, newRecord, recordId } from './list-search.ts';

/** The URL of a list of things that are switched on and off. */
export const activeSearch = listSearch.extend({
  status: z.enum(['all', 'active', 'inactive']).default('all').catch('all'),
  /** The record whose update modal is open. */
  edit: recordId,
  /** The modal that creates a record is open. */
  new: newRecord,
});
export type ActiveSearch = z.output<typeof activeSearch>;

/** @returns what the list asks the server for. */
export function activeFilters({ search, status, page }: Pick<ActiveSearch, 'search' | 'status' | 'page'>) {
  const active = { all: undefined, active: 'true', inactive: 'false' } as const;
  return { search, page, active: active[status] };
}
