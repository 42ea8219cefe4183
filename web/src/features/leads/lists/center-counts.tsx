import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type CenterLeadCounts, countLeadsByCenter } from '#contract/leads/lead-oversight.ts';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { toStatusCounts } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { type FigureColumn, FigureTable } from '#web/ui/rows/figure-table.tsx';
import classes from './lists.module.css';

/** Shows how many leads each center has in each status. `only`: the id of a single center. */
export function LeadCountsByCenter({ only }: { only: string | undefined }) {
  const query = useQuery(endpointQuery(countLeadsByCenter));
  return (
    <Loaded query={query} instead={<CenterCounts rows={undefined} />}>
      {(centers) => (
        <CenterCounts
          rows={centers.filter(({ serviceCenterId }) => !only || serviceCenterId === only).map(toRow)}
        />
      )}
    </Loaded>
  );
}

type CenterRow = { id: string | undefined; name: string; counts: Record<LeadStatus, number> };

function toRow(center: CenterLeadCounts): CenterRow {
  return { id: center.serviceCenterId, name: center.serviceCenterName, counts: toStatusCounts(center) };
}

function CenterCounts({ rows }: { rows: readonly CenterRow[] | undefined }) {
  const t = useTranslations('managementLeads.byCenter');
  const leads = useTranslations('leads');
  const column = (
    status: LeadStatus | 'all',
    title: string,
    count: (row: CenterRow) => number,
  ): FigureColumn<CenterRow> => ({
    key: status,
    header: status === 'all' ? title : <StatusDot status={status}>{title}</StatusDot>,
    cell: (row) => ({
      count: count(row),
      link: {
        to: '/main/manageMentLead/$status',
        params: { status },
        // Named even when undefined, so that the screen's center does not narrow the list.
        search: { serviceCenter: row.id },
      },
      label: t('open', { name: row.name, status: title, count: count(row) }),
    }),
  });
  return (
    <section aria-labelledby="by-center">
      <h2 id="by-center" className={`heading ${classes.title}`}>
        {t('title')}
      </h2>
      <FigureTable
        label={t('title')}
        look="even"
        nameHeader={t('center')}
        name={({ name }) => <span className="two-lines">{name}</span>}
        columns={[
          ...leadStatuses.map((status) =>
            column(status, leads(`statuses.${status}`), ({ counts }) => counts[status]),
          ),
          column('all', t('all'), ({ counts }) =>
            leadStatuses.reduce((sum, status) => sum + counts[status], 0),
          ),
        ]}
        rows={rows}
        rowKey={({ id }) => id ?? ''}
        total={rows && rows.length > 1 ? totalOf(rows, t('total')) : undefined}
      />
    </section>
  );
}

function totalOf(rows: readonly CenterRow[], name: string): CenterRow {
  const sum = (status: LeadStatus) => rows.reduce((total, { counts }) => total + counts[status], 0);
  return {
    id: undefined,
    name,
    counts: {
      pending: sum('pending'),
      potential: sum('potential'),
      booked: sum('booked'),
      completed: sum('completed'),
      lostCustomer: sum('lostCustomer'),
    },
  };
}
