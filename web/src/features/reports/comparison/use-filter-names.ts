import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import type { ComparisonFilters } from './shown-figures.ts';

type Narrowing = { name: 'advisor' | 'platform'; text: string };

/** Names the advisor and the platform that narrow the figures. */
export function useFilterNames({ serviceCenter, advisor, platform }: ComparisonFilters): Narrowing[] {
  const t = useTranslations('reports.comparison');
  const leads = useTranslations('leads');
  const advisors = useQuery({
    ...endpointQuery(listAdvisors, { query: { serviceCenter } }),
    enabled: advisor !== undefined && advisor !== 'nobody',
  });
  const name = advisors.data?.find(({ _id }) => _id === advisor)?.name ?? t('oneAdvisor');
  return [
    ...(advisor ? [{ name: 'advisor' as const, text: advisor === 'nobody' ? t('nobody') : name }] : []),
    ...(platform
      ? [
          {
            name: 'platform' as const,
            text: platform === 'none' ? t('noPlatform') : leads(`platforms.${platform}`),
          },
        ]
      : []),
  ];
}
