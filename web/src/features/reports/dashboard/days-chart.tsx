import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormatter, useTranslations } from 'use-intl';
import type { Dashboard } from '#contract/dashboard.ts';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';

type DaysChartProps = {
  days: Dashboard['days'];
  onOpen: (date: string, status: LeadStatus) => void;
};

export function DaysChart({ days, onOpen }: DaysChartProps) {
  const t = useTranslations('reports.byDay');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const formats = useFormats();
  const last = days.at(-1)?.date ?? '';
  return (
    <div role="img" aria-label={t('chartOf')}>
      <BarChart
        h={260}
        type="stacked"
        data={days}
        dataKey="date"
        series={leadStatuses.map((status) => ({
          name: status,
          label: leads(`statuses.${status}`),
          color: `var(--status-${status}-dot)`,
        }))}
        accessibilityLayer={false}
        gridColor="var(--hairline)"
        textColor="var(--dimmed)"
        cursorFill="var(--surface-hover)"
        maxBarWidth={32}
        valueFormatter={(value) => format.number(value)}
        xAxisProps={{
          tickFormatter: (date: string) => formats.nearDate(date, last),
          interval: 'equidistantPreserveStart',
          minTickGap: 16,
        }}
        yAxisProps={{ width: 36, allowDecimals: false }}
        tooltipProps={{ labelFormatter: (date) => formats.date(String(date)) }}
        barProps={(series) => ({
          cursor: 'pointer',
          isAnimationActive: false,
          onClick: (_bar, at) => {
            const date = days[at]?.date;
            const status = leadStatuses.find((one) => one === series.name);
            if (date && status) onOpen(date, status);
          },
        })}
      />
    </div>
  );
}
