import type { Account } from '#contract/people.ts';
import type { DealerRules } from '#server/context.ts';

/** Tells whether somebody may book a place that is not free: the service level only if the dealer allows it. */
export function mayOverbook(actor: Account, { serviceMayOverbook }: DealerRules): boolean {
  return actor.level !== 'service' || serviceMayOverbook;
}
