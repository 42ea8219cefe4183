import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import {
  type Dashboard,
  type DashboardFilters,
  dashboardDayRanges,
  type MedianTime,
  toDashboardLeadFilters,
} from '#contract/dashboard.ts';
import { type LeadMilestone, leadMilestones } from '#contract/leads/management-lead-filters.ts';
import { getChosenDays } from '#web/features/reports/comparison/spans.ts';
import { useFilterNames } from '#web/features/reports/comparison/use-filter-names.ts';
import { dashboardQuery, type FiguresSearch } from '#web/features/reports/dashboard/dashboard.queries.ts';
import { LeadsByDayPanel } from '#web/features/reports/dashboard/days-panel.tsx';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useTranslateLostReason } from '#web/lib/dealer/lost-reasons.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { FunnelTable } from './funnel-table.tsx';
import classes from './panel.module.css';
import { ReportPanel, ReportPanelColumn, ReportPanels } from './panel.tsx';
import { linkToLeads } from './report-search.ts';
import { ShareTable } from './share-table.tsx';

/** Shows what became of the leads of the chosen days: by day, stage, lost reason, platform and offering type. */
export function DashboardFigures({ search }: { search: FiguresSearch }) {
  const t = useTranslations('reports');
  const { replaceRecord: swap } = useListUrl();
  const formats = useFormats();
  const today = useToday();
  const { days, serviceCenter, advisor, platform } = search;
  const of = { serviceCenter, advisor, platform };
  const chosen = getChosenDays(search, today);
  const query = useQuery({ ...dashboardQuery(search, today), placeholderData: keepPreviousData });
  const data = useDeferredInitialData(query.data);
  const names = dashboardDayRanges.map((count) => ({
    value: `${count}` as const,
    label: t('days', { count }),
  }));
  const filters = data && { from: data.from, to: data.to, serviceCenter: of.serviceCenter };
  const narrowings = useFilterNames(of).map(({ text }) => text);
  const who = narrowings.length > 0 ? narrowings.join(' · ') : undefined;
  return (
    <ReportPanel
      title={
        chosen
          ? t('entered.titleChosen', { from: formats.date(chosen.from), to: formats.date(chosen.to) })
          : t('entered.title', { count: days })
      }
      note={filters && <Entered leads={data.leads} filters={filters} isNarrowed={who !== undefined} />}
      isSection
      action={
        <Segments
          label={t('entered.lookBack')}
          value={chosen ? '' : (`${days}` as const)}
          onChange={(value) =>
            swap({ days: value || undefined, span: undefined, from: undefined, to: undefined })
          }
          options={names}
        />
      }
    >
      <Loaded query={query} instead={<p role="status">{t('loading')}</p>}>
        {(figures) => {
          const filters = { from: figures.from, to: figures.to, serviceCenter: of.serviceCenter };
          return <FigurePanels {...{ figures, filters, who }} narrowed={{ ...filters, ...of }} />;
        }}
      </Loaded>
    </ReportPanel>
  );
}

type EnteredProps = { leads: number; filters: DashboardFilters; isNarrowed: boolean };

function Entered({ leads, filters, isNarrowed }: EnteredProps) {
  const t = useTranslations('reports.entered');
  const formats = useFormats();
  const days = { from: formats.date(filters.from), to: formats.date(filters.to) };
  return (
    <>
      {t('help', { count: leads, ...days })} {isNarrowed && t('narrowed')}{' '}
      {leads > 0 && <Link {...linkToLeads(toDashboardLeadFilters.all(filters))}>{t('open')}</Link>}
    </>
  );
}

type FigurePanelsProps = {
  figures: Dashboard;
  filters: DashboardFilters;
  narrowed: DashboardFilters;
  who: string | undefined;
};

function FigurePanels({ figures, filters, narrowed, who }: FigurePanelsProps) {
  const t = useTranslations('reports');
  const titled = (title: string) => [title, who].filter(Boolean).join(' · ');
  const leads = useTranslations('leads');
  const locale = useLocale();
  const listed = useTranslateLostReason();
  return (
    <ReportPanels>
      <LeadsByDayPanel days={figures.days} filters={filters} />
      <ReportPanelColumn>
        <ReportPanel title={titled(t('funnel.title'))} help={t('funnel.help')}>
          <FunnelTable funnel={figures.funnel} filters={narrowed} />
        </ReportPanel>
        <ReportPanel title={t('speed.title')}>
          <SpeedCards figures={figures} filters={filters} />
        </ReportPanel>
      </ReportPanelColumn>
      <ReportPanel title={titled(t('lostReasons.title'))}>
        {figures.lost === 0 ? (
          <p className={classes.none}>{t('lostReasons.none')}</p>
        ) : (
          <ShareTable
            label={t('lostReasons.title')}
            header={t('lostReasons.reason')}
            all={figures.lost}
            rows={figures.lostReasons.map(({ reason, leads }) => ({
              key: reason,
              label: listed(reason) ?? capitalised(reason, locale),
              leads,
              of: toDashboardLeadFilters.lostReason(narrowed, reason),
            }))}
            foot={
              <p className={classes.foot}>
                <Link {...linkToLeads(toDashboardLeadFilters.lost(narrowed))}>
                  {t('lostReasons.allLost', { count: figures.lost })}
                </Link>
              </p>
            }
          />
        )}
      </ReportPanel>
      <ReportPanel title={t('platforms.title')}>
        <ShareTable
          label={t('platforms.title')}
          header={t('platforms.platform')}
          all={figures.leads}
          rows={figures.platforms.map(({ platform, leads: count }) => ({
            key: platform,
            label: platform === 'none' ? t('platforms.none') : leads(`platforms.${platform}`),
            leads: count,
            of: toDashboardLeadFilters.platform(filters, platform),
          }))}
        />
      </ReportPanel>
      <ReportPanel title={t('offeringTypes.title')}>
        <ShareTable
          label={t('offeringTypes.title')}
          header={t('offeringTypes.type')}
          all={figures.leads}
          rows={figures.offeringTypes.map(({ type, leads: count }) => ({
            key: type,
            label: type === 'none' ? t('offeringTypes.none') : leads(`types.${type}`),
            leads: count,
            of: toDashboardLeadFilters.offeringType(filters, type),
          }))}
        />
      </ReportPanel>
    </ReportPanels>
  );
}

function capitalised(reason: string, locale: string): string {
  const [first = ''] = reason;
  return first.toLocaleUpperCase(locale) + reason.slice(first.length);
}

type SpeedCardsProps = { figures: Pick<Dashboard, LeadMilestone>; filters: DashboardFilters };

function SpeedCards({ figures, filters }: SpeedCardsProps) {
  const t = useTranslations('reports.speed');
  const time = useTimeText();
  return (
    <MetricRow label={t('title')}>
      {leadMilestones.map((milestone) => {
        const { leads } = figures[milestone];
        return (
          <MetricCard
            key={milestone}
            label={t(milestone, { leads })}
            value={time(figures[milestone])}
            link={leads > 0 ? linkToLeads(toDashboardLeadFilters.milestone(filters, milestone)) : undefined}
          />
        );
      })}
    </MetricRow>
  );
}

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
