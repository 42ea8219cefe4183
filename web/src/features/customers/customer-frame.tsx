import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { statusBar } from '#web/ui/feedback/status-bar.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import classes from './customer-frame.module.css';
import { useMergedCustomer } from './use-merged-customer.ts';

type CustomerFrameProps = {
  id: string;
  title: string;
  total: number | undefined;
  action?: ReactNode;
  children: ReactNode;
};

/** Frames the screen of one customer's addresses or bookings; goes on to the customer with whom they were merged. */
export function CustomerFrame({ id, title, total, action, children }: CustomerFrameProps) {
  const t = useTranslations('customers');
  const { data: customer, error, isMoved } = useMergedCustomer(id);
  useMovedOn(isMoved ? customer : undefined);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Page title={title}>
        <div className="centered" style={{ minHeight: 280 }}>
          <EmptyState
            why={t('unknown')}
            action={
              <LinkButton variant="default" to="/main/customers">
                {t('all')}
              </LinkButton>
            }
          />
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={title}
      total={total}
      action={action}
      tabs={
        <TabBar
          label={t('tabs')}
          tabs={[
            { key: 'all', to: '/main/customers', text: t('all') },
            { key: 'addresses', to: '/main/addressesFromCustomer/$id', params: { id }, text: t('addresses') },
            { key: 'orders', to: '/main/customerOrders/$id', params: { id }, text: t('orders') },
          ]}
        />
      }
    >
      <p className={classes.who}>
        {customer && (
          <>
            <strong>{customer.name}</strong>
            {[customer.mobile, ...customer.otherMobiles].map((phone) => (
              <PhoneLink key={phone} phone={phone} />
            ))}
            {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </>
        )}
      </p>
      {children}
    </Page>
  );
}

function useMovedOn(kept: { _id: string; name: string } | undefined): void {
  const t = useTranslations('customers.merge');
  const navigate = useNavigate();
  useEffect(() => {
    if (!kept) return;
    statusBar.showBriefly({ id: 'moved', text: t('movedTo', { name: kept.name }) });
    void navigate({ to: '.', params: { id: kept._id }, replace: true });
  }, [kept, navigate, t]);
}
