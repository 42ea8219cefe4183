import type { Lead } from '#contract/leads/leads.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';

/** Tells whether a lead can be changed at all: it is neither erased nor merged into another one. */
export function isLeadChangeable({ isErased, mergedInto }: Lead): boolean {
  return !isErased && mergedInto === null;
}

/** Tells whether the user may merge leads, by level and the dealer's settings. */
export function useMayMergeLeads(): boolean {
  const level = useSession()?.level;
  const { serviceMayMerge } = useDealer();
  return customerCallingLevels.some((one) => one === level) && (level !== 'service' || serviceMayMerge);
}
