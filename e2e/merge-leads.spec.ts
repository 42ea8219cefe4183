import { expectAccessible } from './support/accessible.ts';
import { rows } from './support/lists.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'manager' });

test('a manager merges two leads of one customer and takes it back, by keyboard alone', async ({
  page,
  demo,
}) => {
  const session = await demo.session('manager');
  const name = uniqueName();
  const one = await recordLead(demo, session, { name, notes: 'Brakes' });
  await recordLead(demo, session, { name: `${name} Begum`, phone: one.phone, vehicleNumber: 'DHAKA 1' });
  await page.goto(`/main/leads?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('checkbox', { name: 'Select this page' }).press('Space');
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Merge' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge leads' });
  const names = dialog.getByRole('radiogroup', { name: 'Name' });
  await expect(names.getByRole('radio', { name: `${name} Begum` })).toBeChecked();
  await expectAccessible(page);
  await names.getByRole('radio', { checked: true }).press('ArrowLeft');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('DHAKA 1');
  await expect(rows(page).first()).not.toContainText('Begum');

  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Begum' })).toHaveCount(1);
});

test('whoever opens a lead that was merged lands on the kept one, and can undo it there, on a phone', async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await demo.session('manager');
  const joined = await recordLead(demo, session);
  const kept = await recordLead(demo, session, { phone: joined.phone });
  await test.step('also once the number of a new lead tells who calls', async () => {
    await page.goto('/main/leads?dialog=lead.new');
    await page.getByRole('dialog', { name: 'Add Lead' }).getByLabel('Phone Number').fill(joined.phone);
    await page.getByRole('status').getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Merge 2 leads' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('This customer has another open lead.')).toBeVisible();
  });
  await page.goto(`/main/lead/${kept._id}`);
  await expect(page.getByText('This customer has another open lead.')).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge leads' });
  await dialog.getByRole('radiogroup', { name: 'Lead to keep' }).getByRole('radio').first().check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge 2 leads' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/main/lead/${joined._id}`);
  await expect(page).toHaveURL(`/main/lead/${kept._id}`);
  await expect(page.getByText('The lead you opened was merged into this one.')).toBeVisible();
  await expect(page.getByText('Merged into this lead')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(page.getByText('This customer has another open lead.')).toBeVisible();
});
