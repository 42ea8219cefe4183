import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  /** What its numbers count, in a sentence or two. */
  help: string;
  /** At the end of the title line. */
  action?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
};

/** One part of the dashboard: its title, the definition of its numbers, and the numbers. */
export function Panel({ title, help, action, isWide, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id} data-wide={isWide || undefined}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      <Help>{help}</Help>
      {children}
    </section>
  );
}

/** The definition of numbers, beside them. */
export function Help({ children }: { children: ReactNode }) {
  return <p className={classes.help}>{children}</p>;
}

/** Panels beside each other, below each other on a phone. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}
