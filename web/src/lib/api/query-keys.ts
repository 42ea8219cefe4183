import type { QueryClient } from '@tanstack/react-query';
import type { CacheTag, Endpoint } from '#contract/call/endpoint.ts';

export type Read = Endpoint & { readonly reads: CacheTag };

export type Key = readonly [CacheTag, string];

export function keyOf({ reads, path }: Read): Key {
  return [reads, path];
}

/**
 * Reads again what is on screen of these nouns, and the rest when it is next shown.
 *
 * @param refetchType `none`: nothing now.
 */
export function makeStale(
  client: QueryClient,
  nouns: readonly CacheTag[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  const stale: ReadonlySet<unknown> = new Set(nouns);
  return client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => stale.has(noun), refetchType });
}
