import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Level } from '#contract/levels.ts';
import { ProfileMenu } from '#web/features/frame/account/profile-menu.tsx';
import { getHomePath, listMenuScreens } from '#web/features/frame/menu/screens.ts';
import { Sidebar, type StatusCounts } from '#web/features/frame/menu/sidebar.tsx';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useServerConnection } from '#web/lib/live/connection.ts';
import type { Employee } from '#web/lib/session/session.ts';
import { LoadingDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { StatusBar } from '#web/ui/feedback/status-bar.tsx';
import { BarPlace } from '#web/ui/frame/bar-action.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { DealerMark } from '#web/ui/frame/portrait.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { restoreFocus, watchLostFocus } from '#web/ui/keys/focus-return.ts';
import { ScreenLayer, screenLayer } from '#web/ui/keys/screen-layer.ts';
import { ShortcutsProvider } from '#web/ui/keys/shortcuts.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import classes from './main-frame.module.css';

// While lists are asked for: a name in Bangla that comes before its font would move when that comes.
void document.fonts.load('1em "Noto Sans Bengali Variable"', 'ক').catch(() => undefined);

const MenuDrawer = lazyPart(() => import('#web/features/frame/menu/menu-drawer.tsx'), 'MenuDrawer', {
  failed: ({ opened, onClose }, failure) =>
    opened && <LoadingDialog title="frame.mainMenu" fields={0} failure={failure} onClose={onClose} />,
});

type MainFrameProps = {
  employee: Employee;
  counts?: StatusCounts;
  sidebarFoot?: ReactNode;
  find?: ReactNode;
  headerEnd?: ReactNode;
  children: ReactNode;
};

/** Frames all screens. Below 768 px the sidebar is a drawer, and menu and Find stand at the bottom of the screen. */
export function MainFrame({ employee, counts, sidebarFoot, find, headerEnd, children }: MainFrameProps) {
  const t = useTranslations('frame');
  const isPhone = useIsPhone();
  const [wasOpened, setOpened] = useState(false);
  const [isDrawerOpen, drawer] = useDisclosure(false, { onOpen: () => setOpened(true) });
  const hasMenu = listMenuScreens(employee.level).length > 0;
  const hasSidebar = hasMenu && !isPhone;
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  useFocusOnScreen();
  useEffect(watchLostFocus, []);
  const sidebar = (
    <Sidebar level={employee.level} counts={counts} foot={sidebarFoot} onNavigate={drawer.close} />
  );

  return (
    <ShortcutsProvider>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.header}>
        <DealerLink level={employee.level} />
        <ConnectionMark />
        {!isPhone && find}
        {headerEnd}
        <ProfileMenu employee={employee} />
        {isPhone && (hasMenu || find) && (
          <div className={classes.bar}>
            {hasMenu && (
              <IconButton
                label={t('openMenu')}
                icon={<IconMenu2 size={22} stroke={1.75} />}
                onClick={drawer.open}
              />
            )}
            {find}
            <div ref={setBarPlace} className={classes.action} />
          </div>
        )}
      </header>
      <div className={classes.below}>
        {hasSidebar && (
          <aside className={classes.sidebar}>
            <div className={classes.menu}>{sidebar}</div>
            <StatusBar as="foot" />
          </aside>
        )}
        <main id="content" tabIndex={-1} className={classes.main}>
          <BarPlace value={barPlace}>
            <ScreenLayer value={screenLayer}>{children}</ScreenLayer>
          </BarPlace>
          {!hasSidebar && <StatusBar as="strip" />}
        </main>
      </div>
      {hasMenu && isPhone && wasOpened && (
        <MenuDrawer opened={isDrawerOpen} onClose={drawer.close}>
          {sidebar}
        </MenuDrawer>
      )}
    </ShortcutsProvider>
  );
}

function useFocusOnScreen() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const from = before.current;
    before.current = path;
    if (from !== undefined && from !== path) restoreFocus();
  }, [path]);
}

function ConnectionMark() {
  const t = useTranslations('frame');
  const formats = useFormats();
  const { state, lastHeard } = useServerConnection();
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

function DealerLink({ level }: { level: Level }) {
  const t = useTranslations('frame');
  const { name, logo } = useDealer();
  return (
    <Link to={getHomePath(level)} className={classes.link}>
      <DealerMark name={name} logo={logo} />
      <span className="one-line">
        {name}
        <span className="visually-hidden">: {t('home')}</span>
      </span>
    </Link>
  );
}
