import { type ReactNode, type Ref, useId } from 'react';
import classes from './imports.module.css';

type ImportSectionProps = {
  title: string;
  why?: string | undefined;
  ref?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** Shows a titled section of the import screen. */
export function ImportSection({ title, why, ref, children }: ImportSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} ref={ref} tabIndex={ref ? -1 : undefined} className={`heading ${classes.title}`}>
          {title}
        </h2>
        {why && <p className="quiet">{why}</p>}
      </div>
      {children}
    </section>
  );
}
