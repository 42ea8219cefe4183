import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { countLeadsByStatus, type LeadCounts } from '#contract/leads/leads.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';

type StatusCardsProps = {
  serviceCenter: string | undefined;
  to?: '/main/leadsByStatus/$status' | '/main/manageMentLead/$status';
};

export function LeadStatusCards({ serviceCenter, to }: StatusCardsProps) {
  const t = useTranslations('leads');
  const dashboard = useTranslations('dashboard');
  const format = useFormatter();
  const query = useQuery({
    ...endpointQuery(countLeadsByStatus, { query: { serviceCenter } }),
    placeholderData: keepPreviousData,
  });
  const cards = (counts: LeadCounts | undefined) => (
    <MetricRow label={dashboard('byStatus')}>
      {leadStatuses.map((status) => (
        <MetricCard
          key={status}
          label={<StatusDot status={status}>{t(`statuses.${status}`)}</StatusDot>}
          value={counts && format.number(counts[`${status}Leads`])}
          link={to && { to, params: { status } }}
        />
      ))}
    </MetricRow>
  );
  return (
    <Loaded query={query} instead={cards(undefined)}>
      {cards}
    </Loaded>
  );
}
