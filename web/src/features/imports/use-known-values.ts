import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { listEmployeesByLevel } from '#contract/employees.ts';
import type { LookupImportField } from '#contract/import-settings.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { platforms } from '#contract/leads/leads.ts';
import { listOfferings, offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useLostReasons } from '#web/lib/dealer/lost-reasons.queries.ts';
import { type Choice, toChoicesFailure } from '#web/ui/choice/choice.tsx';

type KnownValues = Pick<ComponentProps<typeof Choice>, 'data' | 'isLoading' | 'failure'>;

type Named = { _id: string; name: string };

const options = (all: readonly Named[] = []) => all.map(({ _id, name }) => ({ value: _id, label: name }));

/** @param fields those that are asked for. @returns for a `Choice`, what texts of a field may mean. */
export function useLookupChoices(fields: readonly LookupImportField[]) {
  const leads = useTranslations('leads');
  const asks = (...some: LookupImportField[]) => ({ enabled: some.some((field) => fields.includes(field)) });
  const centers = useQuery({ ...endpointQuery(listActiveServiceCenters), ...asks('serviceCenter') });
  const offerings = useQuery({ ...endpointQuery(listOfferings, { query: {} }), ...asks('offering') });
  const advisors = useQuery({
    ...endpointQuery(listAdvisors, { query: {} }),
    ...asks('advisor', 'recorder'),
  });
  const clerks = useQuery({
    ...endpointQuery(listEmployeesByLevel, { params: { level: 'dataEntry' }, query: { limit: 100 } }),
    ...asks('recorder'),
  });
  const reasons = useLostReasons();
  const from = (query: Pick<UseQueryResult, 'data' | 'error' | 'refetch' | 'isLoading'>) => ({
    isLoading: query.isLoading,
    failure: toChoicesFailure(query),
  });
  const offered = offerings.data?.services.filter(({ isActive }) => isActive) ?? [];
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
          ...from(offerings),
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
