import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

type MenuDrawerProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** Shows the main menu as a drawer, on a phone. */
export function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  const t = useTranslations('frame');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      title={t('mainMenu')}
      padding="sm"
      closeButtonProps={{ 'aria-label': t('closeMenu'), iconSize: 18 }}
      transitionProps={{ duration: 160, timingFunction: 'ease-out' }}
      overlayProps={{ backgroundOpacity: 0.45 }}
    >
      {children}
    </Drawer>
  );
}
