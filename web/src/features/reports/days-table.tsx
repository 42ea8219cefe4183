import { useLocale, useTranslations } from 'use-intl';
import { type Dashboard, type DashboardScope, leadsOfDashboard } from '#contract/dashboard.ts';
import { leadStatuses } from '#contract/lead-status.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import classes from './figure-table.module.css';
import { FigureLink } from './share-table.tsx';

type DaysTableProps = { days: Dashboard['days']; scope: DashboardScope };

/** The numbers of the chart of leads per day, the latest day first. */
export function DaysTable({ days, scope }: DaysTableProps) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const locale = useLocale();
  return (
    <div className={`${classes.frame} ${classes.scroll}`}>
      <table className={`${classes.table} ${classes.days}`}>
        <caption className="visually-hidden">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {leadStatuses.map((status) => (
              <th key={status} scope="col">
                <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, ...counts }) => (
            <tr key={date}>
              <th scope="row">{formatDate(date, locale)}</th>
              {leadStatuses.map((status) => (
                <td key={status}>
                  <FigureLink
                    count={counts[status]}
                    of={leadsOfDashboard.day(scope, date, status)}
                    label={t('openLeads', {
                      count: counts[status],
                      status: leads(`statuses.${status}`),
                      day: formatDate(date, locale),
                    })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
