import { initials } from '#web/lib/format/initials.ts';
import classes from './portrait.module.css';

type PortraitProps = {
  name: string;
  /** The picture's path. */
  dp: string | null;
  /** Pixels. */
  size?: number;
};

/** A picture, decorative: the name is beside it. */
export function Portrait({ name, dp, size = 28 }: PortraitProps) {
  if (dp) return <img className={classes.portrait} src={`/${dp}`} alt="" width={size} height={size} />;
  return (
    <span
      className={classes.portrait}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden
    >
      {initials(name)}
    </span>
  );
}
