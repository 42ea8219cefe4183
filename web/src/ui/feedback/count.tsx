import classes from './count.module.css';

/** How many there are, as text, in a place that is kept while it is asked: what stands beside it does not move. */
export function Count({ children }: { children: string | undefined }) {
  return <span className={classes.count}>{children}</span>;
}
