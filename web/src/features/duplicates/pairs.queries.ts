import type { QueryInput } from '#contract/call/endpoint.ts';
import { listDuplicates } from '#contract/duplicates.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';

export type PairNarrowing = Omit<QueryInput<typeof listDuplicates>, 'page' | 'limit' | 'dismissed'>;

/** What is gone through: the newest that wait for a decision. */
export const toDecide = (narrowing: PairNarrowing) =>
  endpointPage(listDuplicates, { query: { ...narrowing, page: 1, limit: 100 } });
