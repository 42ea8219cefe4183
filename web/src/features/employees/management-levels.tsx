import { useTranslations } from 'use-intl';
import { management } from '#contract/levels.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { Segments } from '#web/ui/segments.tsx';

/** From one level of management to another, all of which stand in the list of managers. */
export function ManagementLevels({ value }: { value: (typeof management)[number] }) {
  const t = useTranslations('employees');
  const { narrow } = useListUrl();
  return (
    <Segments
      label={t('managementLevel')}
      value={value}
      onChange={(level) => narrow({ level })}
      options={management.toReversed().map((level) => ({ value: level, label: t(`levels.${level}`) }))}
    />
  );
}
