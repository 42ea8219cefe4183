import type { ReactNode } from 'react';
import classes from './form-section.module.css';

/** A titled group of fields. */
export function FormSection({ title, why, children }: { title: string; why?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{title}</legend>
      {why && <p className={classes.why}>{why}</p>}
      {children}
    </fieldset>
  );
}
