import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconButton, IconLink } from '#web/ui/frame/buttons.tsx';
import { rowFocusProps } from './data-list.tsx';
import cells from './record-cells.module.css';

/** The name in a row: pressing it opens the record, and keys walk from one to the next. */
export function RowName({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={cells.name} onClick={onOpen} {...rowFocusProps}>
      {children}
    </button>
  );
}

/** Text of a row that keys walk to, where nothing opens. */
export function RowText({ children }: { children: ReactNode }) {
  return (
    <span className={`one-line ${cells.text}`} tabIndex={-1} {...rowFocusProps}>
      {children}
    </span>
  );
}

/** Puts the buttons of a row side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={cells.actions}>{children}</span>;
}

type RowActionProps = {
  icon: Icon;
  label: string;
  isBusy?: boolean;
} & ({ onClick: () => void } | { link: Pick<LinkProps, 'to' | 'params' | 'search' | 'state'> });

/** A button of a row that is an icon; `label` is its accessible name and tooltip. */
export function RowAction({ icon: Icon, label, isBusy, ...rest }: RowActionProps) {
  const icon = <Icon size={17} stroke={1.75} />;
  return 'link' in rest ? (
    <IconLink label={label} icon={icon} link={rest.link} />
  ) : (
    <IconButton label={label} icon={icon} loading={isBusy} onClick={rest.onClick} />
  );
}

/** The first line of a record's card on a phone. */
export function CardHead({ children }: { children: ReactNode }) {
  return <div className={cells.head}>{children}</div>;
}
