import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import classes from './tab-bar.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

type Tab = Pick<LinkProps, 'to' | 'params' | 'search'> & {
  key: string;
  text: ReactNode;
  needs?: Pick<Endpoint, 'who'>;
  // The screen belongs to it, but is another one than it leads to.
  isCurrent?: boolean;
  // The paths of others begin with its own.
  isExact?: boolean;
};

type TabBarProps = { label: string; tabs: readonly Tab[]; children?: ReactNode };

/** Shows links between screens, and what stands behind them; the current one (`aria-current`) is scrolled into view. */
export function TabBar({ label, tabs, children }: TabBarProps) {
  const bar = useCurrentInView();
  const level = useSession()?.level;

  return (
    <nav ref={bar} aria-label={label} className={`fading-row ${classes.tabs}`}>
      {tabs
        .filter(({ needs }) => !needs || mayCall(needs, level))
        .map(({ key, text, needs: _needs, isCurrent, isExact = false, ...link }) => (
          <Link
            key={key}
            {...link}
            aria-current={isCurrent || undefined}
            activeOptions={{ exact: isExact, includeSearch: false }}
          >
            {text}
          </Link>
        ))}
      {children}
    </nav>
  );
}
