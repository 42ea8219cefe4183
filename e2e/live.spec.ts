import { choose } from './support/choice.ts';
import { recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'dataEntry' });

test('a lead that a colleague adds, renames and archives changes on screen by itself', async ({
  page,
  openAs,
}) => {
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

test('changes missed while the connection was lost appear once it is back', async ({
  page,
  demo,
  openAs,
}) => {
  const name = uniqueName();
  let isAway = true;
  await page.route('**/session/events', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/main/leads');
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  const connected = await openAs('dataEntry');
  await connected.goto('/main/leads');
  await expect(connected.getByRole('row')).toHaveCount(11);
  await recordLead(demo, await demo.session('manager'), { name });
  await expect(connected.getByRole('row').filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);

  isAway = false;
  await expect(page.getByText('Reconnecting…')).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});

test('a lead under the pointer does not jump: new ones announce themselves (F24)', async ({ page, demo }) => {
  const session = await demo.session('manager');
  const above = await recordLead(demo, session);
  const under = await recordLead(demo, session);
  await page.goto('/main/leads');
  const rows = page.locator('tbody tr');
  const pointedAt = rows.filter({ hasText: above.name });
  await pointedAt.hover();
  const place = await pointedAt.boundingBox();

  const renamed = `${above.name} Junior`;
  const { name } = await recordLead(demo, session);
  await demo.call('PATCH', `/dataEntry/manageLeads/${above._id}`, { name: renamed }, session);
  await demo.call('PATCH', `/dataEntry/manageLeads/archive/${under._id}`, { isActive: false }, session);
  const show = page.getByRole('button', { name: '1 new, show' });
  await expect(show).toBeVisible();
  const changed = rows.filter({ hasText: renamed });
  await expect(changed).toBeVisible();
  expect(await changed.boundingBox()).toEqual(place);
  await expect(rows.filter({ hasText: name })).toHaveCount(0);

  await show.click();
  await expect(rows.first()).toContainText(name);
  await expect(rows.filter({ hasText: under.name })).toHaveCount(0);
  await expect(page.locator('tbody tr button:focus')).toHaveText(name);
});

test('offline, the header says so, and a screen not visited before opens once the connection is back (F29)', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/main/leads');
  await expect(page.getByRole('row')).toHaveCount(11);
  await context.setOffline(true);
  const mark = page.getByText(/^Offline: showing what was loaded at \d+:\d\d [ap]m$/);
  await expect(mark).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);

  const booked = page.getByRole('link', { name: /^Booked/ });
  await booked.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('row')).toHaveCount(11);
  await expect(page).toHaveURL('/main/leadsByStatus/booked');
  await expect(mark).toBeHidden();

  const foreseen = complaints.filter((text) => text.includes('A part of the app could not be fetched'));
  expect(complaints.splice(0)).toEqual(foreseen);
});
