import { expect, type Page } from '@playwright/test';
import { z } from 'zod';

const findClipped = `(() => {
  const clipped = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isHidden = (element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden, option, [aria-hidden=true], noscript, script, style');
  const endsInDots = ({ textOverflow, webkitLineClamp, display }) =>
    (textOverflow === 'ellipsis' && !/flex|grid/.test(display)) || /^\\d/.test(webkitLineClamp);
  const scrolls = (overflow) => /auto|scroll/.test(overflow);
  const clips = (overflow) => /hidden|clip/.test(overflow);

  function look(text, rect) {
    let { left, right, top, bottom } = rect;
    let isBox = false;
    for (let at = text.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== 'none') return;
      if (scrolls(style.overflowX) && at.scrollWidth > at.clientWidth + 1) return;
      if (scrolls(style.overflowY) && at.scrollHeight > at.clientHeight + 1) return;
      const box = at.getBoundingClientRect();
      const isWide = clips(style.overflowX) && (right > box.right + 1 || left < box.left - 1);
      const isHigh = clips(style.overflowY) && (bottom > box.bottom + 2 || top < box.top - 2);
      if (isWide || isHigh) {
        if (isBox || !endsInDots(style)) return clipped.add(text.data.trim().slice(0, 60) + ' by ' + at.className);
        if (top >= box.bottom - 1 || left >= box.right) return;
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      // What is around a box of its own cuts it off without "…".
      isBox ||= /inline-/.test(style.display);
      if (style.position === 'fixed') break;
    }
    if (right > innerWidth + 1 || left < -1) clipped.add(text.data.trim().slice(0, 60) + ' by the window');
  }

  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.data.trim() || isHidden(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) if (rect.width > 1) look(text, rect);
  }
  return [...clipped];
})()`;

/**
 * Checks that no text of the page is cut off without "…", and that the page is not wider than the window.
 *
 * @param what names the page in the message.
 */
export async function expectNothingClipped(page: Page, what: string): Promise<void> {
  const clipped = z.array(z.string()).parse(await page.evaluate(findClipped));
  expect.soft(clipped, what).toEqual([]);
  const [content, window] = z
    .tuple([z.number(), z.number()])
    .parse(await page.evaluate('[document.documentElement.scrollWidth, innerWidth]'));
  expect.soft(content, `width of ${what}`).toBeLessThanOrEqual(window);
}
