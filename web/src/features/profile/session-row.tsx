import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useLocale, useTranslations } from 'use-intl';
import { endOwnSession, type OwnSession } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';
import { deviceOf } from '#web/lib/format/device-name.ts';
import { formatMoment } from '#web/lib/format/format.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { sessionsQuery } from './profile.queries.ts';
import classes from './session-list.module.css';

type SessionRowProps = {
  session: OwnSession;
  /** Logs out of this browser. */
  onLogout: () => void;
};

/** One session, by browser and system. */
export function SessionRow({ session, onLogout }: SessionRowProps) {
  const t = useTranslations('profile');
  const locale = useLocale();
  const { timeZone } = useDealer();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { browser, system, isHandheld } = deviceOf(session.userAgent);
  const DeviceIcon = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  const device = t('device', {
    browser: browser ?? t('unknownBrowser'),
    system: system ?? t('unknownSystem'),
  });
  const end = useMutation({
    mutationFn: () => call(endOwnSession, { params: { id: session._id } }),
    onSuccess: () => void toast.success(t('loggedOut', { device })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });

  return (
    <li className={classes.row}>
      <DeviceIcon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.body}>
        <span className={classes.device}>{device}</span>
        <span className={classes.when}>
          {session.isCurrent
            ? t('thisBrowser')
            : t('lastSeen', { at: formatMoment(session.lastSeenAt, timeZone, locale) })}
        </span>
        <span className={classes.when}>
          {t('since', { at: formatMoment(session.createdAt, timeZone, locale) })}
        </span>
      </span>
      <Button
        variant="subtle"
        color="gray"
        aria-label={t('logOutOf', { device })}
        loading={end.isPending}
        onClick={() => (session.isCurrent ? onLogout() : end.mutate())}
      >
        {t('logOut')}
      </Button>
    </li>
  );
}
