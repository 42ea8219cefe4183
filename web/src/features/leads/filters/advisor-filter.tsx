import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { advisorsQuery } from '#web/features/leads/record/advisors.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';

type AdvisorFilterProps = {
  /** `mine`, `nobody` or an employee; undefined: everybody's. */
  value: string | undefined;
  serviceCenter: string | undefined;
};

export function AdvisorFilter({ value, serviceCenter }: AdvisorFilterProps) {
  const t = useTranslations('leadWork');
  const { narrow } = useListUrl();
  const { data: advisors = [], isLoading } = useQuery(advisorsQuery(serviceCenter));
  const isKnown = !value || ['mine', 'nobody', ...advisors.map(({ _id }) => _id)].includes(value);
  const people = advisors.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Choice
      className="filter"
      aria-label={t('advisor')}
      data={[
        { value: '', label: t('everybodys') },
        { value: 'mine', label: t('mine') },
        { value: 'nobody', label: t('nobodys') },
        ...(isKnown || isLoading ? [] : [{ value, label: t('someAdvisor') }]),
        ...(people.length > 0 ? [{ group: t('advisors'), items: people }] : []),
      ]}
      value={isKnown || !isLoading ? (value ?? '') : ''}
      onChange={(advisor) => narrow({ advisor: advisor || undefined })}
    />
  );
}
