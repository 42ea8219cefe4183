import classes from './skeleton.module.css';

/** Shows a grey bar for a loading line of text. `width`: any CSS width. */
export function Skeleton({ width = '60%', height = 12 }: { width?: string; height?: number }) {
  return <span aria-hidden className={classes.bar} style={{ width, height }} />;
}

const lineWidths = [62, 48, 70, 55, 66, 50];

/** Stands in for what is loading. Without a number of `lines` it is as high as a whole record in a dialog. */
export function RecordSkeleton({ lines }: { lines?: number }) {
  return (
    <div className={classes.record} data-whole={lines === undefined || undefined} aria-busy>
      {lineWidths.slice(0, lines ?? 5).map((width) => (
        <Skeleton key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  );
}
