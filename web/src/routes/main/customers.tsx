import { Button } from '@mantine/core';
import { IconClipboardList, IconEye, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { mergeLimits } from '#contract/business.ts';
import { type Customer, listCustomers } from '#contract/customers.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { listRouteOptions, listSearch } from '#web/lib/url/list-search.ts';
import { useDialogDone, useDialogs } from '#web/lib/url/use-dialogs.ts';
import { searchFilter, segmentFilter } from '#web/ui/filter/filters.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowAction, RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import { useRowSelection } from '#web/ui/rows/row-selection.tsx';
import { SelectionBar } from '#web/ui/rows/selection-bar.tsx';

const customersSearch = listSearch.extend({
  suggestions: z.literal('true').optional().catch(undefined),
});

const customerListQuery = ({ search, page, suggestions }: z.output<typeof customersSearch>) =>
  endpointPage(listCustomers, { query: { search, page, suggestions } });

export const Route = createFileRoute('/main/customers')({
  ...listRouteOptions(customersSearch, customerListQuery),
  component: Customers,
});

function Customers() {
  const url = Route.useSearch();
  const t = useTranslations('customers');
  const ui = useTranslations('ui');
  const { openDialog } = useDialogs();
  const list = useQuery(customerListQuery(url));
  const view = JSON.stringify([url.search, url.suggestions]);
  const chosen = useRowSelection(list.data?.rows, view, ({ name }) => name);
  useDialogDone('customers.merge', chosen.clear);
  const onOpen = ({ _id }: Customer) => openDialog('customer.view', _id);

  const name = (customer: Customer) => (
    <RowName onOpen={() => onOpen(customer)}>
      {customer.name}
      {customer.hasSuggestion && <span className={cells.beside}>{t('suggestion.waits')}</span>}
    </RowName>
  );
  const phone = ({ mobile, otherMobiles }: Customer) => (
    <>
      <PhoneLink phone={mobile} />
      {otherMobiles.length > 0 && (
        <span className={cells.beside} title={otherMobiles.join(', ')}>
          {t('moreNumbers', { count: otherMobiles.length })}
        </span>
      )}
    </>
  );
  const actions = (customer: Customer) => {
    const { _id: id, name } = customer;
    return (
      <RowActions>
        <RowAction icon={IconEye} label={t('viewOf', { name })} onClick={() => onOpen(customer)} />
        <RowAction
          icon={IconMapPin}
          label={t('addressesOf', { name })}
          link={{ to: '/main/addressesFromCustomer/$id', params: { id } }}
        />
        <RowAction
          icon={IconClipboardList}
          label={t('ordersOf', { name })}
          link={{ to: '/main/customerOrders/$id', params: { id } }}
        />
      </RowActions>
    );
  };
  return (
    <ListScreen
      title={t('title')}
      tabs={<LeadTabs current="customers" />}
      filters={[
        searchFilter(url.search, t('searchHint')),
        segmentFilter({
          name: 'suggestions',
          label: t('suggestion.filter'),
          value: url.suggestions ?? '',
          options: [
            { value: '', label: t('suggestion.all') },
            { value: 'true', label: t('suggestion.waiting') },
          ],
        }),
      ]}
      list={list}
      selection={chosen}
      page={url.page}
      columns={[
        { key: 'name', header: t('fields.name'), cell: name },
        { key: 'email', header: t('fields.email'), width: '34%', cell: ({ email }) => email ?? ui('none') },
        { key: 'mobile', header: t('fields.mobile'), width: '188px', cell: phone },
        { key: 'actions', header: ui('actions'), width: '136px', align: 'end', cell: actions },
      ]}
      card={(customer) => (
        <>
          <CardHead>
            {name(customer)}
            {actions(customer)}
          </CardHead>
          {phone(customer)}
          <span className="quiet one-line">{customer.email}</span>
        </>
      )}
      onOpen={onOpen}
      empty={<EmptyState why={t('emptyWhy')} />}
    >
      {chosen.ids.length > 0 && (
        <SelectionBar
          label={t('merge.selection')}
          said={t('merge.selected', { count: chosen.ids.length })}
          more={
            chosen.ids.length > mergeLimits.customers && (
              <p className="quiet">{t('merge.atMost', { max: mergeLimits.customers })}</p>
            )
          }
          clear={{ label: t('merge.clear'), onClear: chosen.clear }}
        >
          <Button
            variant="default"
            disabled={chosen.ids.length > mergeLimits.customers}
            onClick={() => openDialog('customers.merge', chosen.ids.join('.'))}
          >
            {t(chosen.ids.length === 1 ? 'merge.openOne' : 'merge.open')}
          </Button>
        </SelectionBar>
      )}
    </ListScreen>
  );
}
