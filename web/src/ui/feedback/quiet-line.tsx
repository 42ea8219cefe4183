import type { ReactNode } from 'react';
import classes from './quiet-line.module.css';

type QuietLineProps = {
  children: ReactNode;
  action?: string;
  onAction?: () => void;
};

/** Says inside a form what happened; announced. */
export function QuietLine({ children, action, onAction }: QuietLineProps) {
  return (
    <p role="status" className={classes.line}>
      <span>{children}</span>
      {action && (
        <button type="button" className={classes.action} onClick={onAction}>
          {action}
        </button>
      )}
    </p>
  );
}
