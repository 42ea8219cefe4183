import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  help: ReactNode;
  action?: ReactNode;
  isSection?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

export function Panel({ title, help, action, isSection, isWide, children }: PanelProps) {
  const id = useId();
  const Title = isSection ? 'h2' : 'h3';
  return (
    <section
      className={classes.panel}
      aria-labelledby={id}
      data-section={isSection || undefined}
      data-wide={isWide || undefined}
    >
      <div>
        <div className={classes.head}>
          <Title id={id} className={classes.title}>
            {title}
          </Title>
          {action}
        </div>
        <Help>{help}</Help>
      </div>
      {children}
    </section>
  );
}

export function Help({ children }: { children: ReactNode }) {
  return <p className={classes.help}>{children}</p>;
}

export function PanelColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}

export function Panels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}

export function Quieter({ children }: { children: ReactNode }) {
  return <div className={classes.quieter}>{children}</div>;
}
