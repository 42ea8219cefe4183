import type { Page } from '@playwright/test';
import { phoneScreen, screenSizes } from './support/screen-sizes.ts';
import { allOrExamples, expect, includeInShortRun, test } from './support/test.ts';

const lists = {
  service: ['dashboard', 'leadsByStatus/pending', 'leadsByStatus/completed', 'today'],
  manager: ['today', 'leads', 'manageMentLead/booked', 'neglected', 'duplicates', 'customers'],
} as const;

const examples = {
  service: ['dashboard', 'leadsByStatus/completed'],
  manager: ['neglected', 'duplicates', 'customers'],
} as const;

const names = (page: Page) => page.locator('[data-rows] button[data-row-focus]');
const opened = (page: Page) => page.locator('aside[data-side-panel], [role=dialog]').locator('visible=true');

for (const [name, size] of Object.entries(screenSizes)) {
  for (const level of ['service', 'manager'] as const) {
    test.describe(`${name} as ${level}`, () => {
      includeInShortRun(level === 'service' ? size === phoneScreen : name === 'at 1280×720');
      test.use({ ...size, level });

      test('Escape and Back give the focus back to the row that was opened (F104)', async ({ page }) => {
        for (const list of allOrExamples<string>(lists[level], examples[level])) {
          await test.step(list, async () => {
            await page.goto(`/main/${list}`);
            await expect(names(page).first()).toBeVisible();
            // Some have less than two rows.
            const row = names(page).nth(Math.min(2, (await names(page).count()) - 1));
            for (const isPressed of [true, false]) {
              for (const isEscape of [true, false]) {
                if (!isPressed) await row.press('Enter');
                else if (size === phoneScreen) await row.tap();
                else await row.click();
                await expect(opened(page)).toBeVisible();
                if (isEscape) await page.keyboard.press('Escape');
                else await page.goBack();
                await expect(opened(page)).toHaveCount(0);
                await expect(row).toBeFocused();
              }
            }
          });
        }
      });
    });
  }
}
