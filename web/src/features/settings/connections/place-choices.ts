import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listOfferings, listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { toChoicesFailure } from '#web/ui/choice/choice.tsx';

/**
 * Returns the service centers as the props of a `Choice`.
 *
 * @param present ids that stay available although they are inactive.
 */
export function useCenterChoices(present: readonly string[]) {
  const ui = useTranslations('ui');
  const query = useQuery(endpointQuery(listOwnServiceCenters));
  const centers = query.data?.filter(({ _id, isActive }) => isActive || present.includes(_id));
  return {
    data: (centers ?? []).map(({ _id, name, isActive }) => ({
      value: _id,
      label: isActive ? name : ui('switchedOff', { name }),
    })),
    isLoading: query.isLoading,
    failure: toChoicesFailure(query),
  };
}

/**
 * Returns the offerings as the props of a `Choice`.
 *
 * @param present ids that stay available although they are no longer offered.
 */
export function useOfferingChoices(present: readonly string[]) {
  const t = useTranslations('intake.connections');
  const types = useTranslations('leads.types');
  const offered = useQueries({
    queries: offeringTypes.map((type) => endpointQuery(listOfferingsByType, { query: { type } })),
  });
  const isOffered = (id: string) => offered.some(({ data }) => data?.some(({ _id }) => _id === id));
  const gone = present.filter((id) => !isOffered(id));
  const isKnown = offered.every(({ data }) => data !== undefined);
  const all = useQuery({
    ...endpointQuery(listOfferings, { query: {} }),
    enabled: isKnown && gone.length > 0,
  });
  const goneOf = (wanted: (typeof offeringTypes)[number]) =>
    (all.data?.services ?? []).filter(({ _id, type }) => type === wanted && gone.includes(_id));
  const queries = [...offered, all];
  return {
    data: offeringTypes.map((type, at) => ({
      group: types(type),
      items: [
        ...(offered[at]?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        ...goneOf(type).map(({ _id, name }) => ({ value: _id, label: t('notOffered', { name }) })),
      ],
    })),
    isLoading: queries.some(({ isLoading }) => isLoading),
    failure: queries.map(toChoicesFailure).find(Boolean),
  };
}
