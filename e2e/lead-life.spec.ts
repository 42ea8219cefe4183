import type { Locator, Page } from '@playwright/test';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { choose, expectChosen } from './support/choice.ts';
import {
  modal,
  moveElsewhere,
  openLead,
  record,
  rowOf,
  save,
  saveAndWait,
  status,
  stored,
  type,
} from './support/move-lead.ts';
import { retryOnceMended } from './support/retry.ts';
import { centersOf } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { today, written } from './support/written-dates.ts';

test.use({ level: 'service' });

test('a status change is undone from its toast', async ({ page, demo }) => {
  const lead = await record(demo);
  await openLead(page, 'pending', lead);
  await status(page, 'Completed').check();
  await saveAndWait(page);
  await expect(page.getByText('No Record Found!')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(rowOf(page, lead)).toBeVisible();
  expect(await stored(demo, lead)).toMatchObject({ status: 'pending', version: 3 });
});

test('missing and impossible values are reported beside their fields, in red once a field is left', async ({
  page,
  demo,
}) => {
  const lead = await record(demo);
  await openLead(page, 'pending', lead);
  await expect(save(page)).toBeDisabled();

  await status(page, 'Booked').check();
  const date = modal(page).getByLabel('Appointment date');
  for (const [typed, message] of [
    ['soon', 'Enter a valid date'],
    [addDays(today, -1), 'Choose today or a later day'],
    [addDays(today, 900), 'Choose a day within the next two years'],
    ['', 'Must add appointment date'],
  ] as const) {
    await type(date, typed);
    await expect(date).toHaveAccessibleDescription(message);
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await expect(save(page)).toBeDisabled();
  }
  await type(date, 'today');
  await expect(save(page)).toBeEnabled();

  await modal(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(modal(page)).toBeHidden();
  expect(await stored(demo, lead)).toMatchObject({ status: 'pending', version: 1 });
});

test('a service employee can add leads only for their own centers (F19)', async ({ page, demo }) => {
  const own = await centersOf(demo, await demo.session('service'));
  await page.goto('/main/leadsByStatus/pending?new=lead');
  const location = page.getByRole('dialog', { name: 'Add Lead' }).getByRole('combobox', { name: 'Location' });
  await expect(location.locator('option:not([value=""])')).toHaveText(own.map(({ name }) => name));
});

test('where the dealer allows it, a typo is corrected during the call without losing what was filled in (F38)', async ({
  page,
  demo,
}) => {
  const allow = async (serviceMayCorrect: boolean) =>
    demo.call('PATCH', '/management/dealer', { serviceMayCorrect }, await demo.session('superAdmin'));
  const lead = await record(demo);
  const edit = modal(page).getByRole('button', { name: 'Edit', exact: true });
  await openLead(page, 'pending', lead);
  await status(page, 'Completed').check();
  await modal(page).getByLabel('Notes').fill('Will come on Sunday');
  await expect(edit).toBeHidden();
  try {
    await allow(true);
    await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit lead' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByRole('combobox')).toHaveCount(2);
    await form.getByLabel('Name').fill(`${lead.name} Uddin`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();

    await expect(modal(page).getByRole('heading', { name: `${lead.name} Uddin` })).toBeVisible();
    await expect(modal(page).getByLabel('Notes')).toHaveValue('Will come on Sunday');
    await saveAndWait(page);
    expect(await stored(demo, lead)).toMatchObject({
      name: `${lead.name} Uddin`,
      status: 'completed',
      notes: 'Will come on Sunday',
      version: 3,
    });
  } finally {
    expect((await allow(false)).status).toBe(200);
  }
});

test('a lead is moved by keyboard alone', async ({ page, demo }) => {
  const lead = await record(demo);
  await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(lead.name)}`);
  await expect(rowOf(page, lead)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(status(page, 'Pending')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(status(page, 'Potential')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(modal(page).getByLabel('Next follow-up date')).toBeFocused();
  await page.keyboard.type('tomorrow');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Lead Updated Successfully')).toBeVisible();
  expect(await stored(demo, lead)).toMatchObject({
    status: 'potential',
    nextFollowUpDates: [addDays(today, 1)],
  });
});

test.describe('the status lists', () => {
  test('the dashboard, the menu and a manager’s cards count the leads and open their lists', async ({
    page,
    demo,
    openAs,
  }) => {
    const manager = await openAs('manager');
    const cardsOf = (one: Page) => one.getByRole('list', { name: 'Leads by status' }).getByRole('link');
    const count = async (link: Locator) =>
      Number(/\d[\d,]*$/.exec((await link.textContent()) ?? '')?.[0].replaceAll(',', ''));
    await page.goto('/main/dashboard');
    await manager.goto('/main/managementLeads');
    await expect(cardsOf(page)).toHaveCount(5);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const counted = [
      cardsOf(page).first(),
      menu.getByRole('link', { name: /^Pending/ }),
      cardsOf(manager).first(),
    ];
    for (const link of counted) await expect(link).toHaveText(/Pending\s*\d+/);
    const before = await Promise.all(counted.map(count));
    await record(demo);
    for (const [place, link] of counted.entries())
      await expect.poll(() => count(link)).toBeGreaterThan(before[place] ?? 0);

    await cardsOf(page).first().click();
    await expect(page).toHaveURL('/main/leadsByStatus/pending');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^Pending \(\d+ in total\)$/);
    await menu.getByRole('link', { name: /^Lost Customer/ }).click();
    await expect(heading).toHaveText(/^Lost Customer/);
  });

  test('the chosen center narrows counts and lists, and is remembered', async ({ page }) => {
    await page.goto('/main/dashboard');
    const card = page
      .getByRole('list', { name: 'Leads by status' })
      .getByRole('link', { name: /^Completed/ });
    await expect(card).toHaveText(/\d/);
    const all = Number((await card.textContent())?.replace(/\D/g, ''));
    await choose(page, 'Service center', 1);
    await expect(page).toHaveURL(/serviceCenter=/);
    await expect.poll(async () => Number((await card.textContent())?.replace(/\D/g, ''))).toBeLessThan(all);

    const narrowed = (await card.textContent())?.replace(/\D/g, '');
    await page.goto('/main/leadsByStatus/completed');
    await expect(page).toHaveURL(/serviceCenter=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Completed (${narrowed} in total)`);
  });

  test('filters, page and the open lead live in the URL', async ({ page, demo }) => {
    const lead = await record(demo);
    await page.goto('/main/leadsByStatus/pending');
    await expect(page.getByRole('table')).toBeVisible();
    await page.getByRole('textbox', { name: 'Start date' }).fill('yesterday');
    await page.getByRole('textbox', { name: 'End date' }).fill('today');
    await choose(page, 'Filter By Days', '3 Days');
    await page.getByRole('textbox', { name: 'Search' }).fill(lead.name);
    const address = `startDate=${addDays(today, -1)}&endDate=${today}&days=3`;
    await expect(page).toHaveURL(new RegExp(`${address}.*search=`));
    await page.getByRole('button', { name: lead.name, exact: true }).click();
    await expect(modal(page)).toBeVisible();

    await page.reload();
    await expect(modal(page)).toContainText(lead.phone);
    await page.keyboard.press('Escape');
    await expect(modal(page)).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Start date' })).toHaveValue(written(-1));
    await expect(page.getByRole('textbox', { name: 'End date' })).toHaveValue(written(0));
    await expectChosen(page, 'Filter By Days', '3 Days');
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue(lead.name);
    await expect(rowOf(page, lead)).toBeVisible();

    await page.goto('/main/leadsByStatus/completed?page=2');
    await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=3/);
    await page.goBack();
    await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();
  });

  test('a service or campaign narrows the list, and no match offers to clear', async ({ page }) => {
    await page.goto('/main/leadsByStatus/completed');
    await expect(page.getByRole('row').nth(10)).toBeVisible();
    const asked = page.getByRole('cell', { name: /^Service · / }).first();
    const service = ((await asked.textContent()) ?? '').replace('Service · ', '');
    await choose(page, 'Service/Campaigns', service);
    await expect(page).toHaveURL(/serviceID=/);
    await expect
      .poll(async () => new Set(await page.locator('tbody tr td:nth-child(4)').allTextContents()).size)
      .toBe(1);

    await page.getByRole('textbox', { name: 'Search' }).fill('nobody-has-this-name');
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/main/leadsByStatus/completed');
    await expect(page.getByRole('row').nth(10)).toBeVisible();
  });

  test('an unknown status in the URL is not found', async ({ page }) => {
    await page.goto('/main/leadsByStatus/sold');
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
  });

  test('a list that fails to load says so and can be retried', async ({ page }) => {
    const list = '**/getLeadsByServicesCenterAndStatus*';
    await page.route(list, (route) => route.fulfill({ status: 500 }));
    await page.goto('/main/leadsByStatus/pending');
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await retryOnceMended(page, list);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
});

