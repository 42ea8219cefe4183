import type { ReactNode } from 'react';
import classes from './status-dot.module.css';

/** Shows a text behind a dot in the color of a status. */
export function StatusDot({ status, children }: { status: string; children: ReactNode }) {
  return (
    <span className={classes.plain}>
      <span className={classes.dot} style={{ background: `var(--status-${status}-dot)` }} aria-hidden />
      {children}
    </span>
  );
}

/** Shows a text with a dot, on the background of a status. */
export function StatusBadge({ status, children }: { status: string; children: ReactNode }) {
  const colors = { background: `var(--status-${status}-bg)`, color: `var(--status-${status}-text)` };
  return (
    <span className={classes.badge} style={colors}>
      <span className={classes.dot} style={{ background: `var(--status-${status}-dot)` }} aria-hidden />
      {children}
    </span>
  );
}
