import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeadNarrowing } from '#contract/lead-narrowing.ts';
import classes from './figure-table.module.css';
import { leadsLink } from './leads-link.ts';

type ShareTableProps = {
  /** What the table holds, for screen readers. */
  label: string;
  /** Header of the first column. */
  header: string;
  rows: readonly { key: string; label: string; leads: number; of: LeadNarrowing }[];
  /** What 100 % are. */
  all: number;
  foot?: ReactNode;
};

/** How leads are shared out, as a table with a bar in each row; each number opens its leads. */
export function ShareTable({ label, header, rows, all, foot }: ShareTableProps) {
  const t = useTranslations('reports');
  const format = useFormatter();
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{header}</th>
            <th scope="col">{t('leads')}</th>
            <th scope="col">{t('share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, leads, of }) => (
            <tr key={key}>
              <th scope="row">
                <span className={classes.words}>{label}</span>
                <Bar part={leads / most} />
              </th>
              <td>
                <FigureLink count={leads} of={of} label={t('openShare', { count: leads, label })} />
              </td>
              <td>{all > 0 && format.number(leads / all, percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {foot}
    </div>
  );
}

export const percent = { style: 'percent', maximumFractionDigits: 1 } as const;

/** A bar as long as a part (0 to 1) of its row; `status` gives it that status's colour. */
export function Bar({ part, status }: { part: number; status?: string }) {
  const background = status && `var(--status-${status}-dot)`;
  return (
    <span className={classes.track} aria-hidden>
      {part > 0 && <span className={classes.bar} style={{ width: `${part * 100}%`, background }} />}
    </span>
  );
}

/** A number that opens its leads; `label` says for screen readers which these are. */
export function FigureLink({ count, of, label }: { count: number; of: LeadNarrowing; label: string }) {
  const format = useFormatter();
  if (count === 0) return <span className={classes.zero}>{format.number(0)}</span>;
  return (
    <Link {...leadsLink(of)} className={classes.figure} aria-label={label}>
      {format.number(count)}
    </Link>
  );
}
