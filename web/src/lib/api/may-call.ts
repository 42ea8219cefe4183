import type { Endpoint } from '#contract/call/endpoint.ts';
import type { Level } from '#contract/levels.ts';

export function mayCall({ who }: Pick<Endpoint, 'who'>, level: Level | undefined): boolean {
  return who === 'public' || (level !== undefined && who.includes(level));
}
