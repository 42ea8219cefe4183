// Where the focus was: an element and, in a list, its row; `path` of the screen. `isPointed`: by mouse or finger.
type Place = {
  element: HTMLElement;
  row?: { element: Element; list: Element; index: number };
  path: string;
  isPointed?: boolean;
};

const dialogs = '[role=dialog], [role=alertdialog], dialog[open]';
const overlays = `${dialogs}, [role=menu], [data-pop-up], [data-quiet-lines]`;
const controls = 'a, button, input, select, textarea, [tabindex]';
// What is typed while a dialog loads is no field of it.
const fields = 'input:not([data-typed-ahead]), select, textarea';
const frontPanel = '[data-side-panel]:not([inert])';

let place: Place | undefined;
let field: HTMLElement | undefined;

/** Lists the elements of a list, one a row, between which keys move the focus. */
export function listRowTargets(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-row-focus]')];
}

/**
 * Focuses the first row of the page's list once that has loaded, and on wish opens it.
 *
 * @returns how to stop waiting.
 */
export function focusFirstRow(isOpening: boolean): () => void {
  const observer = new MutationObserver(look);
  function look() {
    const list = document.querySelector('[data-rows]');
    // Where nothing matches, what it says instead may still be loading.
    if (!list || list.matches('[aria-busy=true]') || list.querySelector('[aria-busy=true]')) return;
    observer.disconnect();
    const first = listRowTargets(list).find((target) => !target.closest('[data-gone]'));
    if (!first || !focus(first)) return;
    first.scrollIntoView({ block: 'nearest' });
    const isRow = !first.closest('[role=status]');
    if (isOpening && isRow && first.matches('a, button')) first.click();
  }
  const content = document.getElementById('content') ?? document.body;
  observer.observe(content, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
  look();
  return () => observer.disconnect();
}

function rowOf(target: Element): (Place['row'] & { target: HTMLElement }) | undefined {
  const list = target.closest('[data-rows]');
  const element = list && target.closest('tr, li');
  if (!list || !element) return undefined;
  const targets = listRowTargets(list);
  const index = targets.findIndex((one) => element.contains(one));
  const first = targets[index];
  return first && { element, list, index, target: first };
}

function note(event: Event) {
  const { target, type } = event;
  if (!(target instanceof Element)) return;
  if (target.closest(overlays)) {
    if (target instanceof HTMLElement && target.matches(fields)) field = target;
    return;
  }
  const control = type === 'focusin' ? target : target.closest(controls);
  const row = rowOf(target);
  // A press on a row beside its controls opens the row.
  const element = control instanceof HTMLElement && control.id !== 'content' ? control : row?.target;
  const isPointed = event instanceof MouseEvent && event.detail > 0;
  place = element && { ...placeOf(element, row), isPointed };
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', note);
  document.addEventListener('click', note, { capture: true });
}

function placeOf(element: HTMLElement, row: Place['row']): Place {
  // A palette gives the focus back when the address is already the next.
  const path = place?.element === element ? place.path : window.location.pathname;
  return { element, row, path };
}

function focus(element: HTMLElement | null | undefined): boolean {
  if (!element?.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Tells whether an element is in a dialog; false for none. */
export function isInDialog(element: Element | null): boolean {
  return Boolean(element?.closest(dialogs));
}

/** Tells whether nothing on the page has the focus. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
}

/**
 * Returns the focus, when nothing has it, to its place on the page below the dialogs; instead of a missing element to its row, of a
 * missing row to the one in its place, of a missing list to the row of that name, else to the panel in front or the content.
 */
export function restoreFocus(): void {
  if (!isFocusLost() || document.querySelector(dialogs)) return;
  if (focus(place?.element)) return;
  const next = place && rowInstead(place);
  if (focus(next)) next?.scrollIntoView({ block: 'nearest' });
  else if (!focus(document.querySelector<HTMLElement>(frontPanel))) focus(document.getElementById('content'));
}

// How long whoever takes away what has the focus may take to give it to something else, in milliseconds.
const returnDelay = 100;

/**
 * Returns the focus to its place when what had it is taken away, or was disabled and can be used again, and nothing
 * else has taken the focus.
 *
 * @returns how to stop.
 */
export function watchLostFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveBack = () => {
    const isDisabled = place?.element.isConnected && place.element.matches(':disabled');
    // What is still loading may take the focus once it is there.
    if (place && !isDisabled && !document.querySelector('[aria-busy=true]')) restoreFocus();
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    if (place && isFocusLost()) timer = setTimeout(giveBack, returnDelay);
  });
  const attributeFilter = ['disabled', 'inert', 'aria-busy'];
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function rowInstead({ row, path }: Place): HTMLElement | undefined {
  if (!row) return undefined;
  if (row.list.isConnected) {
    const targets = listRowTargets(row.list);
    const same = targets.find((one) => row.element.contains(one));
    return same ?? targets[Math.min(row.index, targets.length - 1)];
  }
  // On another screen a row of that name is somebody else.
  if (path !== window.location.pathname) return undefined;
  const name = listRowTargets(row.list)[row.index]?.textContent;
  const list = document.querySelector('[data-rows]');
  return list && name ? listRowTargets(list).find(({ textContent }) => textContent === name) : undefined;
}

/** Makes an element that had the focus, or would have, the one to return to. */
export function rememberFocus(element: HTMLElement): void {
  place = placeOf(element, rowOf(element));
}

/** Makes an element the one to return to, and focuses it unless something else has the focus or a dialog is open. */
export function restoreFocusTo(element: HTMLElement): void {
  rememberFocus(element);
  restoreFocus();
}

/** Returns the element below all dialogs and overlays to which {@link restoreFocus} returns the focus; it may no longer be on the page. */
export function getFocusTarget(): HTMLElement | undefined {
  return place?.element;
}

/**
 * {@link restoreFocus}, if it was in this list and the row or its element is gone. When a key pressed what led to this list, and
 * that is gone, the first row gets the focus.
 */
export function restoreRowFocus(list: Element): void {
  if (!place || place.element.isConnected || list.getAttribute('aria-busy') === 'true') return;
  const { row, path, isPointed } = place;
  if (row?.list === list) restoreFocus();
  else if (
    !isPointed &&
    path === window.location.pathname &&
    isFocusLost() &&
    !document.querySelector(dialogs)
  )
    focus(listRowTargets(list)[0]);
}

/** Returns the field that has the focus, else the field of a dialog or overlay that had it last and is still there, else whatever has it. */
export function getLastField(): HTMLElement | undefined {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(fields)) return activeElement;
  if (field?.isConnected) return field;
  return activeElement instanceof HTMLElement ? activeElement : undefined;
}
