import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { countLeadsByCenter } from '#contract/leads/lead-oversight.ts';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { toStatusCounts } from '#web/features/leads/record/leads.queries.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import classes from './center-counts.module.css';

export function LeadCountsByCenter({ only }: { only: string | undefined }) {
  const t = useTranslations('managementLeads.byCenter');
  const leads = useTranslations('leads');
  const { data, error, refetch } = useQuery(endpointQuery(countLeadsByCenter));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const centers = data
    ?.filter(({ serviceCenterId }) => !only || serviceCenterId === only)
    .map((center) => ({
      id: center.serviceCenterId,
      name: center.serviceCenterName,
      counts: toStatusCounts(center),
    }));
  return (
    <section aria-labelledby="by-center">
      <h2 id="by-center" className={`heading ${classes.title}`}>
        {t('title')}
      </h2>
      <div className={`${classes.frame} scroll-edge`}>
        <table className={classes.table}>
          <caption className="visually-hidden">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.name}>
                {t('center')}
              </th>
              {leadStatuses.map((status) => (
                <th key={status} scope="col">
                  <StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>
                </th>
              ))}
              <th scope="col">{t('all')}</th>
            </tr>
          </thead>
          <tbody>
            {centers ? (
              centers.map(({ id, name, counts }) => (
                <CenterRow key={id} id={id} name={name} counts={counts} />
              ))
            ) : (
              <LoadingRows />
            )}
          </tbody>
          {centers && centers.length > 1 && (
            <tfoot>
              <CenterRow
                id={undefined}
                name={t('total')}
                counts={totalOf(centers.map(({ counts }) => counts))}
              />
            </tfoot>
          )}
        </table>
      </div>
    </section>
  );
}

type Counts = Record<LeadStatus, number>;

function totalOf(all: readonly Counts[]): Counts {
  const sum = (status: LeadStatus) => all.reduce((total, counts) => total + counts[status], 0);
  return {
    pending: sum('pending'),
    potential: sum('potential'),
    booked: sum('booked'),
    completed: sum('completed'),
    lostCustomer: sum('lostCustomer'),
  };
}

function CenterRow({ id, name, counts }: { id: string | undefined; name: string; counts: Counts }) {
  const t = useTranslations('managementLeads.byCenter');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const cells = [
    ...leadStatuses.map((status) => ({ status, label: leads(`statuses.${status}`), count: counts[status] })),
    { status: 'all', label: t('all'), count: leadStatuses.reduce((sum, status) => sum + counts[status], 0) },
  ];
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <span className="two-lines">{name}</span>
      </th>
      {cells.map(({ status, label, count }) => (
        <td key={status}>
          {count === 0 ? (
            <span className="dimmed">{format.number(0)}</span>
          ) : (
            <Link
              to="/main/manageMentLead/$status"
              params={{ status }}
              // Named even when undefined, so that the screen's center does not narrow the list.
              search={{ serviceCenter: id }}
              className={classes.figure}
              aria-label={t('open', { name, status: label, count })}
            >
              {format.number(count)}
            </Link>
          )}
        </td>
      ))}
    </tr>
  );
}

function LoadingRows() {
  return ['45%', '60%', '50%', '55%'].map((width) => (
    <tr key={width}>
      <th scope="row" className={classes.name}>
        <Skeleton width={width} />
      </th>
      <td colSpan={leadStatuses.length + 1} />
    </tr>
  ));
}
