import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { listRowTargets, restoreRowFocus } from '#web/ui/keys/focus-return.ts';
import { isTyping, useSingleKeys } from '#web/ui/keys/keys.ts';

const steps: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves the focus between rows: j and k from anywhere, the arrow keys, Home and End from a row; X presses its check
 * box. When the focused row leaves, the one in its place gets the focus.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    if (list.current) restoreRowFocus(list.current);
  });
  // Before rows are seen, so that no key is lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const targets = list.current ? listRowTargets(list.current) : [];
      const row = event.target instanceof Element ? event.target.closest('tr, li') : null;
      const at = targets.findIndex((target) => row?.contains(target));
      if (event.key.toLowerCase() === 'x' && singleKeys && at >= 0) pressSelect(row, event);
      const isLetter = event.key === 'j' || event.key === 'k';
      if (isLetter ? !singleKeys : at < 0) return;
      const next = nextIndex(event.key, at, targets.length);
      if (next === undefined) return;
      event.preventDefault();
      targets[next]?.focus({ focusVisible: true } as FocusOptions);
      targets[next]?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, singleKeys]);
}

function pressSelect(row: Element | null, event: KeyboardEvent) {
  const box = row?.querySelector('[data-row-select]');
  if (!box) return;
  event.preventDefault();
  box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return at < 0 ? (step > 0 ? 0 : count - 1) : Math.min(Math.max(at + step, 0), count - 1);
}
