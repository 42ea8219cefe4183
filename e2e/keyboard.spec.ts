import { rows } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test.describe('of service', () => {
  test.use({ level: 'service' });

  test('when what was pressed is gone, the keyboard goes on where its answer is', async ({ page }) => {
    const content = page.locator('#content');
    const first = page.locator('[data-rows] [data-row-focus]').first();
    const find = page.getByRole('combobox', { name: 'Find a person or lead' });

    await test.step('a part of the queue begins with its first lead', async () => {
      await page.goto('/main/dashboard');
      await page.getByRole('button', { name: / for over a week$/ }).press('Enter');
      await expect(page).toHaveURL(/part=waitingLong/);
      await expect(first).toBeFocused();
      await page.getByRole('button', { name: 'Back to the order' }).press('Enter');
      await expect(page).not.toHaveURL(/part=/);
      await expect(first).toBeFocused();
    });

    await test.step('another screen begins with its content', async () => {
      await page.keyboard.press('Control+k');
      await expect(find).toBeFocused();
      await page.keyboard.type('booked');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/leadsByStatus\/booked/);
      await expect(content).toBeFocused();
    });

    await test.step('what was filtered away comes back', async () => {
      await page.goto('/main/leadsByStatus/booked?search=zzzzqq');
      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await expect(first).toBeFocused();
    });

    await test.step('where nothing had the focus, it is the content', async () => {
      await page.goto('/main/leadsByStatus/booked');
      await expect(rows(page).first()).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(find).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(content).toBeFocused();
    });
  });
});

test.describe('of management', () => {
  test.use({ level: 'manager' });

  test('a group of neglected leads opens at its first, and after working through it is where one was', async ({
    page,
  }) => {
    await page.goto('/main/neglected?by=advisor');
    const group = page.getByRole('button', { name: 'Unassigned', exact: true });
    await group.press('Enter');
    await expect(page).toHaveURL(/advisor=nobody/);
    await expect(rows(page).first().locator('[data-row-focus]')).toBeFocused();

    await page.goto('/main/neglected?by=advisor');
    await page.getByRole('button', { name: 'Work through the leads of Unassigned' }).press('Enter');
    await expect(page.getByRole('complementary', { name: /^Lead:/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(group).toBeFocused();
  });
});
