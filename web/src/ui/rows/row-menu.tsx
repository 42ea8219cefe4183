import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './row-menu.module.css';

export type RowMenuItem = { label: string; onClick: () => void };

/** Offers in words what can be done with a record, where that is more than two or three icons would tell. */
export function RowMenu({ name, items }: { name: string; items: readonly RowMenuItem[] }) {
  const t = useTranslations('ui');
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.target}
          aria-label={t('actionsOf', { name })}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {t('actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, onClick }) => (
          <Menu.Item key={label} className={classes.item} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
