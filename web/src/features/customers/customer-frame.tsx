import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api-error.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { TabBar } from '#web/ui/tab-bar.tsx';
import classes from './customer-frame.module.css';
import { customerQuery } from './customers.queries.ts';

type CustomerFrameProps = {
  id: string;
  title: string;
  total: number | undefined;
  action?: ReactNode;
  children: ReactNode;
};

/** What belongs to one customer: who he is, and the way between his addresses, his orders and all customers. */
export function CustomerFrame({ id, title, total, action, children }: CustomerFrameProps) {
  const t = useTranslations('customers');
  const { data: customer, error } = useQuery(customerQuery(id));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Page title={title}>
        <div className={classes.none}>
          <EmptyState
            title={t('empty')}
            why={t('unknown')}
            action={
              <Button variant="default" renderRoot={(props) => <Link to="/main/customers" {...props} />}>
                {t('all')}
              </Button>
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
        <TabBar label={t('tabs')}>
          <Link to="/main/customers" activeOptions={{ includeSearch: false }}>
            {t('all')}
          </Link>
          <Link to="/main/addressesFromCustomer/$id" params={{ id }} activeOptions={{ includeSearch: false }}>
            {t('addresses')}
          </Link>
          <Link to="/main/customerOrders/$id" params={{ id }} activeOptions={{ includeSearch: false }}>
            {t('orders')}
          </Link>
        </TabBar>
      }
    >
      <p className={classes.who}>
        {customer && (
          <>
            <strong>{customer.name}</strong>
            <a href={`tel:${customer.mobile}`}>{customer.mobile}</a>
            {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </>
        )}
      </p>
      {children}
    </Page>
  );
}
