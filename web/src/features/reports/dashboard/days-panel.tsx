import { useIntersection } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Dashboard, type DashboardFilters, toDashboardLeadFilters } from '#contract/dashboard.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import classes from '#web/features/reports/panel.module.css';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';

const DaysChart = lazyPart(() => import('./days-chart.tsx'), 'LeadsByDayChart', { isRare: true });

/** Shows the leads of each day as a chart or a table, each number with its leads. */
export function LeadsByDayPanel({ days, filters }: { days: Dashboard['days']; filters: DashboardFilters }) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const navigate = useNavigate();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  // On a phone it stands far down, and would keep the rest waiting.
  const isPhone = useIsPhone();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const wasNear = useRef(!isPhone);
  wasNear.current ||= entry?.isIntersecting ?? false;
  const isNear = !isPhone || wasNear.current;
  return (
    <ReportPanel
      title={t('title')}
      isWide
      action={
        <Segments
          label={t('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: t('chart') },
            { value: 'table', label: t('table') },
          ]}
        />
      }
    >
      {view === 'table' ? (
        <DaysTable days={days} filters={filters} />
      ) : (
        <div ref={ref} className={classes.chart}>
          {isNear && (
            <DaysChart
              days={days}
              onOpen={(date, status) =>
                void navigate(linkToLeads(toDashboardLeadFilters.day(filters, date, status)))
              }
            />
          )}
          <ul className={classes.legend}>
            {leadStatuses.map((status) => (
              <li key={status}>
                <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ReportPanel>
  );
}

type DaysTableProps = { days: Dashboard['days']; filters: DashboardFilters };

function DaysTable({ days, filters }: DaysTableProps) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const formats = useFormats();
  return (
    <FigureTable
      label={t('title')}
      look="wideNames"
      isScrolled
      nameHeader={t('day')}
      name={({ date }) => formats.date(date)}
      columns={leadStatuses.map(
        (status): FigureColumn<Dashboard['days'][number]> => ({
          key: status,
          header: <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>,
          cell: ({ date, [status]: count }) => ({
            count,
            link: linkToLeads(toDashboardLeadFilters.day(filters, date, status)),
            label: t('openLeads', { count, status: leads(`statuses.${status}`), day: formats.date(date) }),
          }),
        }),
      )}
      rows={days.toReversed()}
      rowKey={({ date }) => date}
    />
  );
}
