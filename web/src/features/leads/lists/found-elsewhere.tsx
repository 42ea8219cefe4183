import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { countFoundByStatus } from '#contract/leads/lead-find.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { preserveFilters } from '#web/lib/url/preserved-search.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { rowFocusProps } from '#web/ui/rows/data-list.tsx';
import classes from './lists.module.css';

const keepSearch = preserveFilters('search', 'serviceCenter');

type FoundElsewhereProps = {
  search: string;
  serviceCenter: string | undefined;
  status: LeadStatus;
  to: '/main/leadsByStatus/$status' | '/main/manageMentLead/$status';
};

/** Links to the statuses in which the search would find leads, one key away from the search. */
export function SearchMatchesElsewhere({ search, serviceCenter, status: here, to }: FoundElsewhereProps) {
  const t = useTranslations('leads.elsewhere');
  const leads = useTranslations('leads');
  const { data, isPending } = useQuery(
    endpointQuery(countFoundByStatus, { body: { search, serviceCenter } }),
  );
  const { statuses = [], isCapped } = data ?? {};
  return (
    <div className={classes.box} aria-busy={isPending}>
      {statuses.length > 0 && <p>{t('found')}</p>}
      <ul className={classes.statuses}>
        {statuses.map(({ status, leads: count }) => (
          <li key={status}>
            <Link to={to} params={{ status }} search={keepSearch} {...rowFocusProps}>
              <StatusDot status={status}>
                {t(isCapped ? 'in' : status === here ? 'here' : 'of', {
                  count,
                  status: leads(`statuses.${status}`),
                })}
              </StatusDot>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
