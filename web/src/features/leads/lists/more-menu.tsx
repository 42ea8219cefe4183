import { Menu } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CountBadge } from '#web/ui/feedback/count.tsx';
import classes from './more-menu.module.css';

/** The URL of a screen of that menu: what waits there is shown at once. */
export type MoreSearch = { state?: 'toPlace' | 'failed'; list?: 'failed'; dialog?: string };

export type MoreMenuProps = {
  screens: readonly { key: string; to: LinkProps['to']; text: string; count?: string; search?: MoreSearch }[];
  target: ReactElement;
};

/** The menu of the rarer screens of leads, which opens at once. `target`: the button that opened it. */
export function MoreMenu({ screens, target }: MoreMenuProps) {
  return (
    <Menu
      defaultOpened
      width={220}
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 120 }}
      withInitialFocusPlaceholder={false}
      classNames={{ item: classes.entry }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {screens.map(({ key, to, text, count, search }) => (
          <Menu.Item
            key={key}
            rightSection={count && <CountBadge isShort>{count}</CountBadge>}
            renderRoot={(props) => <Link to={to} search={search} {...props} />}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
