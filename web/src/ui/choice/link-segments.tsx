import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentInView } from '#web/ui/frame/use-current-in-view.ts';
import classes from './segments.module.css';

type LinkSegment = Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> & {
  key: string;
  text: ReactNode;
  count?: ReactNode;
  // The screen shows it by another address.
  isCurrent?: boolean;
};

/** Shows the parts into which a list is divided as links, and marks the current one. On a phone all with counts fit one line. */
export function LinkSegments({ label, links }: { label: string; links: readonly LinkSegment[] }) {
  const row = useCurrentInView();
  return (
    <nav
      ref={row}
      aria-label={label}
      className={`fading-row ${classes.track} ${classes.links}`}
      data-counts={links.some(({ count }) => count !== undefined) || undefined}
    >
      {links.map(({ key, text, count, isCurrent, activeOptions = { includeSearch: false }, ...link }) => (
        <Link
          key={key}
          {...link}
          className={classes.segment}
          aria-current={isCurrent || undefined}
          activeOptions={activeOptions}
        >
          {text}
          {count !== undefined && <> {count}</>}
        </Link>
      ))}
    </nav>
  );
}
