import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type NoticeProps = {
  /** `danger`: a failure; `warning`: needs attention. */
  tone?: 'danger' | 'warning';
  title?: string;
  children: ReactNode;
};

/** A box announced when it appears. */
export function Notice({ tone = 'danger', title, children }: NoticeProps) {
  return (
    <div role="alert" className={classes.notice} data-tone={tone}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
