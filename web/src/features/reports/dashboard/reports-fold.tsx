import { IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useStore } from '#web/lib/browser/store.ts';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { reportsFold } from './dashboard.queries.ts';
import type { DashboardReportsSearch } from './dashboard-reports.tsx';
import classes from './reports-fold.module.css';

const DashboardReports = lazyPart(() => import('./dashboard-reports.tsx'), 'DashboardReports');

/** Holds reports that nobody reads every day: they are fetched once somebody opens them. */
export function ReportsFold({ search }: { search: DashboardReportsSearch }) {
  const t = useTranslations('reports');
  const isOpen = useStore(reportsFold) === 'open';
  return (
    <details
      className={classes.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) reportsFold.set(open ? 'open' : null);
      }}
    >
      <summary className={classes.summary}>
        <IconChevronRight size={16} stroke={2} aria-hidden />
        <h2>{t('fold')}</h2>
      </summary>
      {isOpen && <DashboardReports search={search} />}
    </details>
  );
}
