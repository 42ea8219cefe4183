import classes from './count.module.css';

/** A count as text, in a place kept while it is asked. */
export function Count({ children }: { children: string | undefined }) {
  return <span className={classes.count}>{children}</span>;
}
