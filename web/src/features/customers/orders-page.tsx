import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import type { CustomerOrder } from '#contract/customers.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RecordList } from '#web/ui/list/record-list.tsx';
import { rowFocus } from '#web/ui/rows/data-list.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { CustomerFrame } from './customer-frame.tsx';
import { ordersQuery } from './customers.queries.ts';

/** A customer's booked and completed leads, each leading to its history. */
export function OrdersPage({ id, page }: { id: string; page: number }) {
  const t = useTranslations('customers');
  const words = useTranslations('leads');
  const none = useTranslations('ui')('none');
  const locale = useLocale();
  const cameFrom = useCameFrom();
  const list = useQuery(ordersQuery(id, page));

  const date = (order: CustomerOrder) => (
    <Link
      to="/main/leadHistory/$entryId"
      params={{ entryId: order._id }}
      state={cameFrom}
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
  const offering = ({ serviceOrCampaign }: CustomerOrder) => serviceOrCampaign?.name ?? none;
  const center = ({ serviceCenter }: CustomerOrder) => serviceCenter.name;
  const vehicle = ({ vehicleNumber }: CustomerOrder) => vehicleNumber ?? none;
  return (
    <CustomerFrame id={id} title={t('orders')} total={list.data?.total}>
      <RecordList
        label={t('orders')}
        list={list}
        page={page}
        columns={[
          { key: 'date', header: t('orderFields.date'), width: '116px', cell: date },
          {
            key: 'jobId',
            header: t('orderFields.jobId'),
            width: '116px',
            cell: ({ jobId }) => jobId ?? none,
          },
          { key: 'offering', header: t('orderFields.offering'), cell: offering },
          { key: 'vehicle', header: t('orderFields.vehicle'), width: '212px', cell: vehicle },
          { key: 'center', header: t('orderFields.center'), width: '18%', cell: center },
          { key: 'status', header: t('orderFields.status'), width: '168px', cell: status },
        ]}
        card={(order) => (
          <>
            <div className={cells.line}>
              {date(order)}
              <span>{status(order)}</span>
            </div>
            <span>{offering(order)}</span>
            <span className={cells.quiet}>
              {[order.jobId, order.vehicleNumber].filter(Boolean).join(' · ')}
            </span>
            <span className={cells.quiet}>{center(order)}</span>
          </>
        )}
        empty={<EmptyState why={t('noOrderWhy')} />}
      />
    </CustomerFrame>
  );
}
