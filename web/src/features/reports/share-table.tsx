import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import classes from './figure-table.module.css';
import { linkToLeads } from './report-search.ts';

type ShareTableProps = {
  label: string;
  header: string;
  rows: readonly { key: string; label: string; leads: number; of: ManagementLeadFilters }[];
  all: number;
  foot?: ReactNode;
};

export function ShareTable({ label, header, rows, all, foot }: ShareTableProps) {
  const t = useTranslations('reports');
  const format = useFormatter();
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  return (
    <div className={`${classes.frame} scroll-edge`}>
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
            <FigureRow key={key} count={leads} of={of}>
              <th scope="row">
                <span className={classes.words}>{label}</span>
                <ShareBar part={leads / most} />
              </th>
              <td>
                <FigureLink count={leads} leads={of} label={t('openShare', { count: leads, label })} />
              </td>
              <td>{all > 0 && format.number(leads / all, percentFormat)}</td>
            </FigureRow>
          ))}
        </tbody>
      </table>
      {foot}
    </div>
  );
}

export const percentFormat = {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
} as const;

/** A click on the row opens the leads, as its link does. */
export function FigureRow({
  count,
  of,
  children,
}: {
  count: number;
  of: ManagementLeadFilters;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLElement>) => {
    const onLink = event.target instanceof Element && event.target.closest('a');
    if (!onLink) void navigate(linkToLeads(of));
  };
  return (
    <tr onClick={count > 0 ? open : undefined} data-clickable={count > 0 || undefined}>
      {children}
    </tr>
  );
}

export function ShareBar({ part, status }: { part: number; status?: string }) {
  const background = status && `var(--status-${status}-dot)`;
  return (
    <span className={classes.track} aria-hidden>
      {part > 0 && <span className={classes.bar} style={{ width: `${part * 100}%`, background }} />}
    </span>
  );
}

type FigureLinkProps = {
  count: number;
  leads: ManagementLeadFilters;
  label: string;
  children?: ReactNode;
};

export function FigureLink({ count, leads: of, label, children }: FigureLinkProps) {
  const format = useFormatter();
  const text = children ?? format.number(count);
  if (count === 0) return <span className={classes.zero}>{text}</span>;
  return (
    <Link {...linkToLeads(of)} className={classes.figure} aria-label={label}>
      {text}
    </Link>
  );
}
