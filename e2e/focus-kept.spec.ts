import { holdRequests } from './support/held.ts';
import { leadPanelOf, readText } from './support/lists.ts';
import { recordLead } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  test('what was pressed has the focus again once its call has ended, however long that takes (F141)', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('service'));
    await page.goto(`/main/lead/${lead._id}`);
    const button = page.getByRole('button', { name: 'No answer', exact: true });
    const calls = await holdRequests(page, '**/manageLeads/contacts/*');
    await (isPhone ? button.tap() : button.click());
    await expect(button).toBeDisabled();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    calls.release();
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  });

  test('the focus is on something when what had it is taken away (F141)', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('service'));
    await page.goto(`/main/lead/${lead._id}`);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Asked for the price');
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    await (isPhone ? send.tap() : send.click());
    await expect(send).toHaveCount(0);
    await expect(page.locator('main:focus, main :focus')).toBeVisible();
  });
}, 'service');

test.describe('beside a list', () => {
  test.use({ level: 'service' });

  test('a row opens in place of the lead that was found, and Back leads to the list (F141)', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('service'));
    await page.goto('/main/dashboard');
    const row = page.locator('[data-rows] button[data-row-focus]').nth(1);
    const name = await readText(row);
    await page.keyboard.press('/');
    const palette = page.getByRole('dialog', { name: 'Find a person or lead' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(lead.phone.slice(-8));
    const found = palette.getByRole('group', { name: new RegExp(`^${lead.name}`) }).getByRole('option');
    await expect(found.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(leadPanelOf(page, lead.name)).toBeVisible();
    await row.click();
    await expect(leadPanelOf(page, name)).toBeVisible();
    await expect(leadPanelOf(page, lead.name)).toHaveCount(0);
    await page.goBack();
    await expect(leadPanelOf(page, name)).toHaveCount(0);
    await expect(row).toBeFocused();
  });
});
