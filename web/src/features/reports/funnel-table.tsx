import { useFormatter, useTranslations } from 'use-intl';
import { type Dashboard, type DashboardFilters, toDashboardLeadFilters } from '#contract/dashboard.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { FigureTable } from '#web/ui/rows/figure-table.tsx';
import { linkToLeads } from './report-search.ts';
import { percentFormat, ShareBar } from './share-table.tsx';

type FunnelTableProps = { funnel: Dashboard['funnel']; filters: DashboardFilters };

/** Shows how many leads reached each stage, and how many were lost or wait there, each number with its leads. */
export function FunnelTable({ funnel, filters }: FunnelTableProps) {
  const t = useTranslations('reports.funnel');
  const leads = useTranslations('leads');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const all = Math.max(1, funnel[0]?.reached ?? 0);
  const rows = funnel.map((row) => {
    const { stage, reached, lost } = row;
    return {
      ...row,
      name: leads(`statuses.${stage}`),
      dropOff: format.number(lost / Math.max(1, reached), percentFormat),
      toReached: linkToLeads(toDashboardLeadFilters.reached(filters, stage)),
      toLost: linkToLeads(toDashboardLeadFilters.lostAt(filters, stage)),
    };
  });
  return (
    <FigureTable
      label={t('title')}
      look="wideNames"
      nameHeader={t('stage')}
      name={({ stage, name, reached }) => (
        <>
          <StatusDot status={stage}>{name}</StatusDot>
          <ShareBar part={reached / all} status={stage} />
        </>
      )}
      rows={rows}
      rowKey={({ stage }) => stage}
      rowLink={({ reached, toReached }) => (reached > 0 ? toReached : undefined)}
      columns={[
        {
          key: 'reached',
          header: t('reached'),
          cell: ({ name, reached, toReached }) => ({
            count: reached,
            link: toReached,
            label: t('openReached', { count: reached, stage: name }),
          }),
        },
        {
          key: 'waiting',
          header: t('waiting'),
          cell: ({ stage, name, waiting }) =>
            stage === 'completed'
              ? ui('none')
              : {
                  count: waiting,
                  link: linkToLeads(toDashboardLeadFilters.waitingAt(filters, stage)),
                  label: t('openWaiting', { count: waiting, stage: name }),
                },
        },
        {
          key: 'lost',
          header: t('lost'),
          cell: ({ name, lost, toLost }) => ({
            count: lost,
            link: toLost,
            label: t('openLost', { count: lost, stage: name }),
          }),
        },
        {
          key: 'dropOff',
          header: t('dropOff'),
          cell: ({ name, reached, lost, toLost, dropOff }) =>
            reached > 0
              ? {
                  count: lost,
                  text: dropOff,
                  link: toLost,
                  label: t('openDropOff', { share: dropOff, count: lost, stage: name }),
                }
              : ui('none'),
        },
      ]}
    />
  );
}
