import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type WorkComparison as Compared, comparisonSpans } from '#contract/comparison.ts';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { FilterChips } from '#web/ui/filter/filters.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './comparison.module.css';
import { type ComparisonUrl, comparisonQuery } from './comparison.queries.ts';
import { getComparedDays } from './spans.ts';
import { FigureTiles } from './tiles.tsx';
import { useFilterNames } from './use-filter-names.ts';

/** Compares this week, or other days, with those before, in one tile a figure. */
export function WorkComparisonPanel({ url }: { url: ComparisonUrl }) {
  const t = useTranslations('reports.comparison');
  const { replaceRecord: swap } = useListUrl();
  const today = useToday();
  const { serviceCenter, advisor, platform } = url;
  const days = getComparedDays(url, today);
  const span = 'span' in days ? days.span : undefined;
  const { data, error, refetch } = useQuery(comparisonQuery(url, today));
  return (
    <ReportPanel
      title={t(`titles.${span ?? 'chosen'}`)}
      help={t('help')}
      action={
        <div className={classes.spans}>
          <Segments
            label={t('span')}
            value={span ?? ''}
            onChange={(next) => swap({ span: next || undefined, from: undefined, to: undefined })}
            options={comparisonSpans.map((value) => ({ value, label: t(`spans.${value}`) }))}
          />
        </div>
      }
      isSection
    >
      <NarrowingChips url={url} />
      <Loaded query={{ data, error, refetch }} instead={<Skeleton width="100%" height={164} />}>
        {(data) => (
          <>
            <ComparedDaysLine data={data} today={today} />
            <FigureTiles data={data} filters={{ serviceCenter, advisor, platform }} />
          </>
        )}
      </Loaded>
    </ReportPanel>
  );
}

function ComparedDaysLine({ data, today }: { data: Compared; today: string }) {
  const t = useTranslations('reports.comparison');
  const formats = useFormats();
  const spanOf = ({ from, to }: Compared['now']) => {
    const [first, last] = [from, to].map((date) => formats.nearDate(date, today));
    return from === to ? last : t('days', { from: first ?? '', to: last ?? '' });
  };
  const { now, before } = data;
  const days = { now: spanOf(now) ?? '', before: spanOf(before) ?? '' };
  return (
    <p className={classes.days}>
      {before.until === undefined
        ? t('compared', days)
        : t('comparedUntil', { ...days, time: formats.timeOf(Date.parse(before.until)) })}
    </p>
  );
}

function NarrowingChips({ url }: { url: ComparisonUrl }) {
  const t = useTranslations('reports.comparison');
  const { replaceRecord: swap } = useListUrl();
  const chips = useFilterNames(url).map(({ name, text }) => ({
    key: name,
    text,
    action: t('removeFilter', { text }),
    onRemove: () => swap({ [name]: undefined }),
  }));
  return <FilterChips label={t('narrow')} chips={chips} />;
}
