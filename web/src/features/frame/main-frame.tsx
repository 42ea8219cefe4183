import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ProfileMenu } from '#web/features/frame/account/profile-menu.tsx';
import { menuOf } from '#web/features/frame/menu/screens.ts';
import { Sidebar, type StatusCounts } from '#web/features/frame/menu/sidebar.tsx';
import type { Employee } from '#web/lib/session/session.ts';
import { QuietLines } from '#web/ui/feedback/quiet-lines.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { ShortcutsProvider } from '#web/ui/keys/shortcuts.tsx';
import { ConnectionMark } from './connection-mark.tsx';
import { DealerLink } from './dealer-link.tsx';
import classes from './main-frame.module.css';

export const loadDrawer = () => import('#web/features/frame/menu/menu-drawer.tsx');
const MenuDrawer = lazy(() => loadDrawer().then((module) => ({ default: module.MenuDrawer })));

type MainFrameProps = {
  employee: Employee;
  counts?: StatusCounts;
  /** The service level's center selector. */
  sidebarFoot?: ReactNode;
  headerEnd?: ReactNode;
  children: ReactNode;
};

/** Below 768 px the sidebar is a drawer. */
export function MainFrame({ employee, counts, sidebarFoot, headerEnd, children }: MainFrameProps) {
  const t = useTranslations('frame');
  const isPhone = useIsPhone();
  const [wasOpened, setOpened] = useState(false);
  const [isDrawerOpen, drawer] = useDisclosure(false, { onOpen: () => setOpened(true) });
  const hasMenu = menuOf(employee.level).length > 0;
  const hasSidebar = hasMenu && !isPhone;
  const sidebar = (
    <Sidebar level={employee.level} counts={counts} foot={sidebarFoot} onNavigate={drawer.close} />
  );

  return (
    <ShortcutsProvider>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.header}>
        {isPhone && hasMenu && (
          <IconButton
            label={t('openMenu')}
            icon={<IconMenu2 size={20} stroke={1.75} />}
            onClick={drawer.open}
          />
        )}
        <DealerLink level={employee.level} />
        <ConnectionMark />
        {headerEnd}
        <ProfileMenu employee={employee} />
      </header>
      <div className={classes.below}>
        {hasSidebar && (
          <aside className={classes.sidebar}>
            <div className={classes.menu}>{sidebar}</div>
            <QuietLines as="foot" />
          </aside>
        )}
        <main id="content" tabIndex={-1} className={classes.main}>
          {children}
          {!hasSidebar && <QuietLines as="strip" />}
        </main>
      </div>
      {hasMenu && isPhone && wasOpened && (
        <Suspense>
          <MenuDrawer opened={isDrawerOpen} onClose={drawer.close}>
            {sidebar}
          </MenuDrawer>
        </Suspense>
      )}
    </ShortcutsProvider>
  );
}
