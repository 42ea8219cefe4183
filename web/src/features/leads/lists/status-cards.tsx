import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { countLeadsByStatus, type LeadCounts } from '#contract/leads/leads.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import classes from './status-cards.module.css';

type StatusCardsProps = {
  serviceCenter: string | undefined;
  to: '/main/leadsByStatus/$status' | '/main/manageMentLead/$status';
};

/** Shows the statuses in one line, each with its count and a link to its list. */
export function LeadStatusCards({ serviceCenter, to }: StatusCardsProps) {
  const t = useTranslations('leads');
  const dashboard = useTranslations('dashboard');
  const format = useFormatter();
  const query = useQuery({
    ...endpointQuery(countLeadsByStatus, { query: { serviceCenter } }),
    placeholderData: keepPreviousData,
  });
  const cards = (counts: LeadCounts | undefined) => (
    <ul className={classes.cards} aria-label={dashboard('byStatus')}>
      {leadStatuses.map((status) => (
        <li key={status}>
          <Link to={to} params={{ status }} className={classes.card}>
            <StatusDot status={status}>{t(`statuses.${status}`)}</StatusDot>{' '}
            <span key={counts ? 'known' : 'awaited'} className={classes.count}>
              {counts ? format.number(counts[`${status}Leads`]) : <Skeleton width="28px" />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <Loaded query={query} instead={cards(undefined)}>
      {cards}
    </Loaded>
  );
}
