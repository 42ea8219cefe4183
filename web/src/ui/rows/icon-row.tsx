import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './icon-row.module.css';

type IconRowProps = {
  icon: TablerIcon;
  name: string;
  detail: string;
  more?: string;
  isWarning?: boolean;
  children: ReactNode;
};

/** Shows a row with an icon, a name, details below it, and actions. */
export function IconRow({ icon: Icon, name, detail, more, isWarning, children }: IconRowProps) {
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.body}>
        <span className={classes.name}>{name}</span>
        <span className={isWarning ? `${classes.detail} ${classes.few}` : classes.detail}>{detail}</span>
        {more && <span className={classes.detail}>{more}</span>}
      </span>
      {children}
    </li>
  );
}
