import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { useSession } from '#web/lib/session/session.ts';

/** Service staff only while the dealer allows it. */
export function useMayMerge(): boolean {
  const level = useSession()?.level;
  const { serviceMayMerge } = useDealer();
  return mayCall(mergeLeads, level) && (level !== 'service' || serviceMayMerge);
}
