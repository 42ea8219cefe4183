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
// How much room the ghost needs at most, in pixels: what it says changes while it stands still.
const ghostWidth = 284;
const ghostHeight = 96;

/**
 * Marks what a booking can be dropped on: `2026-11-29`, which keeps its time, `2026-11-29 09:30`, `2026-11-29 -` for no time, or
 * `center` with an id, which keeps day and time.
 */
export const dropAttribute = 'data-drop';

/** Marks what stays in view while the page scrolls: over it nothing scrolls. */
export const pinnedAttribute = 'data-pinned';

/** Marks a card of a booking: what lies below it is dropped on. */
export const cardAttribute = 'data-card';

const centerDrop = 'center';

/** Returns the value of {@link dropAttribute} for a place. */
export const toDropValue = ({ date, time }: Pick<Place, 'date' | 'time'>) => `${date} ${time ?? '-'}`;
/** Returns the value of {@link dropAttribute} for a center. */
export const toCenterDropValue = ({ _id }: ServiceCenter) => `${centerDrop} ${_id}`;

function readDropValue(value: string, booking: Booking, centers: readonly ServiceCenter[]): Place {
  const { serviceCenter } = booking;
  const [first = booking.date, second] = value.split(' ');
  if (first === centerDrop)
    return { ...booking, serviceCenter: centers.find(({ _id }) => _id === second) ?? serviceCenter };
  return {
    date: first,
    time: second === undefined ? booking.time : second === '-' ? null : second,
    serviceCenter,
  };
}

type ServiceCenter = Booking['serviceCenter'];

/** `same`: where the booking is already. */
type DropVerdict = 'taken' | 'same' | 'past';

type Drop = { value: string; place: Place; verdict: DropVerdict };

/** A booking that is being dragged, and over which place it is; undefined over none. */
export type Drag = { booking: Booking; drop: Drop | undefined };

// `grip`: how far below the middle of the card's first row it was grabbed, in pixels.
type Press = { booking: Booking; x: number; y: number; grip: number; timer?: ReturnType<typeof setTimeout> };

type DragOptions = {
  isInRows: boolean;
  centers: readonly ServiceCenter[];
  judge: (booking: Booking, place: Place) => DropVerdict;
  onDrop: (booking: Booking, place: Place) => void;
  onRefuse: (why: 'past') => void;
};

/**
 * Lets bookings be dragged by mouse, and by a finger that rests on one first. Near an edge the page scrolls; Escape leaves everything as it was.
 *
 * @param isInRows whether a card is as high as its booking takes: its first row is then dropped, wherever it was grabbed.
 * @param judge tells which places take a booking.
 * @returns what is dragged over what; `over`, the mark of the place that would take it; `press` of each booking's `onPointerDown`; and the ref of what follows the pointer.
 */
export function useDrag({ isInRows, centers, judge, onDrop, onRefuse }: DragOptions) {
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
    if (pressed.current) setDrag({ booking: pressed.current.booking, drop: undefined });
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
  const findDrop = (): Drop | undefined => {
    const { current } = pressed;
    if (!current) return undefined;
    const { booking, grip } = current;
    const value = findDropValue(at.current, grip);
    if (value === undefined) return undefined;
    const place = readDropValue(value, booking, centers);
    return { value, place, verdict: judge(booking, place) };
  };
  const follow = () => {
    const { x, y } = at.current;
    if (ghost.current) moveGhost(ghost.current, x, y);
    const drop = findDrop();
    setDrag((now) => (now && now.drop?.value !== drop?.value ? { ...now, drop } : now));
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
      const { place, verdict } = findDrop() ?? {};
      const isTaken = verdict === 'taken';
      if (isTaken || Math.hypot(x - press.x, y - press.y) > clickDistance) stopNextClick();
      if (place && isTaken) onDrop(drag.booking, place);
      else if (verdict === 'past') onRefuse(verdict);
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
      if (step !== 0 && !isOverPinned(at.current)) {
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

  const over = drag?.drop?.verdict === 'taken' ? drag.drop.value : undefined;
  return { drag, over, press, ghost };
}

// It stays within the window.
function moveGhost(ghost: HTMLElement, x: number, y: number): void {
  const left = Math.min(x, document.documentElement.clientWidth - ghostWidth);
  const top = Math.min(y, document.documentElement.clientHeight - ghostHeight);
  ghost.style.translate = `${left}px ${top}px`;
}

function isOverPinned({ x, y }: { x: number; y: number }): boolean {
  return Boolean(document.elementFromPoint(x, y)?.closest(`[${pinnedAttribute}]`));
}

// What covers the board takes no drop. In rows, that of the card's beginning is meant, also where the header hides it.
function findDropValue({ x, y }: { x: number; y: number }, grip: number): string | undefined {
  const under = document.elementsFromPoint(x, y).find((element) => !element.closest(`[${cardAttribute}]`));
  const rows = grip === 0 ? null : under?.closest('table');
  const target = rows
    ? [...rows.querySelectorAll(`[${dropAttribute}]`)].find((row) => isPanelOpen(row, y - grip))
    : under?.closest(`[${dropAttribute}]`);
  return target?.getAttribute(dropAttribute) ?? undefined;
}

function isPanelOpen(row: Element, y: number): boolean {
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
