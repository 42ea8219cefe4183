import { IconChartBar } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { StateMessage } from '#web/ui/list/list-states.tsx';
import classes from './first-steps.module.css';

/** Says on the dashboard that there are no leads to report yet. */
export function NothingToReport() {
  const t = useTranslations('firstSteps');
  const leads = useTranslations('leads');
  return (
    <div className={classes.nothing}>
      <StateMessage
        icon={<IconChartBar size={28} stroke={1.5} />}
        title={t('emptyTitle')}
        why={t('emptyWhy')}
        action={
          <LinkButton to="/main/leads" search={{ dialog: dialogParam('lead.new') }}>
            {leads('addLead')}
          </LinkButton>
        }
      />
    </div>
  );
}
