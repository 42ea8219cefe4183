import { Link } from '@tanstack/react-router';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import {
  getReportLeadFilter,
  type ReportPeriods,
  type ReportStatus,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
} from '#contract/reports.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { type ReportRow, sortReportRows, sumRows } from './report-rows.ts';
import { linkToLeads, type ReportSearch, type ReportSortKey } from './report-search.ts';
import classes from './report-table.module.css';
import { ReportSortHeader } from './sort-header.tsx';

type ReportTableProps = {
  label: string;
  nameHeader: string;
  rows: readonly ReportRow[];
  totalOf: Pick<ManagementLeadFilters, 'serviceCenter'>;
  search: ReportSearch;
  onSort: (search: ReportSearch) => void;
};

export function ReportTable({ label, nameHeader, rows, totalOf, search, onSort }: ReportTableProps) {
  const t = useTranslations('reports');
  const leads = useTranslations('leads');
  const locale = useLocale();
  const totals = sumRows(rows);
  const periods = rows[0]?.periods;
  const header = (key: ReportSortKey) => ({
    order: search.sort === key ? search.order : undefined,
    startsWith: key === 'name' ? ('asc' as const) : ('desc' as const),
    onSort: (order: ReportSearch['order']) => onSort({ sort: key, order }),
  });
  return (
    <div className={`${classes.frame} scroll-edge`}>
      <table className={classes.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <ReportSortHeader className={classes.name} rowSpan={2} {...header('name')}>
              {nameHeader}
            </ReportSortHeader>
            {reportWindowNames.map((window) => (
              <th key={window} scope="colgroup" colSpan={3} className={classes.window}>
                {t(`windows.${window}`)}
              </th>
            ))}
          </tr>
          <tr>
            {cells.map(({ key, window, status }) => (
              <ReportSortHeader
                key={key}
                className={status === 'pending' ? classes.first : undefined}
                label={t('columnOf', { status: leads(`statuses.${status}`), window: t(`windows.${window}`) })}
                {...header(key)}
              >
                <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
              </ReportSortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortReportRows(rows, search, locale).map((row) => (
            <tr key={row.id}>
              <th scope="row" className={classes.name}>
                <span className="two-lines">{row.name}</span>
                {row.note && <span className={`two-lines ${classes.note}`}>{row.note}</span>}
              </th>
              <Figures name={row.name} figures={row.periods} periods={row.periods} of={row.of} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes.name}>
              {t('total')}
            </th>
            <Figures name={t('total')} figures={totals} periods={periods} of={totalOf} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const cells = reportWindowNames.flatMap((window) =>
  reportStatuses.map((status) => ({ key: `${window}.${status}` as const, window, status })),
);

type FiguresProps = {
  name: string;
  figures: Record<ReportWindow, Record<ReportStatus, number>>;
  periods: ReportPeriods | undefined;
  of: Pick<ManagementLeadFilters, 'serviceCenter' | 'employee'>;
};

function Figures({ name, figures, periods, of }: FiguresProps) {
  const t = useTranslations('reports');
  const leads = useTranslations('leads');
  const format = useFormatter();
  return cells.map(({ key, window, status }) => {
    const figure = figures[window][status];
    return (
      <td key={key} className={status === 'pending' ? classes.first : undefined}>
        {figure > 0 && periods ? (
          <Link
            {...linkToLeads(getReportLeadFilter(periods[window], status, of))}
            className={classes.figure}
            aria-label={t('openLeads', {
              count: figure,
              name,
              status: leads(`statuses.${status}`),
              window: t(`windows.${window}`),
            })}
          >
            {format.number(figure)}
          </Link>
        ) : (
          <span className={classes.zero}>{format.number(figure)}</span>
        )}
      </td>
    );
  });
}
