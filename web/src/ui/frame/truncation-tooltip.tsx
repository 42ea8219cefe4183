import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findTruncatedElements, getTruncatedText } from './truncated-text.ts';
import classes from './truncation-tooltip.module.css';

const delay = 200;
const gap = 4;
const margin = 8;

type Shown = { text: string; beside: Element };

/**
 * Shows all of a text that ends in "…": as the browser's tooltip while it is pointed at, below it while it has the keyboard's focus, or
 * when it is tapped and does nothing else. It stands once on a page, for every text that CSS cuts off.
 */
export function TruncationTooltip() {
  const [shown, setShown] = useState<Shown>();
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => listen(setShown), []);
  useLayoutEffect(() => {
    const { current } = tip;
    if (!shown || !current) return;
    current.showPopover();
    const text = shown.beside.getBoundingClientRect();
    const { width, height } = current.getBoundingClientRect();
    const isBelow = text.bottom + gap + height + margin <= window.innerHeight;
    const left = Math.max(margin, Math.min(text.left, window.innerWidth - width - margin));
    current.style.left = `${left}px`;
    current.style.top = `${isBelow ? text.bottom + gap : Math.max(margin, text.top - gap - height)}px`;
  }, [shown]);
  return (
    shown && (
      <div ref={tip} popover="manual" role="tooltip" className={classes.tip}>
        {shown.text}
      </div>
    )
  );
}

function listen(show: (shown: Shown | undefined) => void): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  let titled: Element | undefined;

  const hide = () => {
    clearTimeout(timer);
    show(undefined);
  };
  const showAll = (target: Element) => {
    const [first, ...others] = findTruncatedElements(target);
    if (!first) return;
    const texts = [first, ...others].map(getTruncatedText).filter((text) => text !== undefined);
    show({ text: [...new Set(texts)].join('\n'), beside: first });
  };
  const onPointed = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'mouse' && target instanceof Element) showTitle(target);
  };
  const showTitle = (target: Element) => {
    titled?.removeAttribute('title');
    titled = undefined;
    if (target.closest('[title]')) return;
    const texts = findTruncatedElements(target)
      .map(getTruncatedText)
      .filter((text) => text !== undefined);
    if (texts.length === 0) return;
    target.setAttribute('title', [...new Set(texts)].join('\n'));
    titled = target;
  };
  const onFocus = ({ target }: FocusEvent) => {
    hide();
    showFocused(target);
  };
  const showFocused = (target: EventTarget | null) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    // While typing one sees the end of what one types.
    if (target.matches('input:not([readonly]), textarea')) return;
    timer = setTimeout(() => document.activeElement === target && showAll(target), delay);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const isTapped = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!isTapped || !(target instanceof Element)) return;
    if (!target.closest('a, button, input, select, textarea, label, summary, [data-clickable]'))
      showAll(target);
  };

  const options = { signal: ending.signal, capture: true };
  document.addEventListener('pointerover', onPointed, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('click', onClick, options);
  for (const event of ['focusout', 'pointerdown', 'keydown', 'scroll', 'wheel'] as const)
    document.addEventListener(event, hide, { ...options, passive: true });
  // What was pointed at or got the focus while this code was fetched.
  const pointedAt = [...document.querySelectorAll(':hover')].at(-1);
  if (pointedAt && matchMedia('(hover: hover)').matches) showTitle(pointedAt);
  showFocused(document.activeElement);
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
