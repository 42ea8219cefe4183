import { useQuery } from '@tanstack/react-query';
import { listOwnServiceCenters, type OwnServiceCenter } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** Returns the centers of the employee, and the one that a day is shown of: the chosen one, else the first. */
export function useBoardCenters(chosen: string | undefined): {
  centers: OwnServiceCenter[] | undefined;
  center: OwnServiceCenter | undefined;
} {
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const center =
    centers?.find(({ _id }) => _id === chosen) ?? centers?.find(({ isActive }) => isActive) ?? centers?.[0];
  return { centers, center };
}
