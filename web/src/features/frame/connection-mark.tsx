import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useConnection } from '#web/lib/live/connection.ts';
import classes from './connection-mark.module.css';

export function ConnectionMark() {
  const t = useTranslations('frame');
  const formats = useFormats();
  const { state, lastHeard } = useConnection();
  const time = formats.timeOf(lastHeard);
  return (
    <span role="status" className={classes.mark} data-state={state}>
      {state === 'reconnecting' && (
        <>
          <IconRefresh size={16} stroke={1.75} aria-hidden />
          {t('reconnecting')}
        </>
      )}
      {state === 'offline' && (
        <>
          <IconWifiOff size={16} stroke={1.75} aria-hidden />
          {t('offline', { time })}
        </>
      )}
    </span>
  );
}
