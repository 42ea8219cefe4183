import { IconClipboardList, IconEye, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Customer } from '#contract/customers.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { searchFilter, segmentFilter } from '#web/ui/filter/filters.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CardHead, RowAction, RowActions, RowName } from '#web/ui/rows/row-parts.tsx';
import { type CustomersSearch, customerListQuery } from './customers.queries.ts';

const useCustomerTitle = () => useTranslations('customers')('view');
const CustomerDialog = lazyDialog(
  () => import('./customer-dialog.tsx').then((module) => module.CustomerDialog),
  useCustomerTitle,
  3,
);

type CustomersPageProps = {
  search: CustomersSearch;
  /** The way to the leads from which customers come. */
  tabs: ReactNode;
};

/** Who enquired, one customer for each phone number; the leads make them. */
export function CustomersPage({ search: url, tabs }: CustomersPageProps) {
  const t = useTranslations('customers');
  const ui = useTranslations('ui');
  const { open, close } = useListUrl();
  const onOpen = ({ _id }: Customer) => open({ view: _id });

  const name = (customer: Customer) => (
    <RowName onOpen={() => onOpen(customer)}>
      {customer.name}
      {customer.hasSuggestion && <span className={cells.beside}>{t('suggestion.waits')}</span>}
    </RowName>
  );
  const phone = ({ mobile }: Customer) => <PhoneLink phone={mobile} />;
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
      tabs={tabs}
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
      list={useQuery(customerListQuery(url))}
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
          <span className={cells.quiet}>{customer.email}</span>
        </>
      )}
      onOpen={onOpen}
      empty={<EmptyState why={t('emptyWhy')} />}
    >
      {url.view && <CustomerDialog key={url.view} id={url.view} onClose={() => close('view')} />}
    </ListScreen>
  );
}
