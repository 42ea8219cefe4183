import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconButton, IconLink } from '#web/ui/frame/buttons.tsx';
import { rowFocus } from './data-list.tsx';
import cells from './record-cells.module.css';

/** A row's name, which opens it and has its focus. */
export function RowName({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={cells.name} onClick={onOpen} {...rowFocus}>
      {children}
    </button>
  );
}

/** The same for a row that does not open. */
export function RowText({ children }: { children: ReactNode }) {
  return (
    <span className={`one-line ${cells.text}`} tabIndex={-1} {...rowFocus}>
      {children}
    </span>
  );
}

/** The buttons at a row's end. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={cells.actions}>{children}</span>;
}

type RowActionProps = {
  icon: Icon;
  /** What it does to which row: accessible name and tooltip. */
  label: string;
  isBusy?: boolean;
} & ({ onClick: () => void } | { link: Pick<LinkProps, 'to' | 'params' | 'search' | 'state'> });

/** One button or link of them. */
export function RowAction({ icon: Icon, label, isBusy, ...rest }: RowActionProps) {
  const icon = <Icon size={17} stroke={1.75} />;
  return 'link' in rest ? (
    <IconLink label={label} icon={icon} link={rest.link} />
  ) : (
    <IconButton label={label} icon={icon} loading={isBusy} onClick={rest.onClick} />
  );
}

/** The top of a card: name and actions. */
export function CardHead({ children }: { children: ReactNode }) {
  return <div className={cells.head}>{children}</div>;
}
