import classes from './skeleton.module.css';

/** A grey bar for a loading line of text. `width`: any CSS width. */
export function Skeleton({ width = '60%', height = 12 }: { width?: string; height?: number }) {
  return <span aria-hidden className={classes.bar} style={{ width, height }} />;
}

export function RecordSkeleton() {
  return (
    <div className={classes.record} aria-busy>
      {[70, 40, 55, 60, 45].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  );
}
