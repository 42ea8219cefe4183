import type { Endpoint } from '#contract/call/endpoint.ts';
import type { Level } from '#contract/levels.ts';

/** @returns whether a level may make a call, so that no screen offers what the server would refuse. */
export function mayCall({ who }: Pick<Endpoint, 'who'>, level: Level | undefined): boolean {
  return who === 'public' || (level !== undefined && who.includes(level));
}
