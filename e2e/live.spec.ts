import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'dataEntry' });

test('what others record, rename and archive appears by itself', async ({ page, demo }) => {
  const name = uniqueName();
  await page.goto('/main/leads');
  await expect(page.getByRole('row')).toHaveCount(11);

  const manager = await demo.session('manager');
  const lead = await recordLead(demo, manager, { name });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();

  const renamed = `${name} Junior`;
  await demo.call('PATCH', `/dataEntry/manageLeads/${lead._id}`, { name: renamed }, manager);
  await expect(page.getByRole('row').filter({ hasText: renamed })).toBeVisible();

  await demo.call('PATCH', `/dataEntry/manageLeads/archive/${lead._id}`, { isActive: false }, manager);
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
