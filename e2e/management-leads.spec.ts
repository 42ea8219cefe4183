import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { leadCounts } from '#contract/leads/leads.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption, expectChosenOption } from './support/choice.ts';
import { saveUpdate, updateLeadDialog } from './support/lead-form.ts';
import {
  answerQuestion,
  expectColumns,
  expectNothingFound,
  firstActionButton,
  heading,
  leadPanelOf,
  listTab,
  moreTab,
  openFromMainMenu,
  questionDialog,
  readTotal,
  rows,
  searchBox,
  statusCards,
  toast,
} from './support/lists.ts';
import { readCenters, recordLead, uniqueName } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const titles = {
  pending: 'Pending',
  potential: 'Potential',
  booked: 'Booked',
  completed: 'Completed',
  lostCustomer: 'Lost Customer',
} as const;

const download = (page: Page) => page.getByRole('button', { name: 'Download CSV' });

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('reaches each status from a card with its count', async ({ page, demo }) => {
    const counts = leadCounts.parse(await demo.read('/management/manageLeads/getLeadsCountByStatus'));
    await page.goto('/main/managementDashboard');
    await openFromMainMenu(page, 'Leads');
    await expect(page).toHaveURL('/main/managementLeads');

    const cards = statusCards(page);
    await expect(cards).toHaveCount(leadStatuses.length);
    for (const status of leadStatuses) {
      const card = cards.filter({ hasText: titles[status] });
      await expect(card).toContainText(counts[`${status}Leads`].toLocaleString('en'));
    }
    await expectAccessible(page);
    for (const status of leadStatuses) {
      await cards.filter({ hasText: titles[status] }).click();
      await expect(page).toHaveURL(`/main/manageMentLead/${status}`);
      await expect(heading(page)).toContainText('in total');
      await expect(rows(page)).toHaveCount(10);
      const statuses = page.getByRole('navigation', { name: 'Statuses' }).getByRole('link');
      await expect(statuses).toHaveText([
        ...Object.values(titles).map((title) => RegExp(`^${title} [\\d,]+$`)),
        'Archived',
      ]);
      await expect(statuses.filter({ hasText: titles[status] })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('link', { name: 'All', exact: true }), 'the only one').toHaveAttribute(
        'aria-current',
        'true',
      );
      await page.goBack();
    }
  });

  test('narrows the specified columns by center and search, kept by a reload', async ({ page, demo }) => {
    const session = await demo.session('manager');
    const [, center] = await readCenters(demo, session);
    const lead = await recordLead(demo, session, { serviceCenter: center?._id ?? '' });
    await page.goto('/main/manageMentLead/pending');
    const specified = ['Name', 'Entry Date', 'Phone', 'Service Type', 'Service Center'];
    await expectColumns(page, ...specified, 'Notes', 'Actions');

    const all = await readTotal(page);
    await searchBox(page).fill('N');
    await searchBox(page).press('Enter');
    await expect(page.getByText('Type at least 2 characters to search.')).toBeVisible();
    expect(await readTotal(page)).toBe(all);

    await searchBox(page).fill(lead.name);
    await expect(rows(page)).toHaveCount(1);
    await chooseOption(page, 'Service center', center?.name ?? '');
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(lead.name);
    await expectChosenOption(page, 'Service center', center?.name ?? '');

    await searchBox(page).fill('nobody-has-this-name');
    await expectNothingFound(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expectChosenOption(page, 'Service center', 'All Service Centers');
  });

  test('keeps search and center from status to status, without a download (F16) @long', async ({
    page,
    demo,
  }) => {
    const session = await demo.session('manager');
    const [center] = await readCenters(demo, session);
    const lead = await recordLead(demo, session);
    await page.goto('/main/manageMentLead/booked');
    await expect(rows(page)).toHaveCount(10);
    await expect(download(page), 'what the superAdmin alone may have').toBeHidden();
    await chooseOption(page, 'Service center', center?.name ?? '');
    await searchBox(page).fill(lead.name);
    const tabs = page.getByRole('navigation', { name: 'Statuses' });
    await tabs.getByRole('link', { name: 'Pending' }).click();
    await expect(rows(page)).toHaveCount(1);
    await tabs.getByRole('link', { name: 'Completed' }).click();
    await expectNothingFound(page);
    await listTab(page, 'All').click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Pending');
    await expect(searchBox(page)).toHaveValue(lead.name);
    await expectChosenOption(page, 'Service center', center?.name ?? '');
  });

  test('opens a lead’s details and history, calls, writes and comes back (F33)', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'), { notes: 'সকালে ফোন করবেন' });
    const details = page.getByRole('dialog', { name: 'Lead Details' });
    const link = (within: Page | Locator, name: string) =>
      expect(within.getByRole('link', { name, exact: true }));
    await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(lead.name)}`);

    await test.step('they open the details, from which they can call and write', async () => {
      await page.getByRole('button', { name: `View details: ${lead.name}` }).click();
      await link(details, lead.phone).toHaveAttribute('href', `tel:${lead.phone}`);
      await link(details, `WhatsApp ${lead.phone}`).toHaveAttribute('href', `https://wa.me/88${lead.phone}`);
      await expect(details).toContainText('সকালে ফোন করবেন');
      await expect(details).toContainText(lead.serviceCenter.name);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    });

    await test.step('they open the lead by keyboard, the history from there, and go back', async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await leadPanelOf(page, lead.name).getByRole('link', { name: 'All versions' }).click();
      await expect(page).toHaveURL(`/main/leadHistory/${lead.entryId}`);
      await page.goBack();
      await page.keyboard.press('Escape');
      await link(page, lead.phone).toHaveAttribute('href', `tel:${lead.phone}`);
    });

    await test.step('they open the history from the row and come back to the same list', async () => {
      await page.getByRole('link', { name: `Open history: ${lead.name}` }).click();
      await expect(page).toHaveURL(`/main/leadHistory/${lead.entryId}`);
      await page.reload();
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await expect(rows(page)).toHaveCount(1);
      await expect(searchBox(page)).toHaveValue(lead.name);
    });

    await test.step('a history opened by its address leads back to the list of the lead’s status', async () => {
      await page.goto(`/main/leadHistory/${lead.entryId}`);
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await expect(page).toHaveURL('/main/manageMentLead/pending');
    });
  });

  test('finds nothing at a status that does not exist', async ({ page }) => {
    for (const list of ['manageMentLead', 'leadsByStatus']) {
      await page.goto(`/main/${list}/forgotten`);
      await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
    }
  });
});

