import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type AuditEntry, listAudit } from '#contract/audit.ts';
import { listInvites } from '#contract/invites.ts';
import classes from '#web/features/audit/audit.module.css';
import { AuditFilters } from '#web/features/audit/audit-filters.tsx';
import { type AuditSearch, auditSearch } from '#web/features/audit/audit-search.ts';
import { useAuditSentence } from '#web/features/audit/use-audit-sentence.tsx';
import { EmployeeTabs } from '#web/features/employees/employee-tabs.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { listRouteOptions } from '#web/lib/url/list-search.ts';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { rowFocusProps } from '#web/ui/rows/data-list.tsx';

// Live events announce no entries, so the list polls; milliseconds.
const readAgain = 15_000;

const auditQuery = ({ action, employee, startDate, endDate, page }: AuditSearch) => ({
  ...endpointPage(listAudit, { query: { action, employee, startDate, endDate, page } }),
  refetchInterval: readAgain,
});

export const Route = createFileRoute('/main/audit')({
  ...listRouteOptions(
    auditSearch,
    auditQuery,
    (queryClient) => void queryClient.prefetchQuery(endpointQuery(listInvites)),
  ),
  component: Audit,
});

function Audit() {
  const url = Route.useSearch();
  const t = useTranslations('audit');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const sentence = useAuditSentence();
  const list = useQuery(auditQuery(url));
  const people = list.data?.rows.flatMap(({ actor, subject }) => [actor, subject]);
  const employeeName = people?.find((one) => one?._id === url.employee)?.name;

  const names = ['action', 'employee', 'startDate', 'endDate'] as const;
  const moment = ({ at }: AuditEntry) => formats.moment(at);
  const what = (entry: AuditEntry) => (
    <span className={classes.what} tabIndex={-1} {...rowFocusProps}>
      {sentence(entry)}
    </span>
  );
  return (
    <ListScreen
      title={t('title')}
      tabs={<EmployeeTabs />}
      filters={[
        {
          names,
          isOn: names.some((name) => url[name] !== undefined),
          control: <AuditFilters value={url} employeeName={employeeName} />,
        },
      ]}
      list={list}
      page={url.page}
      columns={[
        { key: 'at', header: t('columns.at'), width: '200px', cell: moment },
        { key: 'what', header: t('columns.what'), cell: what },
        {
          key: 'address',
          header: t('columns.address'),
          width: '160px',
          cell: ({ address }) => address ?? ui('none'),
        },
      ]}
      card={(entry) => (
        <>
          <p className={classes.story} tabIndex={-1} {...rowFocusProps}>
            {sentence(entry)}
          </p>
          <p className={classes.quiet}>
            <span>{moment(entry)}</span>
            <span>{entry.address}</span>
          </p>
        </>
      )}
      empty={<EmptyState />}
    />
  );
}
