import { type ReactNode, useId } from 'react';
import classes from './imports.module.css';

/** A part of an import's page. */
export function ImportSection({
  title,
  why,
  children,
}: {
  title: string;
  why?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className="heading">
          {title}
        </h2>
        {why && <p className="quiet">{why}</p>}
      </div>
      {children}
    </section>
  );
}
