import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './metric-card.module.css';
import { Skeleton } from './skeleton.tsx';

type MetricRowProps = { label: string; look?: 'cards' | 'line' | 'compact'; children: ReactNode };

/** Shows metrics in one row; where they do not fit, in full ones. In a `line` a value stands beside its label; a `compact` one is as wide as what it holds. */
export function MetricRow({ label, look = 'cards', children }: MetricRowProps) {
  return (
    <div className={classes.frame}>
      <ul className={`${classes.row} ${looks[look]}`} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}

const looks = { cards: '', line: classes.line, compact: `${classes.line} ${classes.compact}` };

type MetricCardProps = {
  label: ReactNode;
  value: string | undefined;
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

/** Shows a value with its label, which is a link if there is one; a skeleton until the value is known. */
export function MetricCard({ label, value, link }: MetricCardProps) {
  const content = (
    <>
      <span className={classes.label}>{label}</span>{' '}
      <span key={value === undefined ? 'awaited' : 'known'} className={classes.value}>
        {value ?? <Skeleton width="64px" height={20} />}
      </span>
    </>
  );
  return (
    <li>
      {link ? (
        <Link {...link} className={classes.card}>
          {content}
        </Link>
      ) : (
        <div className={classes.card}>{content}</div>
      )}
    </li>
  );
}
