import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import {
  type ContactReport,
  computeReachedShare,
  getContactReportLeadFilter,
  type ReportWindow,
  reportContacts,
  reportWindowNames,
} from '#contract/reports.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { ReportPanel } from './panel.tsx';
import { type EmployeeWorkSearch, employeeWorkColumns, linkToLeads } from './report-search.ts';
import classes from './report-table.module.css';
import { ReportSortHeader, type SortOrder } from './sort-header.tsx';

type Column = (typeof employeeWorkColumns)[number];

export function EmployeeWorkReport({ search }: { search: EmployeeWorkSearch }) {
  const t = useTranslations('reports');
  const { replaceRecord: swap } = useListUrl();
  const { window } = search;
  return (
    <ReportPanel
      title={t('work.title')}
      help={t('work.help')}
      action={
        <Segments
          label={t('work.window')}
          value={window}
          onChange={(next) => swap({ window: next })}
          options={reportWindowNames.map((name) => ({ value: name, label: t(`windows.${name}`) }))}
        />
      }
      isSection
    >
      <Loaded query={useQuery(endpointQuery(reportContacts))}>
        {(rows) => <WorkTable rows={rows} search={search} onSort={swap} />}
      </Loaded>
    </ReportPanel>
  );
}

type WorkTableProps = {
  rows: readonly ContactReport[];
  search: EmployeeWorkSearch;
  onSort: (search: Pick<EmployeeWorkSearch, 'sort' | 'order'>) => void;
};

function WorkTable({ rows, search, onSort }: WorkTableProps) {
  const t = useTranslations('reports');
  const locale = useLocale();
  const { window } = search;
  const header = (key: EmployeeWorkSearch['sort']) => ({
    order: search.sort === key ? search.order : undefined,
    startsWith: key === 'name' ? ('asc' as const) : ('desc' as const),
    onSort: (order: SortOrder) => onSort({ sort: key, order }),
  });
  return (
    <div className={`${classes.frame} scroll-edge`}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('work.title')}</caption>
        <thead>
          <tr>
            <ReportSortHeader className={classes.name} {...header('name')}>
              {t('employee')}
            </ReportSortHeader>
            {employeeWorkColumns.map((column) => (
              <ReportSortHeader key={column} {...header(column)}>
                {t(`work.${column}`)}
              </ReportSortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, search, locale).map((row) => (
            <tr key={row.employeeId}>
              <th scope="row" className={classes.name}>
                <span className="two-lines">{row.employeeName}</span>
              </th>
              {employeeWorkColumns.map((column) => (
                <td key={column}>
                  <Figure row={row} window={window} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type FigureProps = { row: ContactReport; window: ReportWindow; column: Column };

function Figure({ row, window, column }: FigureProps) {
  const t = useTranslations('reports');
  const format = useFormatter();
  const value = figureOf(row, window, column);
  const text =
    value === undefined
      ? '—'
      : format.number(value, column === 'shareReached' ? { style: 'percent' } : undefined);
  const list = listOf(row, window, column);
  if (!value || !list) return <span className={value ? classes.plain : classes.zero}>{text}</span>;
  return (
    <Link
      {...linkToLeads(list)}
      className={classes.figure}
      aria-label={t('work.openLeads', { count: value, name: row.employeeName, figure: t(`work.${column}`) })}
    >
      {text}
    </Link>
  );
}

function figureOf(row: ContactReport, window: ReportWindow, column: Column): number | undefined {
  if (column === 'open') return row.open;
  return column === 'shareReached' ? computeReachedShare(row[window]) : row[window][column];
}

function listOf(row: ContactReport, window: ReportWindow, column: Column): ManagementLeadFilters | undefined {
  if (column === 'open') return { advisor: row.employeeId, open: 'true' };
  return column === 'shareReached'
    ? undefined
    : getContactReportLeadFilter(column, row[window], row.employeeId);
}

function sorted(
  rows: readonly ContactReport[],
  { window, sort, order }: EmployeeWorkSearch,
  locale: string,
): ContactReport[] {
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: ContactReport, b: ContactReport) => a.employeeName.localeCompare(b.employeeName, locale);
  if (sort === 'name') return rows.toSorted((a, b) => sign * byName(a, b));
  const figure = (row: ContactReport) => figureOf(row, window, sort) ?? -1;
  return rows.toSorted((a, b) => sign * (figure(a) - figure(b)) || byName(a, b));
}
