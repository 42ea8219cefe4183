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

export function ReportPanel({ title, help, action, isSection, isWide, children }: PanelProps) {
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
        <HelpText>{help}</HelpText>
      </div>
      {children}
    </section>
  );
}

export function HelpText({ children }: { children: ReactNode }) {
  return <p className={classes.help}>{children}</p>;
}

export function ReportPanelColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}

export function ReportPanels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}

export function SecondaryFigures({ children }: { children: ReactNode }) {
  return <div className={classes.quieter}>{children}</div>;
}
