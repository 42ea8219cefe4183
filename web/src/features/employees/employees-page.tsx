import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Level, managementLevels } from '#contract/levels.ts';
import { activeFilter, filterBarControl, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { EmployeeTabs, InviteLink } from './employee-tabs.tsx';
import { employeeListQuery } from './employees.queries.ts';
import type { EmployeesSearch } from './employees-search.ts';
import { useEmployeeColumns } from './use-employee-rows.tsx';

/** The screen that lists the employees of one level. */
export function EmployeesPage({ level, search: url }: { level: Level; search: EmployeesSearch }) {
  const t = useTranslations('employees');
  const list = useQuery(employeeListQuery(level, url));
  const levelOfManagement = managementLevels.find((one) => one === level);
  return (
    <ListScreen
      title={t(`levels.${level}`)}
      action={<InviteLink />}
      tabs={<EmployeeTabs />}
      filters={[
        searchFilter(url.search, t('searchHint')),
        filterBarControl(levelOfManagement && <ManagementLevels value={levelOfManagement} />),
        activeFilter(url.status, 'active'),
      ]}
      list={list}
      page={url.page}
      {...useEmployeeColumns(level)}
      empty={<NobodyHere level={level} />}
    />
  );
}

function ManagementLevels({ value }: { value: (typeof managementLevels)[number] }) {
  const t = useTranslations('employees');
  const options = managementLevels.toReversed().map((one) => ({ value: one, label: t(`levels.${one}`) }));
  return <SegmentFilter name="level" label={t('managementLevel')} value={value} options={options} />;
}

function NobodyHere({ level }: { level: Level }) {
  const t = useTranslations('employees');
  const action =
    level === 'unassigned' ? (
      <InviteLink />
    ) : (
      <LinkButton variant="default" to="/main/unassigned">
        {t('toUnassigned')}
      </LinkButton>
    );
  return <EmptyState why={t(`emptyWhy.${level}`)} action={action} />;
}
