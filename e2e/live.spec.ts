import { choose } from './support/choice.ts';
import { recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'dataEntry' });

test('what somebody records, renames and archives appears beside him by itself', async ({ page, openAs }) => {
  const name = uniqueName();
  await page.goto('/main/leads');
  await expect(page.getByRole('row')).toHaveCount(11);

  const manager = await openAs('manager');
  await manager.goto('/main/leads?new=lead');
  const form = manager.getByRole('dialog', { name: 'Add Lead' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Phone Number').fill(uniquePhone());
  await choose(form, 'Location', 1);
  await form.getByRole('button', { name: 'Add Lead' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();

  const renamed = `${name} Junior`;
  await manager.getByRole('button', { name: `Update Lead: ${name}` }).click();
  const update = manager.getByRole('dialog', { name: 'Update Lead' });
  await update.getByLabel('Name').fill(renamed);
  await update.getByRole('button', { name: 'Update Lead' }).click();
  await expect(row).toContainText(renamed);

  await manager.getByRole('button', { name: `Archive: ${renamed}` }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(row).toHaveCount(0);
});

test('changes that were missed while the connection was away appear after it', async ({ page, demo }) => {
  const name = uniqueName();
  let isAway = true;
  await page.route('**/session/events', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/main/leads');
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  await recordLead(demo, await demo.session('manager'), { name });
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);

  isAway = false;
  await expect(page.getByText('Reconnecting…')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});
