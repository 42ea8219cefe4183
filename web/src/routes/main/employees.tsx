import { useQueries, useQuery } from '@tanstack/react-query';
import { createFileRoute, type LinkProps } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { type Level, levels } from '#contract/levels.ts';
import { EmployeeTabs, InviteLink } from '#web/features/employees/employee-tabs.tsx';
import { employeeListQuery } from '#web/features/employees/employees.queries.ts';
import { useEmployeeColumns } from '#web/features/employees/use-employee-rows.tsx';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { LoadFailed } from '#web/ui/list/list-states.tsx';
import { DataList } from '#web/ui/rows/data-list.tsx';

export const Route = createFileRoute('/main/employees')({
  loader({ context }) {
    for (const level of levels) void context.queryClient.prefetchQuery(employeeListQuery(level));
  },
  component: Employees,
});

const lists = {
  superAdmin: { to: '/main/manager', search: { level: 'superAdmin' } },
  admin: { to: '/main/manager', search: { level: 'admin' } },
  manager: { to: '/main/manager' },
  service: { to: '/main/service' },
  dataEntry: { to: '/main/dataEntry' },
  unassigned: { to: '/main/unassigned' },
} as const satisfies Record<Level, Pick<LinkProps, 'to' | 'search'>>;

function Employees() {
  const t = useTranslations('employees');
  const screens = useTranslations('frame.screens');
  const format = useFormatter();
  const pages = useQueries({ queries: levels.map((level) => employeeListQuery(level)) });
  const waiting = useQuery(employeeListQuery('unassigned'));
  const { rows: employees, total = 0 } = waiting.data ?? {};
  const columns = useEmployeeColumns('unassigned');
  const isNobodyWaiting = employees?.length === 0;
  const counts = pages.map(({ data }) => data?.total);
  const isCounted = counts.every((count) => count !== undefined);

  return (
    <Page
      title={screens('employees')}
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
      <section className="stack" aria-label={t('waiting')}>
        <div className="at-ends">
          <div>
            <h2 className="heading">{t('waiting')}</h2>
            {isNobodyWaiting && <p className="quiet">{t('nobodyWaits')}</p>}
          </div>
          {employees && total > employees.length && (
            <LinkButton variant="default" to="/main/unassigned">
              {t('showAll', { count: total })}
            </LinkButton>
          )}
        </div>
        {!isNobodyWaiting && (
          <DataList
            label={t('waiting')}
            rows={employees}
            isRefreshing={waiting.isPlaceholderData}
            {...columns}
            instead={
              waiting.error &&
              !employees && <LoadFailed error={waiting.error} onRetry={() => void waiting.refetch()} />
            }
          />
        )}
      </section>
    </Page>
  );
}
