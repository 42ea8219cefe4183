import { ActionIcon } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type IconLinkProps = {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  link: Pick<LinkProps, 'to' | 'params' | 'state'>;
};

/** A link that is an icon. */
export function IconLink({ label, icon, link }: IconLinkProps) {
  return (
    <ActionIcon aria-label={label} title={label} renderRoot={(props) => <Link {...link} {...props} />}>
      {icon}
    </ActionIcon>
  );
}
