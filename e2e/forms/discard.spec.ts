import type { Page } from '@playwright/test';
import { editMessageTextsBody } from '#contract/message-texts.ts';
import { firstActionButton } from '../support/lists.ts';
import { createAccount } from '../support/new-account.ts';
import { recordLead } from '../support/sample-lead.ts';
import { expect, test } from '../support/test.ts';

test.use({ level: 'superAdmin' });

test.describe('Discard gives back what is saved', () => {
  const discard = (page: Page) => page.getByRole('button', { name: 'Discard' });

  test('in the dialog of a record (F54) @long', async ({ page }) => {
    await page.goto('/main/serviceCenters');
    await firstActionButton(page, 'Edit').click();
    const dialog = page.getByRole('dialog', { name: 'Update Service Center' });
    const submit = dialog.getByRole('button', { name: 'Update Service Center' });
    const name = dialog.getByLabel('Name');
    await expect(name).not.toHaveValue('');
    const before = await name.inputValue();
    await name.fill('Half a jest');
    await page.reload();
    await expect(name).toHaveValue('Half a jest');
    await discard(page).click();
    await expect(name).toHaveValue(before);
    await expect(submit).toBeDisabled();
    await page.reload();
    await expect(name).toHaveValue(before);
    await name.fill('Half a jest');
    await expect(submit).toBeEnabled();
  });

  test('in the settings, also of the texts (F54)', async ({ page, demo }) => {
    const session = await demo.session('superAdmin');
    const { body } = await demo.call('GET', '/serviceCenter/messageTexts', undefined, session);
    const { texts } = editMessageTextsBody.parse({ texts: body });
    await page.goto('/main/settings');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const name = page.getByLabel('Dealer name');
    await expect(name).not.toHaveValue('');
    const nameBefore = await name.inputValue();
    await name.fill('Half a jest');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(name).toHaveValue('Half a jest');
    await discard(page).click();
    await expect(name).toHaveValue(nameBefore);
    await expect(save).toBeDisabled();

    await page.goto('/main/settings/enquiries');
    const days = page.getByLabel('Pending (days)');
    await expect(days).not.toHaveValue('');
    const daysBefore = await days.inputValue();
    await days.fill('77');
    await page.reload();
    await expect(days).toHaveValue('77');
    await discard(page).click();
    await expect(days).toHaveValue(daysBefore);
    await expect(save).toBeDisabled();

    await page.goto('/main/settings/messageTexts');
    await page.getByRole('button', { name: 'Add text' }).click();
    const group = page.getByRole('group', { name: /^Message text/ });
    await group.last().getByLabel('Name').fill('Half a jest');
    await page.reload();
    await expect(group).toHaveCount(texts.length + 1);
    await discard(page).click();
    await expect(group).toHaveCount(texts.length);
    await expect(page.getByRole('button', { name: 'Save message texts' })).toBeDisabled();
  });

  test('in the profile (F54) @long', async ({ demo, openAs }) => {
    const { session } = await createAccount(demo);
    const page = await openAs('unassigned', session);
    await page.goto('/main/profile');
    const about = page.getByRole('region', { name: 'About you' });
    await about.getByLabel('Name').fill('Half a jest');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(about.getByLabel('Name')).toHaveValue('Half a jest');
    await discard(page).click();
    await expect(about.getByLabel('Name')).toHaveValue(session.name);
    await expect(about.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('what others save meanwhile comes in, what is typed stays, over a reload too (F54, F73)', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('superAdmin'));
    const path = `/management/customers/${lead.customer}/addresses`;
    const manager = await demo.session('manager');
    const made = await demo.call('POST', path, { line: '4 Harbour Street' }, manager);
    const { _id } = made.body as { _id: string };
    // Asked or not: the browser asks only whom it has seen act.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(
      `/main/addressesFromCustomer/${lead.customer}?dialog=address.edit:${lead.customer}.${_id}`,
    );
    const dialog = page.getByRole('dialog', { name: 'Update Address' });
    await dialog.getByLabel('Address', { exact: true }).fill('5 Harbour Street');
    await demo.call('PATCH', `${path}/${_id}`, { city: 'Khulna' }, manager);
    await expect(dialog.getByLabel('City')).toHaveValue('Khulna');
    await page.reload();
    await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue('5 Harbour Street');
    await expect(dialog.getByLabel('City')).toHaveValue('Khulna');
    const place = page.url();
    await page.goto('about:blank');
    await demo.call('PATCH', `${path}/${_id}`, { city: 'Jashore' }, manager);
    await page.goto(place);
    await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue('5 Harbour Street');
    await expect(dialog.getByLabel('City'), 'what others saved while it was away').toHaveValue('Jashore');
    await discard(page).click();
    await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue('4 Harbour Street');
    await expect(dialog.getByLabel('City')).toHaveValue('Jashore');
  });
});
