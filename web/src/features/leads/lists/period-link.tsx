import { Button } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

/** The way to the leads of today, the last 7 and the last 30 days. */
export function PeriodLink() {
  const t = useTranslations('periodLeads');
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarWeek size={16} stroke={1.75} />}
      renderRoot={(props) => <Link to="/main/daily" {...props} />}
    >
      {t('byPeriod')}
    </Button>
  );
}
