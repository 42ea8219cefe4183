import type { Lead } from '#contract/leads/leads.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useSession } from '#web/lib/session/session.ts';

export function isLeadChangeable({ isErased, mergedInto }: Lead): boolean {
  return !isErased && mergedInto === null;
}

export function useMayMergeLeads(): boolean {
  const level = useSession()?.level;
  const { serviceMayMerge } = useDealer();
  return customerCallingLevels.some((one) => one === level) && (level !== 'service' || serviceMayMerge);
}
