import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { rows, toast } from './support/lists.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const merging = (page: Page) => page.getByRole('dialog', { name: 'Merge customers' });
const customer = (page: Page) => page.getByRole('dialog', { name: 'Customer', exact: true });

async function twins(demo: Demo) {
  const boss = await demo.session('manager');
  const name = uniqueName();
  const fuller = await recordLead(demo, boss, { name: `${name} Karim` });
  const other = await recordLead(demo, boss, { name });
  return { fuller, other, list: `/main/customers?search=${encodeURIComponent(name)}` };
}

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'manager' });

  test('a manager merges two customers by the keyboard, follows old links, and undoes it', async ({
    page,
    demo,
  }) => {
    const { fuller, other, list } = await twins(demo);
    await page.goto(list);
    const boxes = page.getByRole('checkbox', { name: /^Select/ });
    for (const place of [0, 1]) {
      await boxes.nth(place).focus();
      await page.keyboard.press('Space');
    }
    await expect(page.getByText('2 customers selected')).toBeVisible();
    await page.getByRole('button', { name: 'Merge…' }).focus();
    await page.keyboard.press('Enter');

    const fullName = merging(page).getByRole('radio', { name: new RegExp(`^${fuller.name}`) });
    await expect(fullName.first()).toBeFocused();
    await expect(fullName.first()).toBeChecked();
    const numbers = merging(page).getByRole('radiogroup', { name: 'Main phone number' }).getByRole('radio');
    await expect(numbers.and(page.getByRole('radio', { checked: true }))).toHaveAccessibleName(
      new RegExp(`^${other.phone}`),
    );
    await expectAccessible(page);
    await expectFitsPhone(page);
    await expect(merging(page).getByText('Same for all').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(numbers.and(page.getByRole('radio', { checked: true }))).toHaveAccessibleName(
      new RegExp(`^${fuller.phone}`),
    );
    await page.keyboard.press('Control+Enter');
    await expect(merging(page)).toBeHidden();
    await expect(page.getByText(`1 customer merged into ${fuller.name}`)).toBeVisible();
    await expect(page.getByText('+1')).toBeVisible();

    await page.goto(`/main/addressesFromCustomer/${other.customer}`);
    await expect(page).toHaveURL(`/main/addressesFromCustomer/${fuller.customer}`);
    await expect(page.getByText(`was merged into ${fuller.name}`)).toBeVisible();
    await page.goto(`${list}&dialog=customer.view:${other.customer}`);
    await expect(customer(page)).toContainText('was merged into this one');
    for (const number of [fuller.phone, other.phone])
      await expect(customer(page).getByRole('link', { name: number, exact: true })).toBeVisible();
    await expectAccessible(page);
    await customer(page).getByRole('button', { name: 'Undo the merge' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'The merge was undone')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('2 in total')).toBeVisible();
  });
});

test.describe('at a desk', () => {
  test.use({ level: 'manager' });

  test('a manager looks for the same person from a customer, and takes the merge back at once', async ({
    page,
    demo,
  }) => {
    const { fuller, other, list } = await twins(demo);
    await page.goto(`${list}&dialog=customer.view:${fuller.customer}`);
    await customer(page).getByRole('button', { name: 'Merge with…' }).click();
    await expect(merging(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type(other.phone);
    await merging(page).getByRole('option', { name: other.phone }).click();
    const submit = merging(page).getByRole('button', { name: 'Merge 2 customers' });
    await expect(submit).toBeVisible();
    await demo.call(
      'PATCH',
      `/management/customers/${other.customer}`,
      { email: 'nadia@example.com' },
      await demo.session('manager'),
    );
    await expect(merging(page).getByText('nadia@example.com')).toHaveCount(0);
    await submit.click();
    await expect(merging(page)).toContainText('Someone else changed one of these customers');
    await expect(merging(page).getByRole('radio', { name: /^nadia@example.com/ })).toBeChecked();
    await submit.click();
    await expect(merging(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(toast(page, 'The merge was undone')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
  });
});
