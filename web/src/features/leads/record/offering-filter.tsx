import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { offeringTypes } from '#contract/offerings.ts';
import { offeringsQuery } from '#web/lib/browser/choices.ts';
import { Choice } from '#web/ui/choice/choice.tsx';

type OfferingFilterProps = {
  value: string | undefined;
  onFilter: (id: string | undefined) => void;
  className?: string;
};

export function OfferingFilter({ value, onFilter, className }: OfferingFilterProps) {
  const t = useTranslations('leadStatus');
  const services = useQuery(offeringsQuery('service'));
  const campaigns = useQuery(offeringsQuery('campaign'));
  const parts = useQuery(offeringsQuery('parts'));
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
