import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Booking } from '#contract/bookings/booking.ts';
import type { Place } from './board-days.ts';

// A mouse drags once it has moved so far, in pixels; a finger once it has rested so long, in milliseconds.
const dragDistance = 5;
const restDistance = 10;
const longPressMs = 350;
// How far a press that changes nothing may have moved, in pixels, to be a click all the same.
const clickDistance = 10;
// How much of a card stands in the row in which it begins, in pixels.
const firstRowHeight = 40;
// How near the edge of the window it scrolls, in pixels, and how far at each frame.
const edge = 72;
const scrollStep = 12;

/** The attribute of what a booking can be dropped on: `2026-11-29`, where it keeps its time, `2026-11-29 09:30`, or `2026-11-29 -` for no time. */
export const dropAttribute = 'data-drop';

/** The attribute of the card of a booking, which is looked through for what lies below it. */
export const cardAttribute = 'data-card';

/** Returns the value of {@link dropAttribute} for a place. */
export const toDropValue = ({ date, time }: Place) => `${date} ${time ?? '-'}`;

function readDropValue(value: string, booking: Booking): Place {
  const [date = booking.date, time] = value.split(' ');
  return { date, time: time === undefined ? booking.time : time === '-' ? null : time };
}

type Drag = { booking: Booking; over: string | undefined };

// `grip`: how far below the middle of the card's first row it was grabbed, in pixels.
type Press = { booking: Booking; x: number; y: number; grip: number; timer?: ReturnType<typeof setTimeout> };

type DragOptions = {
  isInRows: boolean;
  mayDrop: (booking: Booking, place: Place) => boolean;
  onDrop: (booking: Booking, place: Place) => void;
};

/**
 * Lets bookings be dragged by mouse, and by a finger that rests on one first. Near an edge the page scrolls; Escape leaves everything as it was.
 *
 * @param isInRows whether a card is as high as its booking takes: its first row is then dropped, wherever it was grabbed.
 * @param mayDrop tells which places are offered.
 * @returns what is dragged over what; `press` of each booking's `onPointerDown`; and the ref of what follows the pointer.
 */
export function useDrag({ isInRows, mayDrop, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<Drag>();
  const pressed = useRef<Press>(undefined);
  const isEscaped = useRef(false);
  const at = useRef({ x: 0, y: 0 });
  const ghost = useRef<HTMLDivElement>(null);
  const isDragging = drag !== undefined;

  const end = () => {
    clearTimeout(pressed.current?.timer);
    pressed.current = undefined;
    setDrag(undefined);
  };
  const begin = () => {
    if (pressed.current) setDrag({ booking: pressed.current.booking, over: undefined });
  };
  const press = (booking: Booking, event: ReactPointerEvent) => {
    isEscaped.current = false;
    if (event.button !== 0) return;
    const { clientX: x, clientY: y, pointerType } = event;
    at.current = { x, y };
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const grip = isInRows ? y - top - Math.min(height, firstRowHeight) / 2 : 0;
    const isFinger = pointerType !== 'mouse';
    pressed.current = { booking, x, y, grip, ...(isFinger && { timer: setTimeout(begin, longPressMs) }) };
  };
  const findPlace = (): { value: string; place: Place } | undefined => {
    const { current } = pressed;
    if (!current) return undefined;
    const { booking, grip } = current;
    const value = findDropValue(at.current, grip);
    if (value === undefined) return undefined;
    const place = readDropValue(value, booking);
    return mayDrop(booking, place) ? { value, place } : undefined;
  };
  const follow = () => {
    const { x, y } = at.current;
    if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`;
    const over = findPlace()?.value;
    setDrag((now) => (now && now.over !== over ? { ...now, over } : now));
  };
  const onMove = useEffectEvent((event: PointerEvent) => {
    const press = pressed.current;
    if (!press) return;
    at.current = { x: event.clientX, y: event.clientY };
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (isDragging) follow();
    else if (!press.timer && distance > dragDistance) begin();
    else if (press.timer && distance > restDistance) end();
  });
  const onUp = useEffectEvent(() => {
    const press = pressed.current;
    if (isEscaped.current) stopNextClick();
    isEscaped.current = false;
    if (drag && press) {
      const { x, y } = at.current;
      const place = findPlace()?.place;
      if (place || Math.hypot(x - press.x, y - press.y) > clickDistance) stopNextClick();
      if (place) onDrop(drag.booking, place);
    }
    end();
  });
  const onCancel = useEffectEvent(end);
  const onEscape = useEffectEvent(() => {
    isEscaped.current = true;
    end();
  });
  const onFollow = useEffectEvent(follow);
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    if (isDragging && event.cancelable) event.preventDefault();
  });

  useEffect(() => {
    const move = (event: PointerEvent) => onMove(event);
    const up = () => onUp();
    const cancel = () => onCancel();
    // A finger that drags does not scroll. Safari asks only listeners that were there when it came down.
    const stay = (event: TouchEvent) => onTouchMove(event);
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', cancel);
    document.addEventListener('touchmove', stay, { passive: false });
    return () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
      document.removeEventListener('pointercancel', cancel);
      document.removeEventListener('touchmove', stay);
      clearTimeout(pressed.current?.timer);
    };
  }, []);

  useEffect(() => {
    if (!isDragging) return;
    onFollow();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    // A finger that drags does not open the browser's own menu.
    const stay = (event: Event) => event.preventDefault();
    let frame = requestAnimationFrame(scroll);
    function scroll() {
      const { y } = at.current;
      const step = y < edge ? -scrollStep : y > window.innerHeight - edge ? scrollStep : 0;
      if (step !== 0) {
        window.scrollBy(0, step);
        onFollow();
      }
      frame = requestAnimationFrame(scroll);
    }
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('contextmenu', stay);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('contextmenu', stay);
    };
  }, [isDragging]);

  return { drag, press, ghost };
}

// What covers the board takes no drop. In rows, that of the card's beginning is meant, also where the header hides it.
function findDropValue({ x, y }: { x: number; y: number }, grip: number): string | undefined {
  const under = document.elementsFromPoint(x, y).find((element) => !element.closest(`[${cardAttribute}]`));
  const rows = grip === 0 ? null : under?.closest('table');
  const target = rows
    ? [...rows.querySelectorAll(`[${dropAttribute}]`)].find((row) => isBeside(row, y - grip))
    : under?.closest(`[${dropAttribute}]`);
  return target?.getAttribute(dropAttribute) ?? undefined;
}

function isBeside(row: Element, y: number): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top <= y && y < bottom;
}

// The click that ends a drag opens nothing.
function stopNextClick() {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }));
}
