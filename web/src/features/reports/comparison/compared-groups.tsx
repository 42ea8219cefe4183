import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import {
  type WorkComparison as Compared,
  comparisonGroupings,
  dailyFigures,
  downloadWorkComparison,
  getComparisonLeadFilter,
  maxComparisonDays,
} from '#contract/comparison.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { platformOrNone } from '#contract/leads/management-lead-filters.ts';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';
import { compareFigures, type GroupFigure } from './compare-figures.ts';
import classes from './comparison.module.css';
import { type ComparisonUrl, comparisonQuery, getComparisonInput } from './comparison.queries.ts';
import {
  type ComparisonDataProps,
  type ComparisonFilters,
  useFormatChange,
  useFormatFigure,
} from './shown-figures.ts';

/** Compares centers, advisors or platforms, with what narrows the comparison and its tiles. */
export function ComparedGroupsPanel({ url }: { url: ComparisonUrl }) {
  const t = useTranslations('reports.comparison');
  const leads = useTranslations('leads');
  const work = useTranslations('leadWork');
  const { replaceRecord: swap } = useListUrl();
  const today = useToday();
  const { serviceCenter, advisor, platform, by } = url;
  const advisors = useQuery(endpointQuery(listAdvisors, { query: { serviceCenter } }));
  const { data, error, refetch } = useQuery(comparisonQuery(url, today));
  return (
    <ReportPanel
      title={t('groupsTitle')}
      help={t('groupsHelp')}
      action={
        <DownloadButton
          endpoint={downloadWorkComparison}
          input={{ query: getComparisonInput(url, today) }}
          label={t('download')}
          failed={t('notDownloaded')}
        />
      }
      isSection
    >
      <fieldset className={classes.filters} aria-label={t('narrow')}>
        <Segments
          label={t('by')}
          value={by}
          onChange={(next) => swap({ by: next })}
          options={comparisonGroupings.map((one) => ({ value: one, label: t(`groupings.${one}`) }))}
        />
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
      </fieldset>
      <Loaded query={{ data, error, refetch }} instead={<Skeleton width="100%" height={320} />}>
        {(data) => <GroupsTable data={data} by={by} filters={{ serviceCenter, advisor, platform }} />}
      </Loaded>
    </ReportPanel>
  );
}

const groupFigures = dailyFigures.flatMap((figure): GroupFigure[] =>
  figure === 'shownUp' ? [figure, 'didNotCome'] : [figure],
);

type Group = Compared['rows'][number];
type NamedGroup = Omit<Group, '_id'> & { _id: string; label: string; of: ComparisonFilters };

function GroupsTable({ data, by, filters }: ComparisonDataProps & Pick<ComparisonUrl, 'by'>) {
  const t = useTranslations('reports.comparison');
  const leads = useTranslations('leads');
  const nameOf = ({ _id, name }: Group) => {
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
      name={({ label }) => <span className="two-lines">{label}</span>}
      columns={groupFigures.map(
        (figure): FigureColumn<NamedGroup> => ({
          key: figure,
          header: t(`short.${figure}`),
          cell: (row) => <ComparedPair {...{ figure, row, data }} />,
        }),
      )}
      rows={data.rows.map((row) => ({
        ...row,
        _id: row._id ?? '',
        label: nameOf(row),
        of: { ...filters, [by]: row._id ?? 'nobody' },
      }))}
      rowKey={({ _id }) => _id}
      total={{ ...data.total, _id: '', name: null, label: t('all'), of: filters }}
    />
  );
}

type PairProps = { figure: GroupFigure; row: NamedGroup; data: Compared };

function ComparedPair({ figure, row, data }: PairProps) {
  const t = useTranslations('reports.comparison');
  const text = useFormatFigure();
  const describe = useFormatChange();
  const change = compareFigures(figure, row.now, row.before);
  const words = change && describe(change);
  const pair = (['now', 'before'] as const).map((when) => {
    const list = row[when][figure] ? getComparisonLeadFilter(figure, data[when], row.of) : undefined;
    const look = { className: classes[when] };
    const value = text(figure, row[when]);
    const label = t(`openOf.${when}`, { name: row.label, value, figure: t(`figures.${figure}`) });
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
      {words && (
        <span className={classes.verdict} data-verdict={change.verdict}>
          {words}
        </span>
      )}
    </span>
  );
}
