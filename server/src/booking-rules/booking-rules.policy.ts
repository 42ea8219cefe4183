import type { Account } from '#contract/people.ts';
import type { DealerRules } from '#server/context.ts';

export function mayOverbook(actor: Account, { serviceMayOverbook }: DealerRules): boolean {
  return actor.level !== 'service' || serviceMayOverbook;
}
