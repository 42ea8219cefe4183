import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconActivity,
  IconKeyboard,
  IconLogout,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { mayOpenScreen } from '#web/features/frame/menu/screens.ts';
import type { Employee } from '#web/lib/session/session.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { useShortcutsHelp } from '#web/ui/keys/shortcuts.tsx';
import classes from './profile-menu.module.css';

const schemes = { light: 'light', dark: 'dark', auto: 'system' } as const;

const screens = [
  { to: '/main/settings', label: 'settings', icon: IconSettings },
  { to: '/main/settings/connections', label: 'connections', icon: IconPlugConnected },
  { to: '/main/settings/messageLog', label: 'messageLog', icon: IconMessages },
  { to: '/main/systemStatus', label: 'systemStatus', icon: IconActivity },
] as const;

/** The menu of the user's picture: account, screens of administration, color scheme, shortcuts and logout. */
export function ProfilePanel({ employee, target }: { employee: Employee; target: ReactElement }) {
  const t = useTranslations('frame');
  const ui = useTranslations('ui');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const showShortcuts = useShortcutsHelp();
  const isPhone = useIsPhone();
  const logout = useLogout();
  const managed = screens.filter(({ to }) => mayOpenScreen(employee.level, to));

  return (
    <Menu
      defaultOpened
      width={240}
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 120 }}
      withInitialFocusPlaceholder={false}
      classNames={{ item: classes.item }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <p className={`one-line ${classes.name}`}>{employee.name}</p>
          <p className="quiet">{t(`levels.${employee.level}`)}</p>
        </div>
        <Menu.Divider />
        <ScreenItem to="/main/profile" label="profile" icon={IconUserCircle} />
        {managed.length > 0 && <Menu.Divider />}
        {managed.map((screen) => (
          <ScreenItem key={screen.to} {...screen} />
        ))}
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {(Object.keys(schemes) as MantineColorScheme[]).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(schemes[scheme])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {!isPhone && (
          <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} />} onClick={showShortcuts}>
            {ui('shortcuts')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={logout}>
          {t('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type ScreenItemProps = Omit<(typeof screens)[number], 'to' | 'label'> & {
  to: (typeof screens)[number]['to'] | '/main/profile';
  label: (typeof screens)[number]['label'] | 'profile';
};

function ScreenItem({ to, label, icon: Icon }: ScreenItemProps) {
  const t = useTranslations('frame.screens');
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.75} />}
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      {t(label)}
    </Menu.Item>
  );
}
