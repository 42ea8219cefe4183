import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Page } from '#web/ui/frame/page.tsx';
import { PhoneLink } from '#web/ui/frame/phone-link.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import classes from './customer-frame.module.css';
import { customerQuery } from './customers.queries.ts';

type CustomerFrameProps = {
  id: string;
  title: string;
  total: number | undefined;
  action?: ReactNode;
  children: ReactNode;
};

/** The frame of a customer's screens: who they are, with tabs to their addresses, their orders and all customers. */
export function CustomerFrame({ id, title, total, action, children }: CustomerFrameProps) {
  const t = useTranslations('customers');
  const { data: customer, error } = useQuery(customerQuery(id));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Page title={title}>
        <div className={classes.none}>
          <EmptyState
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
            <PhoneLink phone={customer.mobile} />
            {customer.email && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
          </>
        )}
      </p>
      {children}
    </Page>
  );
}
