import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMapPinOff } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isMissingPart, openWhenReachable } from '#web/lib/api/missing-part.ts';
import { LoadFailed, NeedsNet, StateMessage } from '#web/ui/list/list-states.tsx';
import classes from './route-states.module.css';

/** Shown for an unknown address. */
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

/** Shown instead of a screen that could not be loaded or that crashed. */
export function ScreenBroken({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('ui');
  const router = useRouter();
  const lacksNet = isMissingPart(error) || (error instanceof ApiError && error.status === 0);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (lacksNet) return openWhenReachable(() => latest.current());
    if (!(error instanceof ApiError)) console.error(error);
  }, [error, lacksNet]);
  return (
    <div className={classes.page}>
      {lacksNet ? (
        <NeedsNet isPage onRetry={retry} />
      ) : error instanceof ApiError ? (
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
