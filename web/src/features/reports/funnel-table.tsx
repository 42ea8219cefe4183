import { useFormatter, useTranslations } from 'use-intl';
import { type Dashboard, type DashboardScope, dashboardLeadFilters } from '#contract/dashboard.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './figure-table.module.css';
import { FigureLink, FigureRow, percentFormat, ShareBar } from './share-table.tsx';

type FunnelTableProps = { funnel: Dashboard['funnel']; scope: DashboardScope };

export function FunnelTable({ funnel, scope }: FunnelTableProps) {
  const t = useTranslations('reports.funnel');
  const leads = useTranslations('leads');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const all = Math.max(1, funnel[0]?.reached ?? 0);
  return (
    <div className={`${classes.frame} scroll-edge`}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stage')}</th>
            <th scope="col">{t('reached')}</th>
            <th scope="col">{t('waiting')}</th>
            <th scope="col">{t('lost')}</th>
            <th scope="col">{t('dropOff')}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ stage, reached, lost, waiting }) => {
            const name = leads(`statuses.${stage}`);
            const dropOff = format.number(lost / Math.max(1, reached), percentFormat);
            return (
              <FigureRow key={stage} count={reached} of={dashboardLeadFilters.reached(scope, stage)}>
                <th scope="row">
                  <StatusDot status={stage}>{name}</StatusDot>
                  <ShareBar part={reached / all} status={stage} />
                </th>
                <td>
                  <FigureLink
                    count={reached}
                    leads={dashboardLeadFilters.reached(scope, stage)}
                    label={t('openReached', { count: reached, stage: name })}
                  />
                </td>
                <td>
                  {stage === 'completed' ? (
                    ui('none')
                  ) : (
                    <FigureLink
                      count={waiting}
                      leads={dashboardLeadFilters.waitingAt(scope, stage)}
                      label={t('openWaiting', { count: waiting, stage: name })}
                    />
                  )}
                </td>
                <td>
                  <FigureLink
                    count={lost}
                    leads={dashboardLeadFilters.lostAt(scope, stage)}
                    label={t('openLost', { count: lost, stage: name })}
                  />
                </td>
                <td>
                  {reached > 0 ? (
                    <FigureLink
                      count={lost}
                      leads={dashboardLeadFilters.lostAt(scope, stage)}
                      label={t('openDropOff', { share: dropOff, count: lost, stage: name })}
                    >
                      {dropOff}
                    </FigureLink>
                  ) : (
                    ui('none')
                  )}
                </td>
              </FigureRow>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
