import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { describeDevice } from '#web/lib/format/device-name.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Loaded } from '#web/ui/list/list-states.tsx';
import rows from '#web/ui/rows/icon-row.module.css';
import { IconRow } from '#web/ui/rows/icon-row.tsx';

/** Lists the user's sessions, each with a button that ends it. */
export function SessionList() {
  const t = useTranslations('profile');
  const errorText = useErrorText();
  const logout = useLogout();
  const sessions = useQuery(endpointQuery(listOwnSessions));
  const endOthers = useMutation({
    mutationFn: () => mutateAndRefetch(endOtherSessions, {}),
    onSuccess: () => void toast.success(t('loggedOutElsewhere')),
    onError: (error) => toast.error(errorText(error)),
  });
  const askToEndAll = () =>
    confirm({
      title: t('everywhereTitle'),
      text: t('everywhereText'),
      confirm: t('logOutEverywhere'),
      isDestructive: true,
      async act() {
        await call(endOtherSessions, {});
        await logout();
      },
    });

  const shown = (own: readonly OwnSession[] | undefined) => (
    <>
      <ul className="box" aria-busy={!own}>
        {own?.map((one) => <SessionRow key={one._id} session={one} onLogout={logout} />) ?? (
          <li className={rows.row}>
            <span className={rows.body}>
              <Skeleton width="45%" />
              <Skeleton width="60%" />
            </span>
          </li>
        )}
      </ul>
      <div className={`button-row ${rows.foot}`}>
        {own?.some(({ isCurrent }) => !isCurrent) && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('logOutElsewhere')}
          </Button>
        )}
        <Button variant="default" onClick={askToEndAll}>
          {t('logOutEverywhere')}
        </Button>
      </div>
    </>
  );
  return (
    <Loaded query={sessions} instead={shown(undefined)}>
      {({ sessions }) => shown(sessions)}
    </Loaded>
  );
}

type SessionRowProps = {
  session: OwnSession;
  onLogout: () => void;
};

function SessionRow({ session, onLogout }: SessionRowProps) {
  const t = useTranslations('profile');
  const formats = useFormats();
  const errorText = useErrorText();
  const { browser, system, isHandheld } = describeDevice(session.userAgent);
  const device = t('device', {
    browser: browser ?? t('unknownBrowser'),
    system: system ?? t('unknownSystem'),
  });
  const end = useMutation({
    mutationFn: () => mutateAndRefetch(endOwnSession, { params: { id: session._id } }),
    onSuccess: () => void toast.success(t('loggedOut', { device })),
    onError: (error) => toast.error(errorText(error)),
  });

  return (
    <IconRow
      icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop}
      name={device}
      detail={
        session.isCurrent ? t('thisBrowser') : t('lastSeen', { at: formats.moment(session.lastSeenAt) })
      }
      more={t('since', { at: formats.moment(session.createdAt) })}
    >
      <Button
        variant="subtle"
        color="gray"
        aria-label={t('logOutOf', { device })}
        loading={end.isPending}
        onClick={() => (session.isCurrent ? onLogout() : end.mutate())}
      >
        {t('logOut')}
      </Button>
    </IconRow>
  );
}
