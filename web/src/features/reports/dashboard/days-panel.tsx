import { useIntersection } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Dashboard, type DashboardScope, leadsOfDashboard } from '#contract/dashboard.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { leadsLink } from '#web/features/reports/leads-link.ts';
import { Panel } from '#web/features/reports/panel.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './days-panel.module.css';
import { DaysTable } from './days-table.tsx';

const DaysChart = lazy(() => import('./days-chart.tsx').then((module) => ({ default: module.DaysChart })));

export function DaysPanel({ days, scope }: { days: Dashboard['days']; scope: DashboardScope }) {
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
    <Panel
      title={t('title')}
      help={t('help')}
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
        <DaysTable days={days} scope={scope} />
      ) : (
        <div ref={ref} className={classes.chart}>
          {isNear && (
            <Suspense>
              <DaysChart
                days={days}
                onOpen={(date, status) => void navigate(leadsLink(leadsOfDashboard.day(scope, date, status)))}
              />
            </Suspense>
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
    </Panel>
  );
}
