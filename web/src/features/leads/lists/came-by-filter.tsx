import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { summariseIntake } from '#contract/intake/summary.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import type { Filter } from '#web/ui/filter/filters.tsx';

/** By which connection leads came in: it recorded them. None where there is no connection. */
export function useCameByFilter(employee: string | undefined): Filter[] {
  const t = useTranslations('leadWork');
  const { narrow } = useListUrl();
  const { data } = useQuery(endpointQuery(summariseIntake));
  const ways = (data?.connections ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  if (ways.length === 0) return [];
  const chosen = ways.find(({ value }) => value === employee)?.value;
  const control = (
    <Choice
      className="filter"
      aria-label={t('cameBy')}
      data={[{ value: '', label: t('anyWay') }, ...ways]}
      value={chosen ?? ''}
      onChange={(value) => narrow({ employee: value || undefined })}
    />
  );
  return [{ names: ['employee'], isOn: chosen !== undefined, control, place: 'more' }];
}
