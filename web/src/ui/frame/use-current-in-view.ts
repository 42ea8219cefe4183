import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** @returns the ref of a row of links that scrolls; it scrolls the current one (`aria-current`) into its middle. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  const shownFor = useRef<string>(undefined);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !link || shownFor.current === path) return;
    shownFor.current = path;
    const rest = row.current.clientWidth - link.offsetWidth;
    row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - rest / 2;
  }, [path]);
  return row;
}
