import { IconCalendarWeek } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { LinkButton } from '#web/ui/frame/buttons.tsx';

export function PeriodLink() {
  const t = useTranslations('periodLeads');
  return (
    <LinkButton variant="default" leftSection={<IconCalendarWeek size={16} stroke={1.75} />} to="/main/daily">
      {t('byPeriod')}
    </LinkButton>
  );
}
