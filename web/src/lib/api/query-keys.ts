import type { QueryClient } from '@tanstack/react-query';
import type { CacheTag, Endpoint } from '#contract/call/endpoint.ts';

/** An endpoint that only reads, and so has a query. */
export type ReadEndpoint = Endpoint & { readonly reads: CacheTag };

/** The beginning of an endpoint's query keys: cache tag and path. */
export type EndpointKey = readonly [CacheTag, string];

/** Returns the beginning of the keys of all queries of an endpoint. */
export function queryKeyOf({ reads, path }: ReadEndpoint): EndpointKey {
  return [reads, path];
}

/**
 * Reads again what is on screen of these nouns, and the rest when it is next shown.
 *
 * @param refetchType `none`: nothing now.
 */
export function invalidateTags(
  client: QueryClient,
  nouns: readonly CacheTag[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  const stale: ReadonlySet<unknown> = new Set(nouns);
  return client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => stale.has(noun), refetchType });
}
