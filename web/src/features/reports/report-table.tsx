import { useLocale, useTranslations } from 'use-intl';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { getReportLeadFilter, reportStatuses, reportWindowNames } from '#contract/reports.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';
import classes from './panel.module.css';
import { getTotalRow, type ReportRow, sortReportRows } from './report-rows.ts';
import { linkToLeads, type ReportSearch, type ReportSortKey, toDefaultOrders } from './report-search.ts';

type ReportTableProps = {
  label: string;
  nameHeader: string;
  rows: readonly ReportRow[];
  totalOf: Pick<ManagementLeadFilters, 'serviceCenter'>;
  search: ReportSearch;
  onSort: (search: ReportSearch) => void;
};

const cells = reportWindowNames.flatMap((window) =>
  reportStatuses.map((status) => ({ key: `${window}.${status}` as const, window, status })),
);

const defaults = toDefaultOrders(cells.map(({ key }) => key));

/** Shows the leads of each center or employee by status and window, each number with its leads, and their sums. */
export function ReportTable({ label, nameHeader, rows, totalOf, search, onSort }: ReportTableProps) {
  const t = useTranslations('reports');
  const leads = useTranslations('leads');
  const locale = useLocale();
  const columns = cells.map(({ key, window, status }): FigureColumn<ReportRow, ReportSortKey> => {
    const names = { status: leads(`statuses.${status}`), window: t(`windows.${window}`) };
    return {
      key,
      group: names.window,
      header: <StatusDot status={status}>{names.status}</StatusDot>,
      sort: key,
      sortLabel: t('columnOf', names),
      cell: ({ name, periods, of }) => {
        const count = periods[window][status];
        return {
          count,
          link: linkToLeads(getReportLeadFilter(periods[window], status, of)),
          label: t('openLeads', { count, name, ...names }),
        };
      },
    };
  });
  return (
    <FigureTable
      label={label}
      look="dense"
      nameHeader={nameHeader}
      nameSort="name"
      name={({ name, note }) => (
        <>
          <span className="two-lines">{name}</span>
          {note && <span className={`two-lines ${classes.note}`}>{note}</span>}
        </>
      )}
      columns={columns}
      rows={sortReportRows(rows, search, locale)}
      rowKey={({ id }) => id}
      total={getTotalRow(rows, t('total'), totalOf)}
      sorting={{ ...search, defaults, onSort: (sort, order) => onSort({ sort, order }) }}
    />
  );
}
