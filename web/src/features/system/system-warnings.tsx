import { useTranslations } from 'use-intl';
import type { SystemStatus, SystemWarning } from '#contract/system/system-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './system-status.module.css';

/** What should work and does not; the others are missing settings. */
const failures: readonly SystemWarning[] = [
  'backupFailed',
  'backupOld',
  'jobsWaiting',
  'emailsFailing',
  'jobsFailing',
  'replicaAway',
  'replicaBehind',
];

export function SystemWarnings({ status }: { status: SystemStatus }) {
  const t = useTranslations('systemStatus');
  const formats = useFormats();
  const { warnings, emails, jobs, oldestJobAt } = status;
  const titleOf = (warning: SystemWarning): string => {
    if (warning === 'emailsFailing') return t('warnings.emailsFailing', { failed: emails.failed });
    if (warning === 'jobsFailing') return t('warnings.jobsFailing', { failed: jobs.failed });
    if (warning === 'jobsWaiting')
      return t('warnings.jobsWaiting', { since: formats.moment(oldestJobAt ?? status.readAt) });
    return t(`warnings.${warning}`);
  };
  if (warnings.length === 0) return <StatusDot status="completed">{t('fine')}</StatusDot>;
  return (
    <div className={classes.warnings}>
      {warnings.map((warning) => (
        <Notice
          isAnswer={false}
          key={warning}
          tone={failures.includes(warning) ? 'danger' : 'warning'}
          title={titleOf(warning)}
        >
          <p className={classes.advice}>{t(`warnings.${warning}Do`)}</p>
        </Notice>
      ))}
    </div>
  );
}
