import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Dashboard } from '#contract/dashboard.ts';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';

type DaysChartProps = {
  days: Dashboard['days'];
  onOpen: (date: string, status: LeadStatus) => void;
};

/** Shows how many leads of each present status were entered on each day, as a chart. `onOpen` opens the leads of a day and status. */
export function LeadsByDayChart({ days, onOpen }: DaysChartProps) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const formats = useFormats();
  const last = days.at(-1)?.date ?? '';
  const patternId = useId();
  const isPhone = useIsPhone();
  // An SVG keeps its colours where others are forced.
  const isForced = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false });
  return (
    <div role="img" aria-label={t('chartOf')}>
      <BarChart
        h={220}
        type="stacked"
        data={days}
        dataKey="date"
        series={leadStatuses.map((status) => ({
          name: status,
          label: leads(`statuses.${status}`),
          color: isForced ? 'CanvasText' : `var(--status-${status}-dot)`,
        }))}
        accessibilityLayer={false}
        gridColor="var(--hairline)"
        textColor="var(--dimmed)"
        cursorFill="var(--surface-hover)"
        maxBarWidth={32}
        valueFormatter={(value) => format.number(value)}
        // A number of days and no vertical lines: fitting texts, axis and grid lay out the whole page for each day.
        gridProps={{ verticalCoordinatesGenerator: () => [] }}
        xAxisProps={{
          tickFormatter: (date: string) => formats.nearDate(date, last),
          interval: Math.ceil(days.length / (isPhone ? 4 : 10)) - 1,
        }}
        yAxisProps={{ width: 36, allowDecimals: false, interval: 0 }}
        tooltipProps={{ labelFormatter: (date) => formats.date(String(date)) }}
        barProps={(series) => ({
          cursor: 'pointer',
          ...(isForced && {
            fill: `url(#${patternId}-${series.name})`,
            stroke: 'CanvasText',
            strokeOpacity: 1,
          }),
          isAnimationActive: false,
          onClick: (_bar, at) => {
            const date = days[at]?.date;
            const status = leadStatuses.find((one) => one === series.name);
            if (date && status) onOpen(date, status);
          },
        })}
      >
        {isForced && (
          <defs>
            {leadStatuses.map((status) => (
              <StatusPattern key={status} id={`${patternId}-${status}`} strokes={strokes[status]} />
            ))}
          </defs>
        )}
      </BarChart>
    </div>
  );
}

const strokes = {
  pending: '',
  potential: 'M-1 1 l2 -2 M0 4 l4 -4 M3 5 l2 -2',
  booked: 'M0 1 h4',
  completed: 'M0 1 h4 M0 2 h4 M0 3 h4 M0 4 h4',
  lostCustomer: 'M1 0 v4',
} as const satisfies Record<LeadStatus, string>;

function StatusPattern({ id, strokes }: { id: string; strokes: string }) {
  return (
    <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse">
      <rect width={4} height={4} fill="Canvas" />
      <path d={strokes} stroke="CanvasText" strokeWidth={1.5} fill="none" />
    </pattern>
  );
}
