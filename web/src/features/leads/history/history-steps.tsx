import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '#web/ui/frame/icon-button.tsx';
import classes from './history-steps.module.css';

type HistoryStepsProps = { version: number; total: number; onVersion: (version: number) => void };

/** Links to the previous and the next version. */
export function HistorySteps({ version, total, onVersion }: HistoryStepsProps) {
  const t = useTranslations('leadHistory');
  return (
    <span className={classes.steps}>
      <IconButton
        label={t('older')}
        icon={<IconChevronLeft size={18} stroke={1.75} />}
        disabled={version <= 1}
        onClick={() => onVersion(version - 1)}
      />
      <IconButton
        label={t('newer')}
        icon={<IconChevronRight size={18} stroke={1.75} />}
        disabled={version >= total}
        onClick={() => onVersion(version + 1)}
      />
    </span>
  );
}
