import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { type Level, levels } from '#contract/levels.ts';
import { EmptyState, LoadFailed } from '#web/ui/list-states.tsx';
import { MetricCard, MetricRow } from '#web/ui/metric-card.tsx';
import { Page } from '#web/ui/page.tsx';
import { useEmployeeDialogs } from './employee-dialogs.tsx';
import { EmployeeTabs } from './employee-tabs.tsx';
import { employeeListQuery } from './employees.queries.ts';
import { EmployeesTable } from './employees-table.tsx';
import { InviteLink } from './invite-link.tsx';
import classes from './overview-page.module.css';

/** Where each level's list is. */
const lists = {
  superAdmin: { to: '/main/manager', search: { level: 'superAdmin' } },
  admin: { to: '/main/manager', search: { level: 'admin' } },
  manager: { to: '/main/manager' },
  service: { to: '/main/service' },
  dataEntry: { to: '/main/dataEntry' },
  unassigned: { to: '/main/unassigned' },
} as const satisfies Record<Level, Pick<LinkProps, 'to' | 'search'>>;

/** How many employees each level has, and who waits for a role. */
export function OverviewPage({ title, assign }: { title: string; assign: string | undefined }) {
  const t = useTranslations('employees');
  const format = useFormatter();
  const pages = useQueries({ queries: levels.map((level) => employeeListQuery(level)) });
  const waiting = useQuery(employeeListQuery('unassigned'));
  const { employees, totalEmployeeCount = 0 } = waiting.data ?? {};
  const { dialogs, ...actions } = useEmployeeDialogs({ assign }, employees);
  const counts = pages.map(({ data }) => data?.totalEmployeeCount);
  const isCounted = counts.every((count) => count !== undefined);

  return (
    <Page
      title={title}
      total={isCounted ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : undefined}
      action={<InviteLink />}
      tabs={<EmployeeTabs />}
    >
      <MetricRow label={t('byLevel')}>
        {levels.map((level, at) => {
          const count = counts[at];
          return (
            <MetricCard
              key={level}
              label={t(`levels.${level}`)}
              value={count === undefined ? undefined : format.number(count)}
              link={lists[level]}
            />
          );
        })}
      </MetricRow>
      <section className={classes.section} aria-label={t('waiting')}>
        <div className={classes.head}>
          <div>
            <h2 className={classes.title}>{t('waiting')}</h2>
            <p className={classes.why}>{t('waitingWhy')}</p>
          </div>
          {employees && totalEmployeeCount > employees.length && (
            <Button variant="default" renderRoot={(props) => <Link to="/main/unassigned" {...props} />}>
              {t('showAll', { count: totalEmployeeCount })}
            </Button>
          )}
        </div>
        <EmployeesTable
          label={t('waiting')}
          level="unassigned"
          employees={employees}
          isRefreshing={waiting.isPlaceholderData}
          {...actions}
          instead={
            waiting.error && !employees ? (
              <LoadFailed error={waiting.error} onRetry={() => void waiting.refetch()} />
            ) : employees?.length === 0 ? (
              <EmptyState title={t('nobodyWaits')} why={t('emptyWhy.unassigned')} />
            ) : undefined
          }
        />
      </section>
      {dialogs}
    </Page>
  );
}
