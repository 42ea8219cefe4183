import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import {
  type WorkComparison as Compared,
  type ComparisonGrouping,
  type ComparisonSpan,
  comparisonGroupings,
  comparisonSpans,
  type DailyFigure,
  dailyFigures,
  downloadWorkComparison,
  getComparisonLeadFilter,
  getWorkComparison,
  maxComparisonDays,
} from '#contract/comparison.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { platformOrNone } from '#contract/leads/management-lead-filters.ts';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';
import classes from './comparison.module.css';
import {
  type ComparisonDataProps,
  type ComparisonScope,
  isDurationFigure,
  useDescribeDifference,
  useFormatFigure,
} from './shown-figures.ts';
import { getComparedDays } from './spans.ts';
import { FigureTiles } from './tiles.tsx';

type ComparisonProps = {
  url: ComparisonScope & { span?: ComparisonSpan; from?: string; to?: string; by: ComparisonGrouping };
};

/** Compares these days with as many before, in figures and by center, advisor or platform. */
export function WorkComparisonPanel({ url }: ComparisonProps) {
  const t = useTranslations('reports.comparison');
  const leads = useTranslations('leads');
  const work = useTranslations('leadWork');
  const formats = useFormats();
  const { replaceRecord: swap } = useListUrl();
  const today = useToday();
  const { serviceCenter, advisor, platform, by } = url;
  const advisors = useQuery(endpointQuery(listAdvisors, { query: { serviceCenter } }));
  const days = getComparedDays(url, today);
  const span = 'span' in days ? days.span : undefined;
  const scope: ComparisonScope = { serviceCenter, advisor, platform };
  const query = { ...days, ...scope, by };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getWorkComparison, { query }),
    placeholderData: keepPreviousData,
  });
  const said = ({ from, to }: { from: string; to: string }) =>
    from === to ? formats.date(from) : t('days', { from: formats.date(from), to: formats.date(to) });
  return (
    <ReportPanel
      title={t(`titles.${span ?? 'chosen'}`)}
      help={
        data &&
        [t('help', { now: said(data.now), before: said(data.before) }), data.now.to === today && t('soFar')]
          .filter(Boolean)
          .join(' ')
      }
      action={
        <div className="button-row">
          <Segments
            label={t('span')}
            value={span ?? ''}
            onChange={(next) => swap({ span: next || undefined, from: undefined, to: undefined })}
            options={comparisonSpans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          />
          <DownloadButton
            endpoint={downloadWorkComparison}
            input={{ query }}
            label={t('download')}
            failed={t('notDownloaded')}
          />
        </div>
      }
      isSection
    >
      <fieldset className={classes.filters} aria-label={t('narrow')}>
        <DaysFilter
          value={{ startDate: url.from, endDate: url.to }}
          today={today}
          longest={maxComparisonDays}
          onFilter={(change) =>
            swap({
              ...('startDate' in change && { from: change.startDate }),
              ...('endDate' in change && { to: change.endDate }),
            })
          }
        />
        <Choice
          className="filter"
          aria-label={work('advisor')}
          data={[
            { value: '', label: work('everybodys') },
            { value: 'nobody', label: work('nobodys') },
            ...(advisors.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          value={advisor ?? ''}
          onChange={(next) => swap({ advisor: next || undefined })}
        />
        <Choice
          className="filter"
          aria-label={t('platform')}
          data={[
            { value: '', label: t('allPlatforms') },
            ...platformOrNone.options.map((one) => ({
              value: one,
              label: one === 'none' ? t('noPlatform') : leads(`platforms.${one}`),
            })),
          ]}
          value={platform ?? ''}
          onChange={(next) => swap({ platform: next || undefined })}
        />
        <Segments
          label={t('by')}
          value={by}
          onChange={(next) => swap({ by: next })}
          options={comparisonGroupings.map((one) => ({ value: one, label: t(`groupings.${one}`) }))}
        />
      </fieldset>
      <Loaded query={{ data, error, refetch }} instead={<Skeleton width="100%" height={320} />}>
        {(data) => (
          <>
            <FigureTiles data={data} scope={scope} />
            <Groups data={data} by={by} scope={scope} />
          </>
        )}
      </Loaded>
    </ReportPanel>
  );
}

function Groups({ data, by, scope }: ComparisonDataProps & { by: ComparisonGrouping }) {
  const t = useTranslations('reports.comparison');
  const leads = useTranslations('leads');
  const nameOf = ({ _id, name }: Compared['rows'][number]) => {
    if (by !== 'platform') return name ?? t('nobody');
    const platform = platformOrNone.options.find((one) => one === _id);
    return !platform || platform === 'none' ? t('noPlatform') : leads(`platforms.${platform}`);
  };
  if (data.rows.length === 0) return <p className="dimmed">{t('nothing')}</p>;
  return (
    <FigureTable
      label={t('tableOf')}
      look="dense"
      nameHeader={t(`groups.${by}`)}
      name={(row) => <span className="two-lines">{nameOf(row)}</span>}
      columns={dailyFigures.map(
        (figure): FigureColumn<Compared['rows'][number]> => ({
          key: figure,
          header: t(`short.${figure}`),
          cell: (row) => (
            <Pair
              {...{ figure, row, data, name: nameOf(row) }}
              of={{ ...scope, [by]: row._id ?? 'nobody' }}
            />
          ),
        }),
      )}
      rows={data.rows}
      rowKey={({ _id }) => _id ?? ''}
    />
  );
}

type PairProps = {
  figure: DailyFigure;
  row: Compared['rows'][number];
  data: Compared;
  name: string;
  of: ComparisonScope;
};

function Pair({ figure, row, data, name, of }: PairProps) {
  const t = useTranslations('reports.comparison');
  const text = useFormatFigure();
  const difference = useDescribeDifference()(figure, row.now[figure], row.before[figure]);
  const change = isDurationFigure(figure) ? difference?.share : difference?.signed;
  const pair = (['now', 'before'] as const).map((when) => {
    const list = row[when][figure] ? getComparisonLeadFilter(figure, data[when], of) : undefined;
    const look = { className: classes[when] };
    const value = text(figure, row[when]);
    const label = t(`openOf.${when}`, { name, value, figure: t(`figures.${figure}`) });
    return list ? (
      <Link key={when} {...look} {...linkToLeads(list)} aria-label={label}>
        {value}
      </Link>
    ) : (
      <span key={when} {...look}>
        {value}
      </span>
    );
  });
  return (
    <span className={classes.pair}>
      {pair}
      {difference && row.now[figure] !== row.before[figure] && (
        <span className={classes.change} data-better={difference.isBetter || undefined}>
          {change}
        </span>
      )}
    </span>
  );
}
