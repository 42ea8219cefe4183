import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import classes from './tab-bar.module.css';

type Tab = Pick<LinkProps, 'to' | 'params' | 'search'> & {
  key: string;
  text: ReactNode;
  needs?: Pick<Endpoint, 'who'>;
};

/** Links between screens; the current one (`aria-current`) is scrolled into view. */
export function TabBar({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null);
  const level = useSession()?.level;

  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!bar.current || !tab) return;
    const rest = bar.current.clientWidth - tab.offsetWidth;
    bar.current.scrollLeft = tab.offsetLeft - bar.current.offsetLeft - rest / 2;
  }, []);

  return (
    <nav ref={bar} aria-label={label} className={classes.tabs}>
      {tabs
        .filter(({ needs }) => !needs || mayCall(needs, level))
        .map(({ key, text, needs: _needs, ...link }) => (
          <Link key={key} {...link} activeOptions={{ includeSearch: false }}>
            {text}
          </Link>
        ))}
    </nav>
  );
}
