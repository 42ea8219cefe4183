import type { Page, Route } from '@playwright/test';
import { heading, rows } from './support/lists.ts';
import { phone } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const firstBox = (page: Page) => rows(page).first().getByRole('checkbox');
const openFirst = (page: Page) => rows(page).first().locator('[data-row-focus], a, button').first().click();

/** Loses a file of the app until it is found again. */
async function lose(page: Page, file: string) {
  const files = new RegExp(`/assets/${file}-[\\w-]+\\.js`);
  const abort = (route: Route) => route.abort();
  await page.route(files, abort);
  return () => page.unroute(files, abort);
}

const manager = {
  'bulk-bar': (page: Page) => firstBox(page).check(),
  'profile-panel': (page: Page) => page.getByRole('button', { name: /Profile/ }).click(),
  'find-palette': (page: Page) => page.keyboard.press('Control+k'),
  'shortcuts-help': (page: Page) => page.keyboard.press('?'),
  'listed-lead': (page: Page) => openFirst(page),
  'lead-panel-body': (page: Page) => openFirst(page),
};
const found = {
  'bulk-bar': (page: Page) => page.getByRole('region', { name: 'Selected leads' }),
  'profile-panel': (page: Page) => page.getByRole('menuitem', { name: 'Log out' }),
  'find-palette': (page: Page) => page.getByPlaceholder('Phone, name, vehicle'),
  'shortcuts-help': (page: Page) => page.getByText('Single-key shortcuts'),
  'listed-lead': (page: Page) => page.getByRole('complementary', { name: /^Lead/ }),
  'lead-panel-body': (page: Page) => page.getByRole('complementary').getByRole('heading', { level: 2 }),
};

test.describe('a lost file', () => {
  test.use({ level: 'manager' });

  for (const [file, open] of Object.entries(manager)) {
    test(`${file} takes nothing else with it, and comes by Retry (F130)`, async ({ page }) => {
      const find = await lose(page, file);
      await page.goto('/main/leads');
      await expect(rows(page).first()).toBeVisible();
      const shown = await rows(page).count();
      await open(page);
      await expect(lost(page)).toBeVisible();
      await expect(page.locator('h1')).toHaveText(/in total/);
      await expect(rows(page)).toHaveCount(shown);
      await lost(page).getByRole('button', { name: 'Retry' }).click();
      await expect(lost(page).getByRole('button', { name: 'Reload' })).toBeVisible();
      await find();
      await lost(page).getByRole('button', { name: 'Retry' }).click();
      await expect(found[file as keyof typeof found](page)).toBeVisible();
      await expect(lost(page)).toHaveCount(0);
      if (file === 'bulk-bar') await expect(found[file](page)).toContainText('1 lead selected');
    });
  }

  test('a page of an earlier version is offered the new one where its files are gone (F130)', async ({
    page,
  }) => {
    await lose(page, 'shortcuts-help');
    await page.goto('/main/leads');
    await expect(heading(page)).toBeVisible();
    await page.route(/:\d+\/$/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Newer</p>' }));
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Pitlane was updated');
    await expect(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ ...phone, level: 'manager' });

  test('a lost menu leaves the list, and opens once it is there (F130)', async ({ page }) => {
    const find = await lose(page, 'menu-drawer');
    await page.goto('/main/leads');
    await expect(heading(page)).toHaveText(/in total/);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(lost(page)).toBeVisible();
    await expect(page.locator('h1')).toHaveText(/in total/);
    await find();
    await lost(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  });
});
