import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { HelpTip } from '#web/ui/feedback/help-tip.tsx';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  // Behind an (i).
  help?: string;
  note?: ReactNode;
  action?: ReactNode;
  isSection?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

/** Frames a report with its title. `help`: a sentence about it; `action`: a button beside the title. */
export function ReportPanel({ title, help, note, action, isSection, isWide, children }: PanelProps) {
  const t = useTranslations('reports');
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
          <div className={classes.titled}>
            <Title id={id} className={classes.title}>
              {title}
            </Title>
            {help && <HelpTip label={t('about', { title })}>{help}</HelpTip>}
          </div>
          {action}
        </div>
        {note && <HelpText>{note}</HelpText>}
      </div>
      {children}
    </section>
  );
}

/** A sentence above a report that says what it counts. */
export function HelpText({ children }: { children: ReactNode }) {
  return <p className={classes.help}>{children}</p>;
}

/** Puts the reports of one column below each other. */
export function ReportPanelColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}

/** Lays out report panels in a grid. */
export function ReportPanels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}

/** Shows the figures in it smaller, as those that are not read every day. */
export function SecondaryFigures({ children }: { children: ReactNode }) {
  return <div className={classes.quieter}>{children}</div>;
}

/** Shows a label and what it names in one line. */
export function LabelledLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.labelled}>
      <span className={classes.help}>{label}</span>
      {children}
    </div>
  );
}
