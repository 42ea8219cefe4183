import { presenceReportSeconds } from '#contract/presence.ts';
import { addLead, archiveLead, openUpdateForm, saveUpdate } from './support/lead-form.ts';
import { rows, rowWith } from './support/lists.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'dataEntry' });

test('a lead that a colleague adds, opens, renames and archives does so live', async ({ page, openAs }) => {
  const name = uniqueName();
  await page.goto('/main/leads');
  await expect(rows(page)).toHaveCount(10);

  const manager = await openAs('manager');
  await manager.goto('/main/leads');
  await addLead(manager, name);
  const row = rowWith(page, name);
  await expect(row).toBeVisible();

  const renamed = `${name} Junior`;
  const atIt = row.getByTitle('has this open');
  const update = await openUpdateForm(manager, name);
  await expect(atIt).toBeVisible();
  await update.getByLabel('Name').fill(renamed);
  await saveUpdate(manager);
  await expect(row).toContainText(renamed);
  await expect(atIt).toBeHidden();

  await openUpdateForm(manager, renamed);
  await expect(atIt).toBeVisible();
  await page.reload();
  await expect(atIt).toBeVisible();
  await manager.goto('about:blank');
  await expect(atIt).toBeHidden();
  await manager.goto('/main/leads');

  await archiveLead(manager, renamed);
  await expect(row).toHaveCount(0);
});

test('of two open leads colleagues hear of the upper one only, and of the lower one after it (F57) @long', async ({
  page,
  demo,
}) => {
  const session = await demo.session('dataEntry');
  const [lower, upper] = [await recordLead(demo, session), await recordLead(demo, session)];
  const told: unknown[] = [];
  await page.route('**/session/presence', (route) => {
    if (route.request().method() === 'POST') told.push(route.request().postDataJSON());
    return route.continue();
  });
  await page.clock.install();
  await page.goto(`/main/leads?lead=${lower._id}`);
  await expect(page.getByRole('complementary', { name: `Lead: ${lower.name}` })).toBeVisible();
  await openUpdateForm(page, upper.name);
  await expect.poll(() => told.at(-1)).toMatchObject({ lead: upper._id, isOpen: true });

  told.length = 0;
  await page.clock.runFor(3 * presenceReportSeconds * 1_000);
  await expect.poll(() => told.length).toBe(3);
  for (const one of told) expect(one).toMatchObject({ lead: upper._id, isOpen: true });
  await page.keyboard.press('Escape');
  await expect.poll(() => told.at(-1)).toMatchObject({ lead: lower._id, isOpen: true });
});

test('what was missed while disconnected appears afterwards', async ({ page, demo, openAs }) => {
  const name = uniqueName();
  let isAway = true;
  await page.route('**/session/events', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/main/leads');
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  const connected = await openAs('dataEntry');
  await connected.goto('/main/leads');
  await expect(rows(connected)).toHaveCount(10);
  await recordLead(demo, await demo.session('manager'), { name });
  await expect(rowWith(connected, name)).toBeVisible();
  await expect(rowWith(page, name)).toHaveCount(0);

  isAway = false;
  await expect(page.getByText('Reconnecting…')).toBeHidden();
  await expect(rowWith(page, name)).toBeVisible();
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

test('offline, the header says so; new screens open later (F29)', async ({ page, context, complaints }) => {
  await page.goto('/main/leads');
  await expect(rows(page)).toHaveCount(10);
  await context.setOffline(true);
  const mark = page.getByText(/^Offline: showing what was loaded at \d+:\d\d\s[ap]m$/);
  await expect(mark).toBeVisible();
  await expect(rows(page)).toHaveCount(10);

  const booked = page.getByRole('link', { name: /^Booked/ });
  await booked.click();
  await expect(page.getByText('No connection')).toBeVisible();
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL('/main/leadsByStatus/booked');
  await expect(mark).toBeHidden();

  const foreseen = complaints.filter((text) => text.includes('A part of the app could not be fetched'));
  expect(complaints.splice(0)).toEqual(foreseen);
});
