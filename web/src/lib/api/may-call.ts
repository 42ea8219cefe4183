import type { Endpoint } from '#contract/call/endpoint.ts';
import type { Level } from '#contract/levels.ts';

/** Tells whether the server lets a level call an endpoint; false without a level, unless it is public. */
export function mayCall({ who }: Pick<Endpoint, 'who'>, level: Level | undefined): boolean {
  return who === 'public' || (level !== undefined && who.includes(level));
}
