import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#web/lib/session/session.ts';
import { customMedia } from '#web/theme/media.ts';
import { Page } from '#web/ui/frame/page.tsx';
import { TabBar } from '#web/ui/frame/tab-bar.tsx';
import classes from './settings-frame.module.css';

const groups = [
  { group: 'general', pages: [{ to: '/main/settings', page: 'dealer' }] },
  {
    group: 'people',
    pages: [
      { to: '/main/settings/serviceStaff', page: 'serviceStaff' },
      { to: '/main/settings/twoStepLogin', page: 'twoStepLogin' },
    ],
  },
  {
    group: 'intake',
    pages: [
      { to: '/main/settings/connections', page: 'connections' },
      { to: '/main/settings/enquiries', page: 'enquiries' },
    ],
  },
  {
    group: 'messages',
    pages: [
      { to: '/main/settings/messageTexts', page: 'messageTexts' },
      { to: '/main/settings/customerMessages', page: 'customerMessages' },
      { to: '/main/settings/messageLog', page: 'messageLog' },
    ],
  },
  {
    group: 'data',
    pages: [
      { to: '/main/settings/lostReasons', page: 'lostReasons' },
      { to: '/main/settings/personalData', page: 'personalData' },
    ],
  },
  { group: 'system', pages: [{ to: '/main/systemStatus', page: 'systemStatus' }] },
] as const;

type SettingsPageName = (typeof groups)[number]['pages'][number]['page'];

/** Puts the way to all pages of settings beside a page, or above it where there is no room. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('settings');
  const screens = useTranslations('frame.screens');
  const level = useSession()?.level;
  const isBeside = useMediaQuery(customMedia['--beside'], true, { getInitialValueInEffect: false });
  // Others of management see the message log alone.
  if (level !== 'superAdmin') return children;
  if (!isBeside) {
    const tabs = groups.flatMap(({ pages }) =>
      pages.map(({ to, page }) => ({ to, key: page, text: t(`pages.${page}`), isExact: true })),
    );
    return (
      <>
        <div className={classes.tabs}>
          <TabBar label={screens('settings')} tabs={tabs} />
        </div>
        {children}
      </>
    );
  }
  return (
    <div className={classes.frame}>
      <nav aria-label={screens('settings')} className={classes.pages}>
        {groups.map(({ group, pages }) => (
          <div key={group}>
            <p className={classes.group} id={`settings-${group}`}>
              {t(`groups.${group}`)}
            </p>
            <ul aria-labelledby={`settings-${group}`}>
              {pages.map(({ to, page }) => (
                <li key={page}>
                  <Link
                    to={to}
                    className={classes.page}
                    activeOptions={{ exact: true, includeSearch: false }}
                  >
                    {t(`pages.${page}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {children}
    </div>
  );
}

type SettingsPageProps = { page: SettingsPageName; why?: string; children: ReactNode };

/** Frames a page of settings: title, an introduction (`why`) and the way to the other pages. */
export function SettingsPage({ page, why, children }: SettingsPageProps) {
  const t = useTranslations('settings');
  return (
    <SettingsFrame>
      <Page title={t(`pages.${page}`)}>
        {why && <p className={`quiet ${classes.why}`}>{why}</p>}
        <div className={classes.content}>{children}</div>
      </Page>
    </SettingsFrame>
  );
}
