import { useQuery } from '@tanstack/react-query';
import type { Lead } from '#contract/leads/leads.ts';
import { activeCentersQuery } from '#web/lib/browser/choices.ts';
import { useSession } from '#web/lib/session/use-session.ts';

/**
 * @param before the lead being edited; its center stays available.
 * @returns the active centers that the employee may add leads for; undefined: loading.
 */
export function useLeadCenters(before?: Lead): { _id: string; name: string }[] | undefined {
  const employee = useSession();
  const { data } = useQuery(activeCentersQuery);
  const own = employee?.level === 'service' ? employee.serviceCenter.map(({ _id }) => _id) : undefined;
  const centers = data?.serviceCenters.filter(({ _id }) => !own || own.includes(_id));
  const isOffered = !before || centers?.some(({ _id }) => _id === before.serviceCenter._id);
  return isOffered ? centers : [...(centers ?? []), before.serviceCenter];
}