test.describe('a superAdmin', () => {
  test.use({ level: 'superAdmin' });

  test('downloads every lead of the list, not just the page, and never nothing', async ({ page }) => {
    await page.goto('/main/manageMentLead/completed');
    const total = await readTotal(page);
    expect(total).toBeGreaterThan(100);
    const saving = page.waitForEvent('download');
    await download(page).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('completed_data.csv');
    await expect(page.getByText('completed_data.csv downloaded')).toBeVisible();
    await expectAccessible(page);
    const records = z
      .array(z.object({ Status: z.literal('completed') }))
      .parse(parse(await readFile(await file.path()), { columns: true, bom: true }));
    expect(records).toHaveLength(total);

    await searchBox(page).fill('nobody-has-this-name');
    await expectNothingFound(page);
    await expect(download(page)).toBeHidden();
  });
});

test.describe('daily, weekly and monthly', () => {
  test.use({ level: 'manager' });

  test('are reached from the leads, and all three hold a lead of today', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    await page.goto('/main/managementLeads');
    await listTab(page, 'Today').click();
    await expect(page).toHaveURL('/main/today');
    const periods = page.getByRole('navigation', { name: 'Period' });
    await expect(periods.getByRole('link')).toHaveText(['To call', 'Daily', 'Weekly', 'Monthly']);
    await periods.getByRole('link', { name: 'Daily' }).click();
    await expect(page.getByRole('heading', { name: 'Daily Leads' })).toBeVisible();
    await searchBox(page).fill(lead.name);
    for (const [tab, path] of [
      ['Daily', '/main/daily'],
      ['Weekly', '/main/weekly'],
      ['Monthly', '/main/monthly'],
    ] as const) {
      await periods.getByRole('link', { name: tab }).click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?search=`));
      await expect(listTab(page, 'Today')).toHaveAttribute('aria-current', 'true');
      await expect(page.getByRole('heading', { name: `${tab} Leads` })).toBeVisible();
      await expect(rows(page)).toHaveCount(1);
      await expectColumns(page, 'Date', 'Name', 'Phone Number', 'Service', 'Platform', 'Actions');
    }

    await test.step('what is rarer stands behind More, also for the keyboard', async () => {
      await moreTab(page).press('Enter');
      const entries = page.getByRole('menuitem');
      await expect(entries).toHaveText([
        /^Bulk changes/,
        /^Import/,
        /^Duplicates/,
        /^Incoming enquiries/,
        /^Message log/,
      ]);
      await expect(entries.first()).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/main/import');
      await expect(moreTab(page)).toHaveAttribute('aria-current', 'true');
    });
  });

  test('update a lead, delete it, which archives it, and undo that (F66)', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    const renamed = uniqueName();
    await page.goto(`/main/daily?search=${lead.phone}`);
    await page.getByRole('button', { name: `View: ${lead.name}` }).click();
    await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText(lead.phone);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Update: ${lead.name}` }).click();
    await updateLeadDialog(page).getByLabel('Name').fill(renamed);
    await saveUpdate(page);

    await page.getByRole('button', { name: `Delete: ${renamed}` }).click();
    await expect(questionDialog(page)).toContainText(
      'Please confirm you want to delete this item. The lead is archived, and you can restore it',
    );
    await expectAccessible(page);
    await answerQuestion(page, 'Cancel');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: `Delete: ${renamed}` }).click();
    await answerQuestion(page, 'Delete');
    await expectNothingFound(page);
    await expect(toast(page, `${renamed} archived`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toContainText(renamed);
  });
});

test('a service employee only reads recent leads', async ({ openAs }) => {
  const page = await openAs('service');
  await page.goto('/main/dashboard');
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('link', { name: 'Monthly' }).click();
  await expect(heading(page)).toHaveText(/^Monthly Leads/);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('button', { name: /^View: / })).toHaveCount(10);
  await expect(page.getByRole('button', { name: /^(Update|Delete): / })).toHaveCount(0);
  const lists = page.getByRole('navigation', { name: 'Lists of leads' });
  await expect(lists.getByRole('link')).toHaveText(['By status', 'Today', 'Bookings']);
});

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'superAdmin' });

  test('the management screens and their modals are accessible', async ({ page }) => {
    await page.goto('/main/managementLeads');
    await expect(statusCards(page)).toHaveCount(5);
    await expect(moreTab(page), 'says what waits without scrolling').toBeInViewport({ ratio: 1 });
    await expectAccessible(page);

    await page.goto('/main/manageMentLead/booked');
    const details = page.getByRole('button', { name: /^View details: / });
    await expect(details).toHaveCount(10);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await details.first().click();
    await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText('Recorded by');
    await expectAccessible(page);

    await page.goto('/main/monthly');
    await firstActionButton(page, 'Delete').click();
    await expect(questionDialog(page)).toBeVisible();
    await expectAccessible(page);
  });
});
