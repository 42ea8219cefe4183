import { type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-bar.module.css';

/**
 * Links between neighbouring screens, as a line of tabs; the router marks the present one (`aria-current`). Where they do not
 * all fit, the present one is scrolled into sight.
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
