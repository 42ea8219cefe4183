import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import { createLink, Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ComponentPropsWithRef, ReactNode } from 'react';

type IconButtonProps = Omit<ActionIconProps, 'aria-label' | 'children'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'children'> & {
    label: string;
    icon: ReactNode;
  };

/** A button that is an icon; `label` is its accessible name and tooltip. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} {...rest}>
      {icon}
    </ActionIcon>
  );
}

type IconLinkProps = {
  label: string;
  icon: ReactNode;
  link: Pick<LinkProps, 'to' | 'params' | 'search' | 'state'>;
};

/** A link that is an icon; `label` is its accessible name and tooltip. */
export function IconLink({ label, icon, link }: IconLinkProps) {
  return (
    <ActionIcon aria-label={label} title={label} renderRoot={(props) => <Link {...link} {...props} />}>
      {icon}
    </ActionIcon>
  );
}

type AnchorProps = Omit<ComponentProps<'a'>, keyof ButtonProps> & ButtonProps;

/** A link of the router that looks like a button. */
export const LinkButton = createLink((props: AnchorProps) => <Button component="a" {...props} />);
