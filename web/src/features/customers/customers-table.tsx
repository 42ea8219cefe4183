import { IconClipboardList, IconEye, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { Customer } from '#contract/customers.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { IconLink } from '#web/ui/icon-link.tsx';
import cells from '#web/ui/record-cells.module.css';

type CustomersTableProps = {
  /** Undefined while the first page loads. */
  customers: Customer[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onView: (id: string) => void;
};

/** The customers, each with the ways to his addresses and orders. */
export function CustomersTable({ customers, isRefreshing, instead, onView }: CustomersTableProps) {
  const t = useTranslations('customers');
  const ui = useTranslations('ui');

  const name = (customer: Customer) => (
    <button type="button" className={cells.name} onClick={() => onView(customer._id)} {...rowFocus}>
      {customer.name}
    </button>
  );
  const actions = ({ _id: id, name: of }: Customer) => (
    <span className={cells.actions}>
      <IconButton
        label={t('viewOf', { name: of })}
        icon={<IconEye size={17} stroke={1.75} />}
        onClick={() => onView(id)}
      />
      <IconLink
        label={t('addressesOf', { name: of })}
        icon={<IconMapPin size={17} stroke={1.75} />}
        link={{ to: '/main/addressesFromCustomer/$id', params: { id } }}
      />
      <IconLink
        label={t('ordersOf', { name: of })}
        icon={<IconClipboardList size={17} stroke={1.75} />}
        link={{ to: '/main/customerOrders/$id', params: { id } }}
      />
    </span>
  );
  const phone = ({ mobile }: Customer) => <a href={`tel:${mobile}`}>{mobile}</a>;
  const columns: Column<Customer>[] = [
    { key: 'name', header: t('fields.name'), cell: name },
    { key: 'email', header: t('fields.email'), width: '34%', cell: ({ email }) => email ?? ui('none') },
    { key: 'mobile', header: t('fields.mobile'), width: '160px', cell: ({ mobile }) => mobile },
    { key: 'actions', header: ui('actions'), width: '136px', align: 'end', cell: actions },
  ];
  return (
    <DataList
      label={t('title')}
      columns={columns}
      rows={customers}
      rowKey={({ _id }) => _id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      onOpen={({ _id }) => onView(_id)}
      card={(customer) => (
        <>
          <div className={cells.head}>
            {name(customer)}
            {actions(customer)}
          </div>
          <span className={cells.link}>{phone(customer)}</span>
          <span className={cells.quiet}>{customer.email}</span>
        </>
      )}
      instead={instead}
    />
  );
}
