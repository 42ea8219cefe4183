import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import {
  type Dashboard,
  type DashboardScope,
  dashboardDays,
  getDashboard,
  leadsOfDashboard,
  type MedianTime,
} from '#contract/dashboard.ts';
import { type Milestone, milestones } from '#contract/leads/lead-narrowing.ts';
import { DaysPanel } from '#web/features/reports/dashboard/days-panel.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useListedReason } from '#web/lib/dealer/lost-reasons.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import classes from './figure-table.module.css';
import { FunnelTable } from './funnel-table.tsx';
import { Panel, PanelColumn, Panels } from './panel.tsx';
import { type DashboardSearch, leadsLink } from './report-search.ts';
import { ShareTable } from './share-table.tsx';

type FiguresProps = {
  days: DashboardSearch['days'];
  /** Instead of the last days. */
  chosen: { from: string; to: string } | undefined;
  serviceCenter: string | undefined;
};

export function Figures({ days, chosen, serviceCenter }: FiguresProps) {
  const t = useTranslations('reports');
  const { swap } = useListUrl();
  const formats = useFormats();
  const {
    data: fresh,
    error,
    refetch,
  } = useQuery({
    ...endpointQuery(getDashboard, { query: { days, serviceCenter, ...chosen } }),
    placeholderData: keepPreviousData,
  });
  const data = useDeferredFirst(fresh);
  const names = dashboardDays.map((count) => ({ value: `${count}` as const, label: t('days', { count }) }));
  const scope = data && { from: data.from, to: data.to, serviceCenter };
  return (
    <Panel
      title={
        chosen
          ? t('entered.titleChosen', { from: formats.date(chosen.from), to: formats.date(chosen.to) })
          : t('entered.title', { count: days })
      }
      help={scope && <Entered leads={data.leads} scope={scope} />}
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
      {scope ? (
        <Loaded figures={data} scope={scope} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </Panel>
  );
}

function Entered({ leads, scope }: { leads: number; scope: DashboardScope }) {
  const t = useTranslations('reports.entered');
  const formats = useFormats();
  const days = { from: formats.date(scope.from), to: formats.date(scope.to) };
  return (
    <>
      {t('help', { count: leads, ...days })}{' '}
      {leads > 0 && <Link {...leadsLink(leadsOfDashboard.all(scope))}>{t('open')}</Link>}
    </>
  );
}

function Loaded({ figures, scope }: { figures: Dashboard; scope: DashboardScope }) {
  const t = useTranslations('reports');
  const leads = useTranslations('leads');
  const locale = useLocale();
  const listed = useListedReason();
  return (
    <Panels>
      <DaysPanel days={figures.days} scope={scope} />
      <PanelColumn>
        <Panel title={t('funnel.title')} help={t('funnel.help')}>
          <FunnelTable funnel={figures.funnel} scope={scope} />
        </Panel>
        <Panel title={t('speed.title')} help={t('speed.help')}>
          <SpeedCards figures={figures} scope={scope} />
        </Panel>
      </PanelColumn>
      <Panel title={t('lostReasons.title')} help={t('lostReasons.help')}>
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
              of: leadsOfDashboard.lostReason(scope, reason),
            }))}
            foot={
              <p className={classes.foot}>
                <Link {...leadsLink(leadsOfDashboard.lost(scope))}>
                  {t('lostReasons.allLost', { count: figures.lost })}
                </Link>
              </p>
            }
          />
        )}
      </Panel>
      <Panel title={t('platforms.title')} help={t('platforms.help')}>
        <ShareTable
          label={t('platforms.title')}
          header={t('platforms.platform')}
          all={figures.leads}
          rows={figures.platforms.map(({ platform, leads: count }) => ({
            key: platform,
            label: platform === 'none' ? t('platforms.none') : leads(`platforms.${platform}`),
            leads: count,
            of: leadsOfDashboard.platform(scope, platform),
          }))}
        />
      </Panel>
      <Panel title={t('offeringTypes.title')} help={t('offeringTypes.help')}>
        <ShareTable
          label={t('offeringTypes.title')}
          header={t('offeringTypes.type')}
          all={figures.leads}
          rows={figures.offeringTypes.map(({ type, leads: count }) => ({
            key: type,
            label: type === 'none' ? t('offeringTypes.none') : leads(`types.${type}`),
            leads: count,
            of: leadsOfDashboard.offeringType(scope, type),
          }))}
        />
      </Panel>
    </Panels>
  );
}

/** Reasons come in lower case. */
function capitalised(reason: string, locale: string): string {
  const [first = ''] = reason;
  return first.toLocaleUpperCase(locale) + reason.slice(first.length);
}

type SpeedCardsProps = { figures: Pick<Dashboard, Milestone>; scope: DashboardScope };

function SpeedCards({ figures, scope }: SpeedCardsProps) {
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

/**
 * The first data are drawn in slices, so that a slow processor paints and hears keys in between; what follows, and what is there
 * from the start, at once.
 */
export function useDeferredFirst<Data>(data: Data | undefined): Data | undefined {
  const isThere = useDeferredValue(data !== undefined);
  return isThere ? data : undefined;
}
