import { useTranslations } from 'use-intl';
import {
  type Dashboard,
  type DashboardScope,
  leadsOfDashboard,
  type MedianTime,
} from '#contract/dashboard.ts';
import { type Milestone, milestones } from '#contract/leads/lead-narrowing.ts';
import { leadsLink } from '#web/features/reports/leads-link.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';

type SpeedCardsProps = { figures: Pick<Dashboard, Milestone>; scope: DashboardScope };

export function SpeedCards({ figures, scope }: SpeedCardsProps) {
  const t = useTranslations('reports.speed');
  const time = useTimeText();
  return (
    <MetricRow label={t('title')}>
      {milestones.map((milestone) => {
        const { leads } = figures[milestone];
        return (
          <MetricCard
            key={milestone}
            label={t(milestone, { leads })}
            value={time(figures[milestone])}
            link={leads > 0 ? leadsLink(leadsOfDashboard.milestone(scope, milestone)) : undefined}
          />
        );
      })}
    </MetricRow>
  );
}

/** In the unit that the median is rounded to. */
function useTimeText(): (median: MedianTime) => string {
  const t = useTranslations('reports.speed');
  return ({ minutes }) => {
    if (minutes === null) return t('none');
    if (minutes === 0) return t('soon');
    if (minutes < 60) return t('minutes', { value: minutes });
    if (minutes < 1_440) return t('hours', { value: minutes / 60 });
    return t('daysLong', { value: minutes / 1_440 });
  };
}