test.describe('dataEntry', () => {
  test.use({ level: 'dataEntry' });

  test('moves between the status lists by tabs, and changes the status of a lead', async ({ page, demo }) => {
    const lead = await record(demo);
    await page.goto('/main/leadsByStatus/booked');
    const tabs = page.getByRole('navigation', { name: 'Leads by status' });
    await tabs.getByRole('link', { name: 'All leads' }).click();
    await expect(page).toHaveURL('/main/leads');
    await tabs.getByRole('link', { name: /^Pending/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Pending/);
    await openLead(page, 'pending', lead);
    await status(page, 'Lost Customer').check();
    await type(modal(page).getByLabel('Lost reason'), 'Wrong number');
    await saveAndWait(page);
    expect(await stored(demo, lead)).toMatchObject({ status: 'lostCustomer' });
  });
});

test.describe('management', () => {
  test.use({ level: 'manager' });

  test('reopens a completed lead', async ({ page, demo }) => {
    const lead = await record(demo);
    await moveElsewhere(demo, lead, { status: 'completed' });
    await openLead(page, 'completed', lead);
    await status(page, 'Booked').check();
    await type(modal(page).getByLabel('Appointment date'), 'tomorrow');
    await saveAndWait(page);
    expect(await stored(demo, lead)).toMatchObject({ status: 'booked' });
  });
});

forEachSize(({ isPhone }) => {
  test('the screens of a lead’s life are accessible', async ({ page }) => {
    await page.goto('/main/dashboard');
    await expect(page.getByRole('list', { name: 'Leads by status' }).getByRole('link')).toHaveCount(5);
    await expectAccessible(page);

    await page.goto('/main/leadsByStatus/potential?startDate=2026-02-01&endDate=2026-01-01');
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/main/leadsByStatus/potential');
    const open = page.getByRole('button', { name: /^Change status: / }).first();
    await expect(open).toBeVisible();
    if (isPhone) await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('textbox', { name: 'Start date' })).toBeVisible();
    await expectAccessible(page);

    await open.click();
    await modal(page)
      .getByRole('checkbox', { name: /^Follow-up 2/ })
      .check();
    await expectAccessible(page);
    await modal(page).getByRole('checkbox', { name: 'Lost Customer' }).check();
    const reason = modal(page).getByLabel('Lost reason');
    await reason.focus();
    await reason.blur();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await status(page, 'Booked').check();
    await modal(page).getByRole('button', { name: 'Open calendar' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expectAccessible(page);
  });
});
