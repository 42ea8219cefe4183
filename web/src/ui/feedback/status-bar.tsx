import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { createStore, useStore } from '#web/lib/browser/store.ts';
import { session } from '#web/lib/session/session.ts';
import { restoreFocus } from '#web/ui/keys/focus-return.ts';
import { isTyping } from '#web/ui/keys/keys.ts';
import classes from './status-bar.module.css';

// How long an offer stays, in milliseconds.
const shownFor = 10_000;

type StatusBarItem = {
  id: string;
  text: string;
  onUndo?: () => void;
  action?: { label: string; onAction: () => void };
  link?: { label: string; to: LinkProps['to'] };
  progress?: { value: number; max: number };
};

const lines = createStore<readonly StatusBarItem[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const places = createStore<readonly string[]>([]);

// Nothing vanishes under the pointer or with the focus.
const isHeld = () => document.querySelector('[data-quiet-lines]:is(:hover, :focus-within)') !== null;

function hideLater(id: string): void {
  const end = () => (isHeld() ? hideLater(id) : statusBar.hide(id));
  timers.set(id, setTimeout(end, shownFor));
}

/** Shows and hides the lines of what just happened: `showUntilHidden`, `showBriefly` (10 seconds) and `hide`, by the line's id. */
export const statusBar = {
  showUntilHidden(line: StatusBarItem) {
    clearTimeout(timers.get(line.id));
    const shown = lines.get();
    const isKnown = shown.some(({ id }) => id === line.id);
    lines.set(isKnown ? shown.map((one) => (one.id === line.id ? line : one)) : [...shown, line]);
  },

  showBriefly(line: StatusBarItem) {
    statusBar.showUntilHidden(line);
    hideLater(line.id);
  },

  hide(id: string) {
    clearTimeout(timers.get(id));
    lines.set(lines.get().filter((line) => line.id !== id));
  },
};

/**
 * Offers for 10 seconds to undo the last action, and longer while the pointer or the focus is on the offer.
 *
 * @returns takes the offer back, for when there is nothing left to undo.
 */
export function offerUndo(text: string, onUndo: () => void): () => void {
  const line = { id: 'undo', text, onUndo };
  statusBar.showBriefly(line);
  return () => {
    if (lines.get().includes(line)) statusBar.hide(line.id);
  };
}

let shownTo = session.get()?._id;
// What one person has just done is neither undone nor opened by the next on the same computer.
session.subscribe(() => {
  const id = session.get()?._id;
  if (id === shownTo) return;
  shownTo = id;
  for (const { id } of lines.get()) statusBar.hide(id);
});

/** Offers an action for 10 seconds, such as opening what was added. */
export function offerAction(text: string, label: string, onAction: () => void): void {
  statusBar.showBriefly({ id: 'action', text, action: { label, onAction } });
}

function useUndoKey(onUndo: (() => void) | undefined): void {
  const undo = useEffectEvent(() => onUndo?.());
  const isPossible = onUndo !== undefined;
  useEffect(() => {
    if (!isPossible) return;
    const onKey = (event: KeyboardEvent) => {
      const isUndoKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isUndoKey || event.shiftKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isPossible]);
}

/**
 * Shows the lines of what just happened, in the layout beside what they belong to: of several places, the newest shows them.
 *
 * @param as `strip`: at the bottom of the screen, for pages that scroll; `foot`: below its neighbours.
 */
export function StatusBar({ as }: { as: 'strip' | 'foot' }) {
  const place = useId();
  useLayoutEffect(() => {
    places.set([...places.get(), place]);
    return () => places.set(places.get().filter((other) => other !== place));
  }, [place]);
  return useStore(places).at(-1) === place && <Lines as={as} />;
}

function Lines({ as }: { as: 'strip' | 'foot' }) {
  const shown = useStore(lines);
  const undone = shown.findLast(({ onUndo }) => onUndo);
  useUndoKey(undone && (() => take(undone.id, undone.onUndo)));
  const box = useRef<HTMLDivElement>(null);
  // A long text takes several lines, none of which is cut off.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || as !== 'strip') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--strip-lines', `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--strip-lines');
    };
  }, [as]);
  return (
    <div ref={box} role="status" className={classes.lines} data-as={as} data-quiet-lines={shown.length}>
      {shown.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </div>
  );
}

function take(id: string, act: (() => void) | undefined) {
  statusBar.hide(id);
  act?.();
}

function Line({ line: { id, text, onUndo, action, link, progress } }: { line: StatusBarItem }) {
  const t = useTranslations('ui');
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = line;
    return () => {
      if (current?.contains(document.activeElement)) setTimeout(restoreFocus);
    };
  }, []);
  return (
    <div ref={line} className={classes.line}>
      <p className={classes.text}>{text}</p>
      {link && (
        <Link to={link.to} className={classes.action}>
          {link.label}
        </Link>
      )}
      {action && (
        <button type="button" className={classes.action} onClick={() => take(id, action.onAction)}>
          {action.label}
        </button>
      )}
      {onUndo && (
        <button
          type="button"
          className={classes.action}
          aria-keyshortcuts="Control+Z"
          onClick={() => take(id, onUndo)}
        >
          {t('undo')}
          <kbd className={classes.keys} aria-hidden>
            Ctrl Z
          </kbd>
        </button>
      )}
      {progress && <progress className={classes.progress} aria-label={text} {...progress} />}
    </div>
  );
}
