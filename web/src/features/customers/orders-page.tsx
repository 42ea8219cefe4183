import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { CustomerOrder } from '#contract/customers.ts';
import { formatDate } from '#web/lib/format.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import cells from '#web/ui/record-cells.module.css';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { CustomerFrame } from './customer-frame.tsx';
import { ordersQuery } from './customers.queries.ts';

/** A customer's booked and completed leads, each leading to its history. */
export function OrdersPage({ id, page }: { id: string; page: number }) {
  const t = useTranslations('customers');
  const words = useTranslations('leads');
  const none = useTranslations('ui')('none');
  const locale = useLocale();
  const { narrow } = useListUrl();
  const list = useQuery(ordersQuery(id, page));
  const { orders, totalPages, totalOrderCount } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const table = useRows({
    list,
    rows: orders,
    page,
    turn,
    empty: <EmptyState title={t('empty')} why={t('noOrderWhy')} />,
  });

  const date = (order: CustomerOrder) => (
    <Link
      to="/main/leadHistory/$entryId"
      params={{ entryId: order._id }}
      className={cells.name}
      {...rowFocus}
    >
      {formatDate(order.date, locale)}
    </Link>
  );
  const status = (order: CustomerOrder) => (
    <>
      <StatusDot status={order.status}>{words(`statuses.${order.status}`)}</StatusDot>
      {!order.isActive && <span className={cells.beside}>{words('archived')}</span>}
    </>
  );
  const columns: Column<CustomerOrder>[] = [
    { key: 'date', header: t('orderFields.date'), width: '128px', cell: date },
    { key: 'jobId', header: t('orderFields.jobId'), width: '136px', cell: ({ jobId }) => jobId ?? none },
    {
      key: 'offering',
      header: t('orderFields.offering'),
      cell: ({ serviceOrCampaign }) => serviceOrCampaign?.name ?? none,
    },
    {
      key: 'vehicle',
      header: t('orderFields.vehicle'),
      width: '232px',
      cell: ({ vehicleNumber }) => vehicleNumber ?? none,
    },
    {
      key: 'center',
      header: t('orderFields.center'),
      width: '20%',
      cell: ({ serviceCenter }) => serviceCenter.name,
    },
    { key: 'status', header: t('orderFields.status'), width: '176px', cell: status },
  ];
  return (
    <CustomerFrame id={id} title={t('orders')} total={totalOrderCount}>
      <DataList
        label={t('orders')}
        columns={columns}
        rows={table.rows}
        rowKey={({ _id }) => _id}
        pageSize={pageSize}
        isRefreshing={list.isPlaceholderData}
        card={(order) => (
          <>
            <div className={cells.line}>
              {date(order)}
              <span>{status(order)}</span>
            </div>
            <span>{order.serviceOrCampaign?.name ?? none}</span>
            <span className={cells.quiet}>
              {[order.jobId, order.vehicleNumber].filter(Boolean).join(' · ')}
            </span>
            <span className={cells.quiet}>{order.serviceCenter.name}</span>
          </>
        )}
        instead={table.instead}
      />
      <PageBar page={page} totalPages={totalPages} totalRows={totalOrderCount} onPage={turn} />
    </CustomerFrame>
  );
}
