import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { getComparisonLeadFilter } from '#contract/comparison.ts';
import { addDays } from '#contract/text/dates.ts';
import { type ComparisonUrl, comparisonQuery } from '#web/features/reports/comparison/comparison.queries.ts';
import { getComparedDays } from '#web/features/reports/comparison/spans.ts';
import { LabelledLine } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';

/** Shows how many cars come today and tomorrow, and how many of the compared days did not come. */
export function BookingsLine({ url }: { url: ComparisonUrl }) {
  const t = useTranslations('reports.bookings');
  const format = useFormatter();
  const today = useToday();
  const { serviceCenter, advisor, platform } = url;
  const { data } = useQuery(comparisonQuery(url, today));
  const days = getComparedDays(url, today);
  const missed = data?.total.now.didNotCome;
  const list =
    missed && getComparisonLeadFilter('didNotCome', data.now, { serviceCenter, advisor, platform });
  // The day of one center stands on the board; of all, the week does.
  const toBoard = (day: string) => ({
    to: '/main/bookings' as const,
    search: { day, serviceCenter, view: serviceCenter ? ('day' as const) : ('week' as const) },
  });
  return (
    <LabelledLine label={t('title')}>
      <MetricRow label={t('title')} look="compact">
        <MetricCard
          label={t('today')}
          value={data && format.number(data.coming.today)}
          link={toBoard(today)}
        />
        <MetricCard
          label={t('tomorrow')}
          value={data && format.number(data.coming.tomorrow)}
          link={toBoard(addDays(today, 1))}
        />
        <MetricCard
          label={t(`didNotCome.${'span' in days ? days.span : 'chosen'}`)}
          value={missed === undefined ? undefined : format.number(missed)}
          link={list ? linkToLeads(list) : undefined}
        />
      </MetricRow>
    </LabelledLine>
  );
}
