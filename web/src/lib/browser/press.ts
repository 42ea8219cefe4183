import { useLayoutEffect, useState } from 'react';

let isPressed = false;
let lastPress = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

function press() {
  clearTimeout(timer);
  isPressed = true;
}

function release() {
  if (!isPressed) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    isPressed = false;
    const due = [...waiting];
    waiting.clear();
    for (const act of due) act();
  });
}

function notePress(event: Event) {
  if (!(event instanceof KeyboardEvent && event.repeat)) lastPress = Date.now();
}

if (typeof document !== 'undefined') {
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, notePress, { capture: true });
  // A finger's tap sends its mouse events once it has left the screen.
  for (const type of ['pointerdown', 'mousedown']) document.addEventListener(type, press, { capture: true });
  // The browser's own list of choices takes the end of the press that opened it.
  for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keydown', 'change'])
    document.addEventListener(type, release, { capture: true });
  document.addEventListener('pointermove', ({ buttons }) => buttons === 0 && release(), { capture: true });
  window.addEventListener('blur', release);
}

/** @returns when a key, a mouse button or a finger was pressed last, as `Date.now()` says it. */
export const lastPressAt = (): number => lastPress;

/**
 * Acts at once or, while a mouse button or a finger is down, after the click that follows.
 *
 * @returns how to call it off.
 */
function runAfterPress(act: () => void): () => void {
  if (isPressed) waiting.add(act);
  else act();
  return () => waiting.delete(act);
}

/**
 * Holds back a new value while something is pressed, so that what it shows or hides moves nothing from under the pointer.
 *
 * @param value the same until it changes: a text, or what a state or memo holds.
 */
export function useStableWhilePressed<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useLayoutEffect(() => runAfterPress(() => setShown(() => value)), [value]);
  return shown;
}
