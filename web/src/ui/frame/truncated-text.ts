const fields = 'input:is([type=text], [type=search], [type=email], [type=tel], :not([type])), select';
const controls = 'a, button, [role=option], [role^=menuitem], label, summary';
const mostLevels = 5;

/** @returns the text that an element cuts off with "…", or undefined when all of it shows. */
export function getTruncatedText(element: Element): string | undefined {
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
    return element.matches(fields) ? cutValueOf(element) : undefined;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  const isCut =
    webkitLineClamp && webkitLineClamp !== 'none'
      ? element.scrollHeight > element.clientHeight + 1
      : textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
  return isCut ? shownText(element) : undefined;
}

/** Finds the elements with cut text around a target or, if there are none, within its control. */
export function findTruncatedElements(target: Element): Element[] {
  const around: Element[] = [];
  for (let at: Element | null = target; at && around.length < mostLevels; at = at.parentElement)
    around.push(at);
  const isCut = (element: Element) => getTruncatedText(element) !== undefined;
  const found = around.filter(isCut).slice(0, 1);
  const inside = target.closest(controls)?.querySelectorAll('*') ?? [];
  return found.length > 0 ? found : [...inside].filter(isCut);
}

function shownText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('.visually-hidden, [aria-hidden=true]')) hidden.remove();
  return (copy.textContent ?? '').trim();
}

let canvas: CanvasRenderingContext2D | null | undefined;

function cutValueOf(field: HTMLInputElement | HTMLSelectElement): string | undefined {
  const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.label : field.value;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!text || !canvas) return undefined;
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  canvas.font = font;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return canvas.measureText(text).width > room ? text : undefined;
}
