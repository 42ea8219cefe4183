import type { Page } from '@playwright/test';
import { recordLead } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const customer = (page: Page) => page.getByRole('dialog', { name: 'Customer', exact: true });
const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit customer' });

forEachSize(() => {
  test('any screen opens any dialog by its address; Back leads to the one before, and a reload keeps what is typed', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    await page.goto('/main/profile');
    await page.goto(`/main/serviceCenters?dialog=customer.view:${lead.customer}`);
    await customer(page).getByRole('button', { name: 'Edit' }).click();
    await expect(editing(page).getByLabel('Name')).toBeFocused();
    await expect(page).toHaveURL(`/main/serviceCenters?dialog=customer.edit:${lead.customer}`);
    await editing(page).getByLabel('Name').fill('Shirin Akter');
    page.once('dialog', (leaving) => void leaving.accept());
    await page.reload();
    await expect(editing(page).getByLabel('Name')).toHaveValue('Shirin Akter');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).last().click();
    await expect(customer(page)).toBeVisible();
    await customer(page).getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/main/serviceCenters');
  });
}, 'manager');

test.describe('a service advisor', () => {
  test.use({ level: 'service' });

  test('opens no dialog that is not theirs or that nobody knows', async ({ page }) => {
    const nobody = '0199b0de-0000-7000-8000-000000000000';
    for (const dialog of [`customer.edit:${nobody}`, `constructor:${nobody}`, 'a:b:c']) {
      await page.goto(`/main/dashboard?dialog=${dialog}`);
      await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible();
      await expect(page).not.toHaveURL(/dialog=/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});
