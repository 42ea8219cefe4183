import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type IconButtonProps = Omit<ActionIconProps, 'aria-label' | 'children'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'children'> & {
    /** Accessible name and tooltip. */
    label: string;
    icon: ReactNode;
  };

/** A button that is an icon. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} {...rest}>
      {icon}
    </ActionIcon>
  );
}
