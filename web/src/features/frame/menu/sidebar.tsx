import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Level } from '#contract/levels.ts';
import { preserveAllFilters } from '#web/lib/url/preserved-search.ts';
import { CountBadge } from '#web/ui/feedback/count.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { findScreen, listMenuScreens } from './screens.ts';
import classes from './sidebar.module.css';

/** The number of leads in each status, for the menu. */
export type StatusCounts = Readonly<Record<LeadStatus, number>>;

type SidebarProps = {
  level: Level;
  counts?: StatusCounts;
  foot?: ReactNode;
  onNavigate: () => void;
};

/** Shows the main menu of a level, with the number of leads at each status. `onNavigate` is called when an entry is followed. */
export function Sidebar({ level, counts, foot, onNavigate }: SidebarProps) {
  const t = useTranslations('frame');
  const parents = useLocation({ select: ({ pathname }) => findScreen(pathname)?.under });
  const here = useLocation({ select: ({ pathname }) => findScreen(pathname)?.path });
  return (
    <>
      <nav aria-label={t('mainMenu')}>
        <ul className={classes.entries}>
          {listMenuScreens(level).flatMap(({ path, label, icon: EntryIcon, statuses }) =>
            statuses ? (
              statuses.map((status) => (
                <li key={status}>
                  <Link
                    to={path}
                    params={{ status }}
                    search={here === path ? preserveAllFilters : undefined}
                    className={classes.entry}
                    activeOptions={{ includeSearch: false }}
                    onClick={onNavigate}
                  >
                    <StatusEntry status={status} count={counts?.[status]} />
                  </Link>
                </li>
              ))
            ) : (
              <li key={path}>
                <Link
                  to={path}
                  className={classes.entry}
                  aria-current={parents?.includes(path) || undefined}
                  activeOptions={{ includeSearch: false }}
                  onClick={onNavigate}
                >
                  {EntryIcon && <EntryIcon size={18} stroke={1.75} aria-hidden />}
                  {label && t(`screens.${label}`)}
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
      {foot && <div className={classes.foot}>{foot}</div>}
    </>
  );
}

function StatusEntry({ status, count }: { status: LeadStatus; count: number | undefined }) {
  const t = useTranslations('leads');
  const format = useFormatter();
  return (
    <>
      <span className={classes.status}>
        <StatusDot status={status}>{t(`statuses.${status}`)}</StatusDot>
      </span>{' '}
      {count !== undefined && (
        <span className={classes.count}>
          <CountBadge>{format.number(count)}</CountBadge>
        </span>
      )}
    </>
  );
}
