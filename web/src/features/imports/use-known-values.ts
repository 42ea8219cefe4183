import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { listEmployeesByLevel } from '#contract/employees.ts';
import type { LookupImportField } from '#contract/import-settings.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { platforms } from '#contract/leads/leads.ts';
import { listOfferings, listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useLostReasons } from '#web/lib/dealer/lost-reasons.queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { type Choice, toChoicesFailure } from '#web/ui/choice/choice.tsx';

type KnownValues = Pick<ComponentProps<typeof Choice>, 'data' | 'isLoading' | 'failure'>;

function from(query: Pick<UseQueryResult, 'data' | 'error' | 'refetch' | 'isLoading'>) {
  return { isLoading: query.isLoading, failure: toChoicesFailure(query) };
}

type Named = { _id: string; name: string };

const options = (all: readonly Named[] = []) => all.map(({ _id, name }) => ({ value: _id, label: name }));

/**
 * Loads what texts of an imported file may mean: the dealer's records or, for status and platform, a fixed list.
 *
 * @param fields only the choices of these are loaded.
 * @returns a function that gives the options of a field, as props of a `Choice`.
 */
export function useLookupChoices(fields: readonly LookupImportField[]) {
  const leads = useTranslations('leads');
  const asks = (...some: LookupImportField[]) => ({ enabled: some.some((field) => fields.includes(field)) });
  const centers = useQuery({ ...endpointQuery(listActiveServiceCenters), ...asks('serviceCenter') });
  const level = useSession()?.level;
  const all = useQuery({
    ...endpointQuery(listOfferings, { query: {} }),
    enabled: fields.includes('offering') && mayCall(listOfferings, level),
  });
  const ofTypes = useQueries({
    queries: offeringTypes.map((type) => ({
      ...endpointQuery(listOfferingsByType, { query: { type } }),
      enabled: fields.includes('offering') && !mayCall(listOfferings, level),
    })),
  });
  const offerings = mayCall(listOfferings, level)
    ? { ...from(all), data: all.data?.services }
    : {
        ...from(ofTypes.find(({ error }) => error) ?? ofTypes[0] ?? all),
        data: ofTypes.flatMap(({ data }) => data ?? []),
      };
  const advisors = useQuery({
    ...endpointQuery(listAdvisors, { query: {} }),
    ...asks('advisor', 'recorder'),
  });
  const clerks = useQuery({
    ...endpointQuery(listEmployeesByLevel, { params: { level: 'dataEntry' }, query: { limit: 100 } }),
    enabled: fields.includes('recorder') && mayCall(listEmployeesByLevel, level),
  });
  const reasons = useLostReasons();
  const offered = offerings.data?.filter(({ isActive }) => isActive) ?? [];
  return (field: LookupImportField): KnownValues => {
    switch (field) {
      case 'serviceCenter':
        return { data: options(centers.data?.serviceCenters), ...from(centers) };
      case 'offering':
        return {
          data: offeringTypes.map((type) => ({
            group: leads(`types.${type}`),
            items: options(offered.filter((one) => one.type === type)),
          })),
          isLoading: offerings.isLoading,
          failure: offerings.failure,
        };
      case 'advisor':
        return { data: options(advisors.data), ...from(advisors) };
      case 'recorder':
        return {
          data: options([...(advisors.data ?? []), ...(clerks.data?.employees ?? [])]),
          ...from(clerks),
        };
      case 'platform':
        return { data: platforms.map((value) => ({ value, label: leads(`platforms.${value}`) })) };
      case 'status':
        return { data: leadStatuses.map((value) => ({ value, label: leads(`statuses.${value}`) })) };
      case 'lostReason':
        return {
          data: (reasons.offered ?? []).map(({ kept, label }) => ({ value: kept, label })),
          isLoading: reasons.isPending,
        };
    }
  };
}
