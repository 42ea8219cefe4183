import classes from './skeleton.module.css';

/** A grey bar in the place of a line of text that still loads. `width` is any CSS width. */
export function Skeleton({ width = '60%', height = 12 }: { width?: string; height?: number }) {
  return <span aria-hidden className={classes.bar} style={{ width, height }} />;
}
