import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No colour is judged on its way to another. What runs for ever has no end, nor has what only scrolling moves on. */
const endOfAnimations = `Promise.allSettled(
  document.getAnimations()
    .filter((each) => each.timeline === document.timeline)
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished)
).then(() => undefined)`;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/**
 * Fails with a readable list when what the page shows, in light, breaks a WCAG 2.1 A or AA rule that axe can decide, or
 * shows too little contrast in the dark.
 *
 * @param more tags of further rules, such as `best-practice`.
 */
export async function expectAccessible(page: Page, ...more: readonly string[]): Promise<void> {
  const axe = () => new AxeBuilder({ page });
  await page.evaluate(endOfAnimations);
  await expectNothingFound(axe().withTags([...rules, ...more]), 'accessibility violations');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.evaluate(endOfAnimations);
  await expectNothingFound(axe().withRules('color-contrast'), 'violations in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
}

async function expectNothingFound(axe: AxeBuilder, what: string): Promise<void> {
  const { violations, passes } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
    ),
  );
  expect.soft(found.join('\n\n'), what).toBe('');
  expect.soft(passes.length, 'rules that axe could check').toBeGreaterThan(0);
}
