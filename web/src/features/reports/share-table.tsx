import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { FigureTable } from '#web/ui/rows/figure-table.tsx';
import classes from './panel.module.css';
import { linkToLeads } from './report-search.ts';

type ShareTableProps = {
  label: string;
  header: string;
  rows: readonly { key: string; label: string; leads: number; of: ManagementLeadFilters }[];
  all: number;
  foot?: ReactNode;
};

/** Shows numbers of leads, each with its share of `all` as a bar and a link to the leads. */
export function ShareTable({ label, header, rows, all, foot }: ShareTableProps) {
  const t = useTranslations('reports');
  const format = useFormatter();
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  return (
    <FigureTable
      label={label}
      look="wideNames"
      nameHeader={header}
      name={({ label, leads }) => (
        <>
          <span className={classes.words}>{label}</span>
          <ShareBar part={leads / most} />
        </>
      )}
      columns={[
        {
          key: 'leads',
          header: t('leads'),
          cell: ({ label, leads, of }) => ({
            count: leads,
            link: linkToLeads(of),
            label: t('openShare', { count: leads, label }),
          }),
        },
        {
          key: 'share',
          header: t('share'),
          cell: ({ leads }) => (all > 0 ? format.number(leads / all, percentFormat) : ''),
        },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
      rowLink={({ leads, of }) => (leads > 0 ? linkToLeads(of) : undefined)}
      foot={foot}
    />
  );
}

/** The format in which reports write a share. */
export const percentFormat = {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
} as const;

/** Shows a share as a bar. `part`: from 0 to 1. */
export function ShareBar({ part, status }: { part: number; status?: string }) {
  const background = status && `var(--status-${status}-dot)`;
  return (
    <span className={classes.track} aria-hidden>
      {part > 0 && <span className={classes.bar} style={{ width: `${part * 100}%`, background }} />}
    </span>
  );
}
