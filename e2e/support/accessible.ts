import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const endOfAnimations = `Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.timeline === document.timeline)
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished)
).then(() => undefined)`;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const scheme = (page: Page) => page.locator('html');
const schemeAttribute = 'data-mantine-color-scheme';

/**
 * Fails with a readable list when the page breaks a WCAG 2.1 A or AA rule that axe can decide, or lacks contrast in
 * the other colour scheme, which it then keeps.
 *
 * @param more tags of further rules, such as `best-practice`.
 */
export async function expectAccessible(page: Page, ...more: readonly string[]): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const before = await scheme(page).getAttribute(schemeAttribute);
  await expectNothingFound(page, { type: 'tag', values: [...rules, ...more] }, `violations, ${before}`);
  const other = before === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(scheme(page)).toHaveAttribute(schemeAttribute, other);
  await expectNothingFound(page, { type: 'rule', values: ['color-contrast'] }, `violations, ${other}`);
}

export async function expectPlainAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const values = [...rules, 'wcag22aa', 'best-practice'];
    await expectNothingFound(page, { type: 'tag', values }, `violations, ${colorScheme}`);
  }
}

async function expectNothingFound(page: Page, runOnly: RunOptions['runOnly'], what: string): Promise<void> {
  let { violations, passes, isStill } = await judge(page, runOnly);
  for (let again = 1; violations.length > 0 && !isStill && again <= 3; again++)
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
    let isStill = true;
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
