import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMapPinOff } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api-error.ts';
import { LoadFailed, StateMessage } from './list-states.tsx';
import classes from './route-states.module.css';

/** What stands at an address that leads nowhere. */
export function PageMissing() {
  const t = useTranslations('ui');
  return (
    <div className={classes.page}>
      <StateMessage
        isPage
        icon={<IconMapPinOff size={32} stroke={1.5} />}
        title={t('pageMissing')}
        why={t('pageMissingWhy')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            {t('goHome')}
          </Button>
        }
      />
    </div>
  );
}

/** What stands in the place of a screen that could not be loaded, or that failed while it was shown. */
export function ScreenBroken({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('ui');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!(error instanceof ApiError)) console.error(error);
  }, [error]);
  return (
    <div className={classes.page}>
      {error instanceof ApiError ? (
        <LoadFailed error={error} onRetry={retry} />
      ) : (
        <StateMessage
          isPage
          isAlert
          icon={<IconAlertTriangle size={32} stroke={1.5} />}
          title={t('brokenTitle')}
          why={t('brokenText')}
          action={
            <Button variant="default" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        />
      )}
    </div>
  );
}
