import { useTranslations } from 'use-intl';
import { type Dashboard, type DashboardScope, leadsOfDashboard } from '#contract/dashboard.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import classes from '#web/features/reports/figure-table.module.css';
import { FigureLink } from '#web/features/reports/share-table.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';

type DaysTableProps = { days: Dashboard['days']; scope: DashboardScope };

/** The latest day first. */
export function DaysTable({ days, scope }: DaysTableProps) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const formats = useFormats();
  return (
    <div className={`${classes.frame} ${classes.scroll} scroll-edge`}>
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
              <th scope="row">{formats.date(date)}</th>
              {leadStatuses.map((status) => (
                <td key={status}>
                  <FigureLink
                    count={counts[status]}
                    of={leadsOfDashboard.day(scope, date, status)}
                    label={t('openLeads', {
                      count: counts[status],
                      status: leads(`statuses.${status}`),
                      day: formats.date(date),
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
