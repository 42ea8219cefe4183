import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type CustomerBooking, getCustomer, listCustomerBookings } from '#contract/customers.ts';
import { CustomerFrame } from '#web/features/customers/customer-frame.tsx';
import { Plate } from '#web/features/leads/record/plate.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { listUrlOptions, pageSearch } from '#web/lib/url/list-search.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { RecordList } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { rowFocusProps } from '#web/ui/rows/data-list.tsx';
import cells from '#web/ui/rows/record-cells.module.css';

const ordersQuery = (id: string, page: number) =>
  endpointPage(listCustomerBookings, { params: { id }, query: { page } });

export const Route = createFileRoute('/main/customerOrders/$id')({
  ...listUrlOptions(pageSearch),
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader({ context, params: { id }, deps: { page } }) {
    void context.queryClient.prefetchQuery(endpointQuery(getCustomer, { params: { id } }));
    void context.queryClient.prefetchQuery(ordersQuery(id, page));
  },
  component: CustomerOrders,
});

function CustomerOrders() {
  const { id } = Route.useParams();
  return <Orders key={id} id={id} />;
}

function Orders({ id }: { id: string }) {
  const { page } = Route.useSearch();
  const t = useTranslations('customers');
  const words = useTranslations('leads');
  const none = useTranslations('ui')('none');
  const formats = useFormats();
  const cameFrom = useBackLinkState();
  const list = useQuery(ordersQuery(id, page));

  const date = (order: CustomerBooking) => (
    <Link
      to="/main/leadHistory/$entryId"
      params={{ entryId: order._id }}
      state={cameFrom}
      className={cells.name}
      {...rowFocusProps}
    >
      {formats.date(order.date)}
    </Link>
  );
  const status = (order: CustomerBooking) => (
    <>
      <StatusDot status={order.status}>{words(`statuses.${order.status}`)}</StatusDot>
      {!order.isActive && <span className={cells.beside}>{words('archived')}</span>}
    </>
  );
  const offering = ({ serviceOrCampaign }: CustomerBooking) => serviceOrCampaign?.name ?? none;
  const center = ({ serviceCenter }: CustomerBooking) => serviceCenter.name;
  const vehicle = ({ vehicleNumber }: CustomerBooking) =>
    vehicleNumber ? <Plate number={vehicleNumber} /> : none;
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
          { key: 'vehicle', header: t('orderFields.vehicle'), width: '236px', cell: vehicle },
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
            <span className="quiet one-line">
              {[order.jobId, order.vehicleNumber].filter(Boolean).join(' · ')}
            </span>
            <span className="quiet one-line">{center(order)}</span>
          </>
        )}
        empty={<EmptyState why={t('noOrderWhy')} />}
      />
    </CustomerFrame>
  );
}
