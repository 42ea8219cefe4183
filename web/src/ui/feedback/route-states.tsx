import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMapPinOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isMissingFileError, retryWhenReachable } from '#web/lib/api/missing-part.ts';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { LoadFailed, OfflineState, StateMessage } from '#web/ui/list/list-states.tsx';

/** Says that there is no screen at this address. */
export function PageNotFound() {
  const t = useTranslations('ui');
  return (
    <div className="centered" style={{ minHeight: '70vh' }}>
      <StateMessage
        isPage
        icon={<IconMapPinOff size={32} stroke={1.5} />}
        title={t('pageMissing')}
        why={t('pageMissingWhy')}
        action={
          <LinkButton variant="default" to="/">
            {t('goHome')}
          </LinkButton>
        }
      />
    </div>
  );
}

/** Shows that a screen could not be loaded or crashed. */
export function ScreenFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTranslations('ui');
  const router = useRouter();
  const lacksNet = isMissingFileError(error) || (error instanceof ApiError && error.status === 0);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const onReachable = useEffectEvent(retry);
  useEffect(() => {
    if (lacksNet) return retryWhenReachable(() => onReachable());
    if (!(error instanceof ApiError)) console.error(error);
  }, [error, lacksNet]);
  return (
    <div className="centered" style={{ minHeight: '70vh' }}>
      {lacksNet ? (
        <OfflineState isPage onRetry={retry} />
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
