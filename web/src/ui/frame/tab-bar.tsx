import { type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-bar.module.css';

/**
 * Links between neighbouring screens, as tabs; the router marks the current one (`aria-current`), which is scrolled
 * into view.
 */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!bar.current || !tab) return;
    const rest = bar.current.clientWidth - tab.offsetWidth;
    bar.current.scrollLeft = tab.offsetLeft - bar.current.offsetLeft - rest / 2;
  }, []);

  return (
    <nav ref={bar} aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  );
}
