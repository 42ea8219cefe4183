import { useTranslations } from 'use-intl';
import { type FollowUpDue, followUpsDue } from '#contract/leads/lead-lists.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';

export function FollowUpFilter({ value }: { value: FollowUpDue | undefined }) {
  const t = useTranslations('leadWork');
  const { narrow } = useListUrl();
  return (
    <Choice
      className="filter"
      aria-label={t('followUpDue')}
      data={[
        { value: '', label: t('anyFollowUp') },
        ...followUpsDue.map((due) => ({ value: due, label: t(`followUpsDue.${due}`) })),
      ]}
      value={value ?? ''}
      onChange={(due) => narrow({ followUpDue: due || undefined })}
    />
  );
}
