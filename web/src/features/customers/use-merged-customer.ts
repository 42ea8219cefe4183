import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { getCustomer } from '#contract/customers.ts';
import { person } from '#contract/people.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

const kept = z.object(person.shape);

/**
 * Reads a customer or, if it was merged, the one that was kept.
 *
 * @returns the query; `isMoved`: it is the kept one's.
 */
export function useMergedCustomer(id: string) {
  const asked = useQuery(endpointQuery(getCustomer, { params: { id } }));
  const { data: into } =
    asked.error instanceof ApiError && asked.error.status === 409 ? kept.safeParse(asked.error.current) : {};
  const followed = useQuery({
    ...endpointQuery(getCustomer, { params: { id: into?._id ?? id } }),
    enabled: into !== undefined,
  });
  return into ? { ...followed, isMoved: true } : { ...asked, isMoved: false };
}
