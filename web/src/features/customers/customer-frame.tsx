import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { getCustomer } from '#contract/customers.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import classes from './customer-frame.module.css';

type CustomerFrameProps = {
  id: string;
  title: string;
  total: number | undefined;
  action?: ReactNode;
  children: ReactNode;
};

export function CustomerFrame({ id, title, total, action, children }: CustomerFrameProps) {
  const t = useTranslations('customers');
  const { data: customer, error } = useQuery(endpointQuery(getCustomer, { params: { id } }));
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
            <PhoneLink phone={customer.mobile} />
            {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </>
        )}
      </p>
      {children}
    </Page>
  );
}
