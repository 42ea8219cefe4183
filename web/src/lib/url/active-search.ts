import { z } from 'zod';
import { listSearch, newRecord, recordId } from './list-search.ts';

export const activeSearch = listSearch.extend({
  status: z.enum(['all', 'active', 'inactive']).default('all').catch('all'),
  edit: recordId,
  new: newRecord,
});
export type ActiveSearch = z.output<typeof activeSearch>;

export function activeFilters({ search, status, page }: Pick<ActiveSearch, 'search' | 'status' | 'page'>) {
  const active = { all: undefined, active: 'true', inactive: 'false' } as const;
  return { search, page, active: active[status] };
}
