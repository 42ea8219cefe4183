import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconSearchOff, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useServerConnection } from '#web/lib/live/connection.ts';
import classes from './list-states.module.css';

type StateProps = {
  icon: ReactNode;
  title: string;
  why?: string;
  children?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
  isPage?: boolean;
};

/** Shows a message instead of content: what is the case, why, and one thing to do. */
export function StateMessage({ icon, title, why, children, action, isAlert, isPage }: StateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={classes.state} role={isAlert ? 'alert' : 'status'}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title className="heading">{title}</Title>
      {why && <p className={classes.why}>{why}</p>}
      {children}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Says that there is nothing and, if given, why and what to do. */
export function EmptyState(props: { title?: string; why?: string; action?: ReactNode }) {
  const t = useTranslations('ui');
  return <StateMessage icon={<IconInbox size={28} stroke={1.5} />} title={t('noMatch')} {...props} />;
}

/** Says that no record matches the filters, with a button that clears them. */
export function NoMatch({ onClear, children }: { onClear: () => void; children?: ReactNode }) {
  const t = useTranslations('ui');
  return (
    <StateMessage
      icon={<IconSearchOff size={28} stroke={1.5} />}
      title={t('noMatch')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      {children}
    </StateMessage>
  );
}

/** Says why something could not be loaded, with Retry; without a connection that it needs one. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('ui');
  const errorText = useErrorText();
  const isAway = useServerConnection().state !== 'live';
  if (isAway && error instanceof ApiError && error.status === 0) return <OfflineState onRetry={onRetry} />;
  return (
    <StateMessage
      isAlert
      icon={<IconAlertTriangle size={28} stroke={1.5} />}
      title={t('failedTitle')}
      why={errorText(error)}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
}

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  instead?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows what a query has read, else why it failed, else `instead`. */
export function Loaded<Data>({ query, instead, children }: LoadedProps<Data>) {
  const t = useTranslations('ui');
  const data = useDeferredInitialData(query.data);
  if (data !== undefined) return children(data);
  if (query.error) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  return instead ?? <p role="status">{t('loading')}</p>;
}

/** Says that a connection is needed, with Retry. */
export function OfflineState({ onRetry, isPage }: { onRetry: () => void; isPage?: boolean }) {
  const t = useTranslations('ui');
  return (
    <StateMessage
      isAlert
      isPage={isPage}
      icon={<IconWifiOff size={28} stroke={1.5} />}
      title={t('needsNet')}
      why={t('needsNetWhy')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    />
  );
}
