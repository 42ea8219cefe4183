import classes from './count.module.css';

/** How many stand behind a tab or an entry of the menu; keeps a place while it is asked. */
export function Count({ children }: { children: string | undefined }) {
  return <span className={classes.count}>{children}</span>;
}
