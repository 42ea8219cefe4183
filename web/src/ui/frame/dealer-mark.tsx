import { initials } from '#web/lib/format/initials.ts';
import classes from './dealer-mark.module.css';

type DealerMarkProps = { name: string; logo: string | null; size?: number };

/** The logo, decorative: the name is beside it. */
export function DealerMark({ name, logo, size = 28 }: DealerMarkProps) {
  if (logo) return <img className={classes.logo} src={`/${logo}`} alt="" width={size} height={size} />;
  return (
    <span
      className={classes.initials}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden
    >
      {initials(name)}
    </span>
  );
}
