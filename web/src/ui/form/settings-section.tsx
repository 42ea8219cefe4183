import { type ReactNode, useId } from 'react';
import classes from './settings-section.module.css';

type SettingsSectionProps = {
  title: string;
  why?: string;
  children: ReactNode;
};

/** Shows a group of settings; its title is above the fields on a phone, else beside them. */
export function SettingsSection({ title, why, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className="heading">
          {title}
        </h2>
        {why && <p className={classes.why}>{why}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
