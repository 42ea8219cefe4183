import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Choice } from '#web/ui/choice/choice.tsx';

type OfferingFilterProps = {
  value: string | undefined;
  onFilter: (id: string | undefined) => void;
  className?: string;
};

/** Lets the user narrow a list to one offering. `value`: its id. */
export function OfferingFilter({ value, onFilter, className }: OfferingFilterProps) {
  const t = useTranslations('leadStatus');
  const services = useQuery(endpointQuery(listOfferingsByType, { query: { type: 'service' } }));
  const campaigns = useQuery(endpointQuery(listOfferingsByType, { query: { type: 'campaign' } }));
  const parts = useQuery(endpointQuery(listOfferingsByType, { query: { type: 'parts' } }));
  const lists = [services, campaigns, parts];
  const groups = offeringTypes.map((type, at) => ({
    group: t(`offeringTypes.${type}`),
    items: (lists[at]?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
  }));
  const isLoading = lists.some((list) => list.isLoading);
  const isOffered = groups.some(({ items }) => items.some((item) => item.value === value));
  const gone = value && !isOffered && !isLoading ? [{ value, label: t('otherOffering') }] : [];

  return (
    <Choice
      className={className}
      aria-label={t('offering')}
      data={[
        { value: '', label: t('anyOffering') },
        ...gone,
        ...groups.filter(({ items }) => items.length > 0),
      ]}
      value={isLoading ? '' : (value ?? '')}
      onChange={(id) => onFilter(id || undefined)}
    />
  );
}
