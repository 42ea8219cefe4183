import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  getLateFigures,
  type LateFigure,
  type LateGrouping,
  type LateRow,
  lateFigures,
  lateGroupings,
  lateLeadFilters,
} from '#contract/comparison.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { ReportPanel } from '#web/features/reports/panel.tsx';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import classes from '#web/features/reports/report-table.module.css';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

export function LateLeadsTable({
  serviceCenter,
  by,
}: {
  serviceCenter: string | undefined;
  by: LateGrouping;
}) {
  const t = useTranslations('reports.late');
  const { replaceRecord: swap } = useListUrl();
  const query = useQuery({
    ...endpointQuery(getLateFigures, { query: { serviceCenter, by } }),
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

type LateTableProps = {
  rows: readonly LateRow[];
  by: LateGrouping;
  serviceCenter: string | undefined;
};

function LateTable({ rows, by, serviceCenter }: LateTableProps) {
  const t = useTranslations('reports.late');
  const leads = useTranslations('leads');
  const sum = (figure: LateFigure) => rows.reduce((total, row) => total + row[figure], 0);
  const nameOf = ({ name }: LateRow) => name ?? t('nobody');
  return (
    <div className={`${classes.frame} scroll-edge`}>
      <table className={`${classes.table} ${classes.roomy}`}>
        <caption className="visually-hidden">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={classes.name}>
              {t(`groups.${by}`)}
            </th>
            {(['response', 'followUps', 'appointments'] as const).map((figure) => (
              <th key={figure} scope="col" rowSpan={2}>
                {t(`figures.${figure}`)}
              </th>
            ))}
            <th scope="colgroup" colSpan={openStatuses.length} className={classes.window}>
              {t('neglected')}
            </th>
          </tr>
          <tr>
            {openStatuses.map((status) => (
              <th key={status} scope="col" className={status === 'pending' ? classes.first : undefined}>
                {leads(`statuses.${status}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id ?? ''}>
              <th scope="row" className={classes.name}>
                <span className="two-lines">{nameOf(row)}</span>
              </th>
              {lateFigures.map((figure) => (
                <LateCell
                  key={figure}
                  {...{ figure, count: row[figure], name: nameOf(row) }}
                  of={{ serviceCenter, [by]: row._id ?? 'nobody' }}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes.name}>
              {t('all')}
            </th>
            {lateFigures.map((figure) => (
              <LateCell
                key={figure}
                {...{ figure, count: sum(figure), name: t('all') }}
                of={{ serviceCenter }}
              />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type LateCellProps = {
  figure: LateFigure;
  count: number;
  name: string;
  of: { serviceCenter?: string | undefined; advisor?: string };
};

function LateCell({ figure, count, name, of }: LateCellProps) {
  const t = useTranslations('reports.late');
  const format = useFormatter();
  const label = t('open', { count, name, figure: t(`figures.${figure}`) });
  const text = format.number(count);
  return (
    <td className={figure === 'pending' ? classes.first : undefined}>
      {count === 0 ? (
        <span className={classes.zero}>{text}</span>
      ) : (
        <LateLink {...{ figure, of, label }}>{text}</LateLink>
      )}
    </td>
  );
}

type LateLinkProps = Pick<LateCellProps, 'figure' | 'of'> & { label: string; children: ReactNode };

function LateLink({ figure, of, label, children }: LateLinkProps) {
  const look = { className: classes.figure, 'aria-label': label };
  if (figure === 'pending' || figure === 'potential' || figure === 'booked')
    return (
      <Link {...look} to="/main/neglected" search={{ status: figure, ...of }}>
        {children}
      </Link>
    );
  return (
    <Link {...look} {...linkToLeads(lateLeadFilters[figure](of))}>
      {children}
    </Link>
  );
}
