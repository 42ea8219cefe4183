import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#web/lib/session.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ShortcutsProvider } from '#web/ui/shortcuts.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { DealerLink } from './dealer-link.tsx';
import classes from './main-frame.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { menuOf } from './screens.ts';
import { Sidebar, type StatusCounts } from './sidebar.tsx';

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })));

type MainFrameProps = {
  employee: Employee;
  /** False while changes that others make do not arrive. */
  isLive: boolean;
  /** How many leads stand in each status, for the badges in the menu. */
  counts?: StatusCounts;
  /** What stands at the foot of the sidebar: the service level's center selector. */
  sidebarFoot?: ReactNode;
  children: ReactNode;
};

/** Header and sidebar around every main screen; below 768 px the sidebar is a drawer. */
export function MainFrame({ employee, isLive, counts, sidebarFoot, children }: MainFrameProps) {
  const t = useTranslations('frame');
  const isPhone = useIsPhone();
  const [wasOpened, setOpened] = useState(false);
  const [isDrawerOpen, drawer] = useDisclosure(false, { onOpen: () => setOpened(true) });
  const hasMenu = menuOf(employee.level).length > 0;
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
        <span role="status" className={classes.connection}>
          {!isLive && t('reconnecting')}
        </span>
        <ProfileMenu employee={employee} />
      </header>
      <div className={classes.below}>
        {hasMenu && !isPhone && <aside className={classes.sidebar}>{sidebar}</aside>}
        <main id="content" tabIndex={-1} className={classes.main}>
          {children}
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
