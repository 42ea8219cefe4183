import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { isLongRun } from '#server/testing/long-run.ts';
import { phoneScreen } from './screen-sizes.ts';

const axe = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const endingAnimations = `document.getAnimations()
  .filter((each) => each.timeline === document.timeline)
  .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)`;

const endOfAnimations = `Promise.allSettled(
  ${endingAnimations}.map((each) => each.finished)
).then(() => undefined)`;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/**
 * Fails with a readable list when the page breaks a WCAG 2.1 A or AA rule that axe can decide. A desktop is judged in
 * light colors and a phone in dark ones, which the page then keeps; a long run judges the contrast of the others too.
 *
 * @param more tags of further rules, such as `best-practice`.
 */
export async function expectAccessible(page: Page, ...more: readonly string[]): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const [own, other] = schemesOf(page);
  if (isLongRun) {
    await switchTo(page, other);
    await expectNothingFound(page, { type: 'rule', values: ['color-contrast'] }, `violations, ${other}`);
  }
  await switchTo(page, own);
  await expectNothingFound(page, { type: 'tag', values: [...rules, ...more] }, `violations, ${own}`);
}

/** Judges a page that is none of the app's, as {@link expectAccessible} does, by more rules. */
export async function expectPlainAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const [own, other] = schemesOf(page);
  for (const colorScheme of isLongRun ? [other, own] : [own]) {
    await page.emulateMedia({ colorScheme });
    const values = [...rules, 'wcag22aa', 'best-practice'];
    await expectNothingFound(page, { type: 'tag', values }, `violations, ${colorScheme}`);
  }
}

type Scheme = 'light' | 'dark';

function schemesOf(page: Page): [own: Scheme, other: Scheme] {
  const isNarrow = (page.viewportSize()?.width ?? 0) <= phoneScreen.viewport.width;
  return isNarrow ? ['dark', 'light'] : ['light', 'dark'];
}

async function switchTo(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function expectNothingFound(page: Page, runOnly: RunOptions['runOnly'], what: string): Promise<void> {
  let { violations, passes, isStill } = await judge(page, runOnly);
  // Toasts come and go one after another, and lists are read again.
  for (let again = 1; violations.length > 0 && !isStill && again <= 12; again++)
    ({ violations, passes, isStill } = await judge(page, runOnly));
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
    ),
  );
  expect.soft(found.join('\n\n'), what).toBe('');
  expect.soft(passes.length, 'rules that axe could check').toBeGreaterThan(0);
}

type Judged = Pick<AxeResults, 'violations' | 'passes'> & { isStill: boolean };

async function judge(page: Page, runOnly: RunOptions['runOnly']): Promise<Judged> {
  await page.evaluate(endOfAnimations);
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  return page.evaluate(`(async () => {
    // A list is pale while it is read again; a toast may have begun to come since the animations were waited for.
    let isStill = document.querySelector('[aria-busy="true"]') === null &&
      !${endingAnimations}.some((each) => each.playState === 'running');
    const move = () => { isStill = false; };
    const kinds = ['animationstart', 'transitionrun'];
    for (const kind of kinds) document.addEventListener(kind, move, true);
    try {
      const { violations, passes } = await axe.run(document, ${JSON.stringify(options)});
      return { violations, passes, isStill };
    } finally {
      for (const kind of kinds) document.removeEventListener(kind, move, true);
    }
  })()`);
}
