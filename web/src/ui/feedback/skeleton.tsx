import classes from './skeleton.module.css';

/** A grey bar for a loading line of text. `width`: any CSS width. */
export function Skeleton({ width = '60%', height = 12 }: { width?: string; height?: number }) {
  return <span aria-hidden className={classes.bar} style={{ width, height }} />;
}
