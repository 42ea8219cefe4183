import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { AuditEntry } from '#contract/audit.ts';
import { formatMoment } from '#web/lib/format/format.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { rowFocus } from '#web/ui/rows/data-list.tsx';
import classes from './audit.module.css';
import { type AuditSearch, auditQuery } from './audit.queries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditSentence } from './use-audit-sentence.tsx';

/** The audit log, newest first, each entry a sentence. `tabs` lead to the lists of people. */
export function AuditPage({ search: url, tabs }: { search: AuditSearch; tabs: ReactNode }) {
  const t = useTranslations('audit');
  const ui = useTranslations('ui');
  const locale = useLocale();
  const { timeZone } = useDealer();
  const sentence = useAuditSentence();
  const list = useQuery(auditQuery(url));
  const people = list.data?.rows.flatMap(({ actor, subject }) => [actor, subject]);
  const employeeName = people?.find((one) => one?._id === url.employee)?.name;

  const names = ['action', 'employee', 'startDate', 'endDate'] as const;
  const moment = ({ at }: AuditEntry) => formatMoment(at, timeZone, locale);
  const what = (entry: AuditEntry) => (
    <span className={classes.what} tabIndex={-1} {...rowFocus}>
      {sentence(entry)}
    </span>
  );
  return (
    <ListScreen
      title={t('title')}
      tabs={tabs}
      filters={[
        {
          names,
          isOn: names.some((name) => url[name] !== undefined),
          control: <AuditFilters value={url} employeeName={employeeName} />,
        },
      ]}
      list={list}
      page={url.page}
      columns={[
        { key: 'at', header: t('columns.at'), width: '200px', cell: moment },
        { key: 'what', header: t('columns.what'), cell: what },
        {
          key: 'address',
          header: t('columns.address'),
          width: '160px',
          cell: ({ address }) => address ?? ui('none'),
        },
      ]}
      card={(entry) => (
        <>
          <p className={classes.story} tabIndex={-1} {...rowFocus}>
            {sentence(entry)}
          </p>
          <p className={classes.quiet}>
            <span>{moment(entry)}</span>
            <span>{entry.address}</span>
          </p>
        </>
      )}
      empty={<EmptyState why={t('emptyWhy')} />}
    />
  );
}
