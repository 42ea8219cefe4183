import { expectAccessible } from './support/accessible.ts';
import { forEachLook } from './support/looks.ts';
import { expect, test } from './support/test.ts';

forEachLook(() => {
  test('login', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('This field is Required').first()).toBeVisible();
    await expectAccessible(page);
  });

  test.describe('signed in', () => {
    test.use({ level: 'manager' });

    test('leads, and its modals', async ({ page }) => {
      await page.goto('/main/leads');
      const archive = page.getByRole('button', { name: /^Archive: / }).first();
      await expect(archive).toBeVisible();
      await expectAccessible(page);

      await archive.click();
      await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Add Lead' }).click();
      const add = page.getByRole('dialog', { name: 'Add Lead' });
      await expect(add.getByLabel('Phone Number')).toBeVisible();
      await expectAccessible(page);
      await add.getByRole('button', { name: 'Add Lead' }).click();
      await expect(add.getByText('This field is Required').first()).toBeVisible();
      await expectAccessible(page);
      await add.getByRole('button', { name: 'Open calendar' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await add.getByRole('button', { name: 'Close' }).click();

      await page
        .getByRole('button', { name: /^Update Lead: / })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByLabel('Phone Number')).toBeVisible();
      await expectAccessible(page);
    });

    test('leads without a match', async ({ page }) => {
      await page.goto('/main/leads?search=nobody-has-this-name');
      await expect(page.getByText('No Record Found!')).toBeVisible();
      await expectAccessible(page);
    });

    test('the management dashboard', async ({ page }) => {
      await page.goto('/main/managementDashboard');
      await expect(page.getByRole('heading', { name: 'Management Dashboard' })).toBeVisible();
      await expectAccessible(page);
    });
  });
});
