import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { SystemStatus, SystemWarning } from '#contract/system/system-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './system-status.module.css';

const failures: readonly SystemWarning[] = [
  'backupFailed',
  'backupOld',
  'jobsWaiting',
  'emailsFailing',
  'messagesFailing',
  'jobsFailing',
  'replicaAway',
  'replicaBehind',
];

/** Shows the warnings of the system status or, if there are none, that all is well. */
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

/** Shows facts with their names. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the largest tables of the database with their sizes. */
export function TableSizes({ tables }: Pick<SystemStatus['database'], 'tables'>) {
  const t = useTranslations('systemStatus');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const formats = useFormats();
  return (
    <details>
      <summary>{t('tables')}</summary>
      <table className={classes.tables} aria-label={t('tables')}>
        <thead>
          <tr>
            <th scope="col">{t('table')}</th>
            <th scope="col">{t('rows')}</th>
            <th scope="col">{t('size')}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ name, rows, bytes }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{rows === null ? ui('none') : format.number(rows, { maximumSignificantDigits: 3 })}</td>
              <td>{formats.bytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
