import type { Endpoint } from '#contract/call/endpoint.ts';
import type { Level } from '#contract/levels.ts';

/** Whether a level may make a call: no screen offers what the server would refuse. */
export function mayCall({ who }: Pick<Endpoint, 'who'>, level: Level | undefined): boolean {
  return who === 'public' || (level !== undefined && who.includes(level));
}
