import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type LateFigure,
  type LateGrouping,
  type LateRow,
  lateGroupings,
  toLateLeadFilters,
} from '#contract/comparison.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { lateFiguresQuery } from '#web/features/reports/dashboard/dashboard.queries.ts';
import classes from '#web/features/reports/panel.module.css';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { type FigureColumn, type FigureLink, FigureTable } from '#web/ui/rows/figure-table.tsx';

/** Counts late and neglected leads by center or advisor; each count opens its leads. */
export function LateFiguresTable({
  serviceCenter,
  by,
}: {
  serviceCenter: string | undefined;
  by: LateGrouping;
}) {
  const t = useTranslations('reports.late');
  const { replaceRecord: swap } = useListUrl();
  const query = useQuery({
    ...lateFiguresQuery(serviceCenter, by),
    placeholderData: keepPreviousData,
    // Targets pass by themselves.
    refetchInterval: 60_000,
  });
  return (
    <ReportPanel
      title={t('title')}
      help={t('help')}
      action={
        <Segments
          label={t('by')}
          value={by}
          onChange={(lateBy) => swap({ lateBy })}
          options={lateGroupings.map((one) => ({ value: one, label: t(`groupings.${one}`) }))}
        />
      }
      isSection
    >
      <Loaded query={query} instead={<Skeleton width="100%" height={180} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p role="status">{t('nothing')}</p>
          ) : (
            <LateTable rows={rows} by={by} serviceCenter={serviceCenter} />
          )
        }
      </Loaded>
    </ReportPanel>
  );
}

// Of more rows than fit one screen the first are shown: those with most that is late.
const mostRows = 6;
const firstRows = 5;

type LateTableProps = {
  rows: readonly LateRow[];
  by: LateGrouping;
  serviceCenter: string | undefined;
};

const untilNow = ['response', 'followUps', 'appointments'] as const satisfies readonly LateFigure[];

type NamedLateRow = LateRow & { label: string; of: LateGroup };
type LateGroup = { serviceCenter?: string | undefined; advisor?: string };

function LateTable({ rows, by, serviceCenter }: LateTableProps) {
  const t = useTranslations('reports.late');
  const leads = useTranslations('leads');
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > mostRows;
  const sum = (figure: LateFigure) => rows.reduce((total, row) => total + row[figure], 0);
  const column = (figure: LateFigure, header: string): FigureColumn<NamedLateRow> => ({
    key: figure,
    header,
    cell: ({ label, of, [figure]: count }) => ({
      count,
      link: linkToLate(figure, of),
      label: t('open', { count, name: label, figure: t(`figures.${figure}`) }),
    }),
  });
  return (
    <FigureTable
      label={t('title')}
      look="dense"
      nameHeader={t(`groups.${by}`)}
      name={({ label }) => <span className="two-lines">{label}</span>}
      columns={[
        ...untilNow.map((figure) => column(figure, t(`figures.${figure}`))),
        ...openStatuses.map((status) => ({
          ...column(status, leads(`statuses.${status}`)),
          group: t('neglected'),
        })),
      ]}
      rows={(isCut ? rows.slice(0, firstRows) : rows).map((row) => ({
        ...row,
        label: row.name ?? t('nobody'),
        of: { serviceCenter, [by]: row._id ?? 'nobody' },
      }))}
      rowKey={({ _id }) => _id ?? ''}
      total={{
        ...{ _id: null, name: null, label: t('all'), of: { serviceCenter } },
        ...{ response: sum('response'), followUps: sum('followUps'), appointments: sum('appointments') },
        ...{ pending: sum('pending'), potential: sum('potential'), booked: sum('booked') },
      }}
      foot={
        isCut && (
          <button type="button" className={classes.more} onClick={() => setWhole(true)}>
            {t('showAll', { count: rows.length })}
          </button>
        )
      }
    />
  );
}

function linkToLate(figure: LateFigure, of: LateGroup): FigureLink {
  if (figure === 'pending' || figure === 'potential' || figure === 'booked')
    return { to: '/main/neglected', search: { status: figure, ...of } };
  return linkToLeads(toLateLeadFilters[figure](of));
}
