import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import {
  groupNeglected,
  type NeglectedGroup,
  type NeglectedGrouping,
} from '#contract/leads/lead-oversight.ts';
import { bulkTarget } from '#web/features/leads/bulk/bulk-target.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { type Filter, FilterBar } from '#web/ui/filter/filters.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { LoadFailed, NoMatch } from '#web/ui/list/list-states.tsx';
import { DataList } from '#web/ui/rows/data-list.tsx';
import { RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import type { SortDirection } from '#web/ui/rows/sort-header.tsx';

type Group = Omit<NeglectedGroup, '_id' | 'name'> & { _id: string; name: string };

type Narrowing = Omit<EndpointQueryInput<typeof groupNeglected>, 'by'>;

type Sort = { sort: 'name' | 'count'; order: SortDirection };

type NeglectedGroupsProps = Pick<ComponentProps<typeof Page>, 'title' | 'action' | 'tabs' | 'children'> & {
  filters: readonly Filter[];
  empty: ReactNode;
  by: NeglectedGrouping;
  narrowing: Narrowing;
  work: (name: string, narrowing: Narrowing, url: Record<string, unknown>) => ReactNode;
};

/** Shows who has how many neglected leads: each group opens its list, and can be assigned or worked through at once. */
export function NeglectedGroups({ by, narrowing, work, filters, empty, ...page }: NeglectedGroupsProps) {
  const t = useTranslations('leadWork');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const locale = useLocale();
  const { setFilters: narrow } = useListUrl();
  const [{ sort, order }, setSort] = useState<Sort>({ sort: 'count', order: 'desc' });
  const { openDialog } = useDialogs();
  const mayAssign = mayCall(startBulkChange, useSession()?.level);
  const query = endpointQuery(groupNeglected, { query: { ...narrowing, by } });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: Group, b: Group) => a.name.localeCompare(b.name, locale);
  const groups = data
    ?.map(({ _id, name, ...rest }) => ({ ...rest, _id: _id ?? 'nobody', name: name ?? t('nobodys') }))
    .sort((a, b) => (sort === 'name' ? sign * byName(a, b) : sign * (a.count - b.count) || byName(a, b)));
  const isCapped = groups?.some((group) => group.isCapped);
  const names = filters.flatMap((filter) => filter.names);
  const clear = () => narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  const ofGroup = ({ _id }: Group) => ({ ...narrowing, [by]: _id });
  const assign = (group: Group) => {
    bulkTarget.save({ count: group.count, chosen: { matching: { list: 'neglected', ...ofGroup(group) } } });
    openDialog('leads.bulk', 'assign');
  };
  const open = ({ _id }: Group) => narrow({ by: undefined, [by]: _id });
  const name = (group: Group) => <RowName onOpen={() => open(group)}>{group.name}</RowName>;
  const buttons = (group: Group) => (
    <span className="button-row">
      {mayAssign && (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={16} stroke={1.75} />}
          aria-label={t('neglected.assignOf', { name: group.name })}
          onClick={() => assign(group)}
        >
          {t('neglected.assign')}
        </Button>
      )}
      {work(group.name, ofGroup(group), { by: undefined, [by]: group._id })}
    </span>
  );
  const none = filters.some(({ isOn }) => isOn) ? <NoMatch onClear={clear} /> : empty;
  const failed = error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      {...page}
      total={groups?.reduce((sum, { count }) => sum + count, 0)}
      isTotalCapped={isCapped}
      filters={<FilterBar filters={filters} />}
    >
      <DataList
        label={page.title}
        rows={groups}
        isRefreshing={isPlaceholderData}
        instead={failed || (groups?.length === 0 && none)}
        sorting={{
          sort,
          order,
          defaults: { name: 'asc', count: 'desc' },
          onSort: (sort, order) => setSort({ sort: sort === 'name' ? 'name' : 'count', order }),
        }}
        columns={[
          { key: 'name', header: t(`neglected.group.${by}`), sort: 'name', cell: name },
          {
            ...{ key: 'count', header: t('neglected.count'), sort: 'count', width: '120px', align: 'end' },
            cell: ({ count }) => format.number(count),
          },
          {
            key: 'actions',
            header: ui('actions'),
            hideHeader: true,
            width: '280px',
            align: 'end',
            cell: (group) => <RowActions>{buttons(group)}</RowActions>,
          },
        ]}
        card={(group) => (
          <>
            <div className="at-ends">
              {name(group)}
              <strong>{format.number(group.count)}</strong>
            </div>
            {buttons(group)}
          </>
        )}
        onOpen={open}
      />
      {isCapped && <p className="quiet">{t('neglected.capped', { count: maxCountedRows })}</p>}
      {page.children}
    </Page>
  );
}
