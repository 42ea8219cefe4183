import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { summariseIntake } from '#contract/intake/summary.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { choiceFilter } from '#web/ui/filter/choice-filter.tsx';
import type { Filter } from '#web/ui/filter/filters.tsx';

/** By which connection leads came in: it recorded them. None where there is no connection. */
export function useCameByFilter(employee: string | undefined): Filter[] {
  const t = useTranslations('leadWork');
  const { data } = useQuery(endpointQuery(summariseIntake));
  const ways = (data?.connections ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  if (ways.length === 0) return [];
  const chosen = ways.find(({ value }) => value === employee)?.value;
  const texts = { label: t('cameBy'), all: t('anyWay') };
  return [choiceFilter({ name: 'employee', ...texts, options: ways, value: chosen }, 'more')];
}
