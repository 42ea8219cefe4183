import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StateMessage } from '#web/ui/list/list-states.tsx';
import classes from './unassign-page.module.css';

/** Shown to an employee without a level. */
export function UnassignPage({ onCheck, isChecking }: { onCheck: () => void; isChecking: boolean }) {
  const t = useTranslations('frame');
  return (
    <div className={classes.page}>
      <StateMessage
        isPage
        icon={<IconUserQuestion size={32} stroke={1.5} />}
        title={t('askManager')}
        why={t('askManagerWhy')}
        action={
          <Button variant="default" onClick={onCheck} loading={isChecking}>
            {t('checkAgain')}
          </Button>
        }
      />
    </div>
  );
}
