import { ActionIcon } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type IconLinkProps = {
  /** Where it leads; its name for screen readers and its tooltip. */
  label: string;
  icon: ReactNode;
  link: Pick<LinkProps, 'to' | 'params'>;
};

/** A link that is only an icon. */
export function IconLink({ label, icon, link }: IconLinkProps) {
  return (
    <ActionIcon aria-label={label} title={label} renderRoot={(props) => <Link {...link} {...props} />}>
      {icon}
    </ActionIcon>
  );
}
