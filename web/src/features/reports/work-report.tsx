import { useQuery } from '@tanstack/react-query';
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
import { EmptyState, Loaded } from '#web/ui/list/list-states.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';
import { ReportPanel } from './panel.tsx';
import {
  type EmployeeWorkSearch,
  employeeWorkColumns,
  linkToLeads,
  toDefaultOrders,
} from './report-search.ts';

type Column = (typeof employeeWorkColumns)[number];

/** Shows the work of every employee in one window: attempts, bookings and what became of their leads. */
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
        {(all) => {
          const rows = all.filter((row) =>
            employeeWorkColumns.some((column) => figureOf(row, window, column)),
          );
          return rows.length > 0 ? (
            <WorkTable rows={rows} search={search} onSort={swap} />
          ) : (
            <EmptyState why={t('work.emptyWhy')} />
          );
        }}
      </Loaded>
    </ReportPanel>
  );
}

type WorkTableProps = {
  rows: readonly ContactReport[];
  search: EmployeeWorkSearch;
  onSort: (search: Pick<EmployeeWorkSearch, 'sort' | 'order'>) => void;
};

const defaults = toDefaultOrders(employeeWorkColumns);

function WorkTable({ rows, search, onSort }: WorkTableProps) {
  const t = useTranslations('reports');
  const locale = useLocale();
  const format = useFormatter();
  const { window, sort, order } = search;
  return (
    <FigureTable
      label={t('work.title')}
      look="dense"
      nameHeader={t('employee')}
      nameSort="name"
      name={({ employeeName }) => <span className="two-lines">{employeeName}</span>}
      columns={employeeWorkColumns.map(
        (column): FigureColumn<ContactReport, EmployeeWorkSearch['sort']> => ({
          key: column,
          header: t(`work.${column}`),
          sort: column,
          cell: (row) => {
            const value = figureOf(row, window, column);
            const list = listOf(row, window, column);
            const style = column === 'shareReached' ? ({ style: 'percent' } as const) : undefined;
            return {
              count: value ?? 0,
              text: value === undefined ? '—' : format.number(value, style),
              link: list && linkToLeads(list),
              label: t('work.openLeads', {
                count: value ?? 0,
                name: row.employeeName,
                figure: t(`work.${column}`),
              }),
            };
          },
        }),
      )}
      rows={sorted(rows, search, locale)}
      rowKey={({ employeeId }) => employeeId}
      sorting={{ sort, order, defaults, onSort: (sort, order) => onSort({ sort, order }) }}
    />
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
