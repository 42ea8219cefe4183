import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Booking } from '#contract/bookings/booking.ts';
import type { Place } from './board-days.ts';

// A mouse drags once it has moved so far, in pixels; a finger once it has rested so long, in milliseconds.
const dragDistance = 5;
const restDistance = 10;
const longPressMs = 350;
// How near the edge of the window it scrolls, in pixels, and how far at each frame.
const edge = 72;
const scrollStep = 12;

/** Marks what a booking can be dropped on: `2026-11-29`, which keeps its time, `2026-11-29 09:30`, or `2026-11-29 -` for no time. */
export const dropAttribute = 'data-drop';

export const toDropValue = ({ date, time }: Place) => `${date} ${time ?? '-'}`;

function readDropValue(value: string, booking: Booking): Place {
  const [date = booking.date, time] = value.split(' ');
  return { date, time: time === undefined ? booking.time : time === '-' ? null : time };
}

type Drag = { booking: Booking; over: string | undefined };

type Press = { booking: Booking; x: number; y: number; timer?: ReturnType<typeof setTimeout> };

/**
 * Drags bookings by mouse, and by a finger that rests on one first. Near an edge the page scrolls; Escape leaves everything as it was.
 *
 * @returns what is dragged over what; `press` of each booking's `onPointerDown`; and the ref of what follows the pointer.
 */
export function useDrag(onDrop: (booking: Booking, place: Place) => void) {
  const [drag, setDrag] = useState<Drag>();
  const pressed = useRef<Press>(undefined);
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
    if (event.button !== 0) return;
    const { clientX: x, clientY: y, pointerType } = event;
    at.current = { x, y };
    const isFinger = pointerType !== 'mouse';
    pressed.current = { booking, x, y, ...(isFinger && { timer: setTimeout(begin, longPressMs) }) };
  };
  const follow = () => {
    const { x, y } = at.current;
    if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`;
    const over = findDropValue(x, y);
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
    if (drag) {
      stopNextClick();
      const { x, y } = at.current;
      const value = findDropValue(x, y);
      if (value) onDrop(drag.booking, readDropValue(value, drag.booking));
    }
    end();
  });
  const onCancel = useEffectEvent(end);
  const onFollow = useEffectEvent(follow);

  useEffect(() => {
    const move = (event: PointerEvent) => onMove(event);
    const up = () => onUp();
    const cancel = () => onCancel();
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', cancel);
    return () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
      document.removeEventListener('pointercancel', cancel);
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
      stopNextClick();
      onCancel();
    };
    // The finger that drags does not scroll, nor open the browser's own menu.
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
    document.addEventListener('touchmove', stay, { passive: false });
    document.addEventListener('contextmenu', stay);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('touchmove', stay);
      document.removeEventListener('contextmenu', stay);
    };
  }, [isDragging]);

  return { drag, press, ghost };
}

function findDropValue(x: number, y: number): string | undefined {
  const under = document.elementsFromPoint(x, y);
  const target =
    under.find((element) => element.hasAttribute(dropAttribute)) ?? under[0]?.closest(`[${dropAttribute}]`);
  return target?.getAttribute(dropAttribute) ?? undefined;
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
