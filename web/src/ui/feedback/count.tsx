import classes from './count.module.css';

type CountProps = {
  children: string | undefined;
  /** It has two digits at most, as a rule. */
  isShort?: boolean;
};

/** How many stand behind a tab or an entry of the menu; keeps a place while it is asked. */
export function Count({ children, isShort }: CountProps) {
  return (
    <span className={classes.count} data-short={isShort || undefined}>
      {children}
    </span>
  );
}
