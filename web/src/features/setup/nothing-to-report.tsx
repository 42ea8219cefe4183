import { IconChartBar } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StateMessage } from '#web/ui/list/list-states.tsx';
import classes from './first-steps.module.css';

/** Says on the dashboard that there are no leads to report yet. */
export function NothingToReport() {
  const t = useTranslations('firstSteps');
  return (
    <div className={classes.nothing}>
      <StateMessage
        icon={<IconChartBar size={28} stroke={1.5} />}
        title={t('emptyTitle')}
        why={t('emptyWhy')}
      />
    </div>
  );
}
