import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useSession } from '#web/lib/session/session.ts';

/**
 * @param before the lead being edited; its center stays available, last and marked if it is switched off.
 * @returns the active centers that the employee may add leads for; undefined: loading.
 */
export function useLeadCenters(before?: Lead): { _id: string; name: string }[] | undefined {
  const t = useTranslations('ui');
  const employee = useSession();
  const { data } = useQuery(endpointQuery(listActiveServiceCenters));
  const own = employee?.level === 'service' ? employee.serviceCenter.map(({ _id }) => _id) : undefined;
  const centers = data?.serviceCenters.filter(({ _id }) => !own || own.includes(_id));
  if (!before) return centers;
  const { _id, name } = before.serviceCenter;
  if (!centers) return [{ _id, name }];
  const isIn = (some: readonly { _id: string }[] | undefined) => some?.some((center) => center._id === _id);
  if (isIn(centers)) return centers;
  return [...centers, { _id, name: isIn(data?.serviceCenters) ? name : t('switchedOff', { name }) }];
}
