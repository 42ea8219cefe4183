import classes from './count.module.css';

type CountProps = {
  children: string | undefined;
  // It has two digits at most, as a rule.
  isShort?: boolean;
};

export function Count({ children, isShort }: CountProps) {
  return (
    <span className={classes.count} data-short={isShort || undefined}>
      {children}
    </span>
  );
}
