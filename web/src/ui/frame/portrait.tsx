import classes from './portrait.module.css';

type PortraitProps = {
  name: string;
  dp: string | null;
  size?: number;
};

/** Shows somebody's picture or, without one, their initials. */
export function Portrait({ name, dp, size = 28 }: PortraitProps) {
  if (dp) return <img className={classes.portrait} src={`/${dp}`} alt="" width={size} height={size} />;
  return (
    <span
      className={classes.portrait}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden
    >
      {getInitials(name)}
    </span>
  );
}

type DealerMarkProps = { name: string; logo: string | null; size?: number };

/** Shows the dealer's logo or, without one, the dealer's initials. */
export function DealerMark({ name, logo, size = 28 }: DealerMarkProps) {
  if (logo) return <img className={classes.logo} src={`/${logo}`} alt="" width={size} height={size} />;
  return (
    <span
      className={classes.initials}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden
    >
      {getInitials(name)}
    </span>
  );
}

/** @returns the first letters of the first and the last word, as a picture's stand-in. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
