import type { Page } from '@playwright/test';
import { addLeadDialog } from '../support/lead-form.ts';
import { statusBarLines } from '../support/lists.ts';
import { uniqueName, uniquePhone } from '../support/sample-lead.ts';
import { forEachSize } from '../support/screen-sizes.ts';
import { expect, includeInShortRun, test } from '../support/test.ts';

test.use({ level: 'superAdmin' });

async function pasteMessage(page: Page, message: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(message)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('input[name=phone]').dispatchEvent(event);
  }`);
}

forEachSize(({ isPhone }) => {
  includeInShortRun(!isPhone);

  test('what a message filled in is undone in the form that it filled, not in the next one (F134)', async ({
    page,
  }) => {
    const [name, phone] = [uniqueName(), uniquePhone()];
    await page.goto('/main/leads?dialog=lead.new');
    const form = addLeadDialog(page);
    await expect(form.getByLabel('Name')).toBeFocused();
    await pasteMessage(page, `Name: ${name}\nPhone: ${phone}\nPlease call me about the brakes of my car`);
    await form.getByRole('button', { name: 'Fill in' }).click();
    const filled = form.getByText(/^Filled in /);
    await expect(filled).toBeVisible();
    await form.getByRole('combobox', { name: 'Location' }).selectOption({ index: 1 });
    await page.keyboard.press('Control+Shift+Enter');
    await expect(form.getByText(`Saved ${name}`)).toBeVisible();
    await expect(filled).toBeHidden();
    await form.getByLabel('Name').fill('The next one');

    await pasteMessage(page, `Name: Karim Uddin\nPhone: ${uniquePhone()}\nMy car makes a noise since Friday`);
    await form.getByRole('checkbox', { name: /^Name/ }).check();
    await form.getByRole('button', { name: 'Fill in' }).click();
    await form.getByLabel('Notes').fill('Typed since');
    await form.getByRole('button', { name: 'Undo' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('The next one');
    await expect(form.getByLabel('Phone Number')).toHaveValue('');
    await expect(form.getByLabel('Notes')).toHaveValue('Typed since');
  });
});

test('the hours of a day that were copied can be undone as long as their form is on screen (F134)', async ({
  page,
}) => {
  await page.goto('/main/workingHours');
  await page.getByRole('button', { name: 'Copy Sunday to all other days' }).click();
  await expect(statusBarLines(page)).toContainText('Sunday');
  await page.getByRole('link', { name: 'Service Centers' }).first().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/serviceCenters/);
  await expect(statusBarLines(page)).not.toContainText('Sunday');
});

test('who logs in next is offered nothing that the one before did (F134)', async ({ page }) => {
  await page.goto('/main/workingHours');
  await page.getByRole('button', { name: 'Copy Sunday to all other days' }).click();
  await expect(page.getByRole('status').getByRole('button', { name: /Undo/ })).toBeVisible();
  await page.evaluate(`{
    const next = { ...JSON.parse(localStorage.getItem('employee')), name: 'The next one' };
    next._id = '0199b0de-0000-7000-8000-000000000000';
    localStorage.setItem('employee', JSON.stringify(next));
    window.dispatchEvent(new StorageEvent('storage', { key: 'employee' }));
  }`);
  await expect(page.getByRole('status').getByRole('button', { name: /Undo/ })).toBeHidden();
});
