import classes from './count.module.css';

type CountProps = {
  children: string | undefined;
  // It has two digits at most, as a rule.
  isShort?: boolean;
};

/** Shows a small number beside a label; room is kept for it until it is known. */
export function CountBadge({ children, isShort }: CountProps) {
  return (
    <span className={classes.count} data-short={isShort || undefined}>
      {children}
    </span>
  );
}
