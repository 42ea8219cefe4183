import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { leadCsvColumns } from '#contract/leads/lead-oversight.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { leadCounts, leadList } from '#contract/leads/leads.ts';
import { expectAccessible } from './support/accessible.ts';
import { choose, expectChosen } from './support/choice.ts';
import { centersOf, recordLead, uniqueName } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const titles = {
  pending: 'Pending',
  potential: 'Potential',
  booked: 'Booked',
  completed: 'Completed',
  lostCustomer: 'Lost Customer',
} as const;

const list = (page: Page) => page.getByRole('table');
const rows = (page: Page) => list(page).locator('tbody tr');
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const download = (page: Page) => page.getByRole('button', { name: 'Download CSV' });

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('reaches each status from a card with its count', async ({ page, demo }) => {
    const session = await demo.session('manager');
    const { body } = await demo.call(
      'GET',
      '/management/manageLeads/getLeadsCountByStatus',
      undefined,
      session,
    );
    const counts = leadCounts.parse(body);
    await page.goto('/main/managementDashboard');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Leads' }).click();
    await expect(page).toHaveURL('/main/managementLeads');

    const cards = page.getByRole('list', { name: 'Leads by status' }).getByRole('link');
    await expect(cards).toHaveCount(leadStatuses.length);
    for (const status of leadStatuses) {
      const card = cards.filter({ hasText: titles[status] });
      await expect(card).toContainText(counts[`${status}Leads`].toLocaleString('en'));
    }
    for (const status of leadStatuses) {
      await cards.filter({ hasText: titles[status] }).click();
      await expect(page).toHaveURL(`/main/manageMentLead/${status}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('in total');
      await expect(rows(page)).toHaveCount(10);
      await page.goBack();
    }
  });

  test('sees the columns of the specification, and narrows by center and search, which a reload keeps', async ({
    page,
    demo,
  }) => {
    const session = await demo.session('manager');
    const [, center] = await centersOf(demo, session);
    const lead = await recordLead(demo, session, { serviceCenter: center?._id ?? '' });
    await page.goto('/main/manageMentLead/pending');
    await expect(list(page).getByRole('columnheader')).toHaveText([
      'Name',
      'Entry Date',
      'Phone',
      'Service Type',
      'Service Center',
      'Actions',
    ]);

    const heading = page.getByRole('heading', { level: 1 });
    const everyone = await heading.textContent();
    await searchBox(page).fill('N');
    await searchBox(page).press('Enter');
    await expect(page.getByText('Type at least 2 characters to search.')).toBeVisible();
    await expect(heading).toHaveText(everyone ?? '');

    await searchBox(page).fill(lead.name);
    await expect(rows(page)).toHaveCount(1);
    await choose(page, 'Service center', center?.name ?? '');
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(lead.name);
    await expectChosen(page, 'Service center', center?.name ?? '');

    await searchBox(page).fill('nobody-has-this-name');
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expectChosen(page, 'Service center', 'All Service Centers');
  });

  test('keeps search and center from one status to another and to all of them, and is offered no download (F16)', async ({
    page,
    demo,
  }) => {
    const session = await demo.session('manager');
    const [center] = await centersOf(demo, session);
    const lead = await recordLead(demo, session);
    await page.goto('/main/manageMentLead/booked');
    await expect(rows(page)).toHaveCount(10);
    await expect(download(page), 'what the superAdmin alone may have').toBeHidden();
    await choose(page, 'Service center', center?.name ?? '');
    await searchBox(page).fill(lead.name);
    const tabs = page.getByRole('navigation', { name: 'Statuses' });
    await tabs.getByRole('link', { name: 'Pending' }).click();
    await expect(rows(page)).toHaveCount(1);
    await tabs.getByRole('link', { name: 'Completed' }).click();
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await tabs.getByRole('link', { name: 'All' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Pending');
    await expect(searchBox(page)).toHaveValue(lead.name);
    await expectChosen(page, 'Service center', center?.name ?? '');
  });

  test('opens a lead’s details and its history from there, calls, writes, and comes back (F33)', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('manager'), { notes: 'সকালে ফোন করবেন' });
    await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(lead.name)}`);
    await page.getByRole('button', { name: `View details: ${lead.name}` }).click();
    const details = page.getByRole('dialog', { name: 'Lead Details' });
    await expect(details.getByRole('link', { name: lead.phone })).toHaveAttribute(
      'href',
      `tel:${lead.phone}`,
    );
    await expect(details.getByRole('link', { name: `WhatsApp ${lead.phone}` })).toHaveAttribute(
      'href',
      `https://wa.me/88${lead.phone}`,
    );
    await expect(details).toContainText('সকালে ফোন করবেন');
    await expect(details).toContainText(lead.serviceCenter.name);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    await details.getByRole('link', { name: 'Open history' }).click();
    await expect(page).toHaveURL(`/main/leadHistory/${lead.entryId}`);
    await page.goBack();
    await page.keyboard.press('Escape');
    await expect(rows(page).getByRole('link', { name: lead.phone, exact: true })).toHaveAttribute(
      'href',
      `tel:${lead.phone}`,
    );
    await page.getByRole('link', { name: `Open history: ${lead.name}` }).click();
    await expect(page).toHaveURL(`/main/leadHistory/${lead.entryId}`);
    await page.reload();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(searchBox(page)).toHaveValue(lead.name);

    await page.goto(`/main/leadHistory/${lead.entryId}`);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL('/main/manageMentLead/pending');
  });

  test('finds nothing at a status that does not exist', async ({ page }) => {
    await page.goto('/main/manageMentLead/forgotten');
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  });
});

test.describe('a superAdmin', () => {
  test.use({ level: 'superAdmin' });

  test('downloads every lead of the list, not just the page, and nothing where there are no rows', async ({
    page,
    demo,
    folder,
  }) => {
    const session = await demo.session('superAdmin');
    await page.goto('/main/manageMentLead/completed');
    const saving = page.waitForEvent('download');
    await download(page).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('completed_data.csv');
    await expect(page.getByText('completed_data.csv downloaded')).toBeVisible();
    const path = join(folder, 'leads.csv');
    await file.saveAs(path);

    const records = z
      .array(z.record(z.string(), z.string()))
      .parse(parse(await readFile(path), { columns: true, bom: true }));
    const expected = [];
    for (let number = 1, pages = 1; number <= pages; number++) {
      const query = `?status=completed&limit=100&page=${number}`;
      const { body } = await demo.call('GET', `/management/manageLeads${query}`, undefined, session);
      const { leads, totalPages } = leadList.parse(body);
      expected.push(...leads);
      pages = totalPages;
    }
    expect(expected.length).toBeGreaterThan(100);
    expect(Object.keys(records[0] ?? {})).toEqual([...leadCsvColumns]);
    expect(records.map((record) => [record.Name, record.Phone, record['Vehicle No']])).toEqual(
      expected.map((lead) => [
        lead.name,
        `+88${lead.phone}`,
        lead.vehicleNumber ? `Sl.${lead.vehicleNumber}` : '---',
      ]),
    );

    await searchBox(page).fill('nobody-has-this-name');
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await expect(download(page)).toBeHidden();
  });
});

test.describe('daily, weekly and monthly', () => {
  test.use({ level: 'manager' });

  test('are reached from the leads, and all three hold a lead of today', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    await page.goto('/main/managementLeads');
    const tabs = page.getByRole('navigation', { name: 'Lists of leads' });
    await tabs.getByRole('link', { name: 'Daily' }).click();
    await expect(page.getByRole('heading', { name: 'Daily Leads' })).toBeVisible();
    await searchBox(page).fill(lead.name);
    for (const [tab, path] of [
      ['Daily', '/main/daily'],
      ['Weekly', '/main/weekly'],
      ['Monthly', '/main/monthly'],
    ] as const) {
      await tabs.getByRole('link', { name: tab }).click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?search=`));
      await expect(page.getByRole('heading', { name: `${tab} Leads` })).toBeVisible();
      await expect(rows(page)).toHaveCount(1);
      await expect(list(page).getByRole('columnheader')).toHaveText([
        'Date',
        'Name',
        'Phone Number',
        'Service',
        'Platform',
        'Actions',
      ]);
    }
  });

  test('update a lead, delete it, and undo that', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('manager'));
    const renamed = uniqueName();
    await page.goto(`/main/daily?search=${lead.phone}`);
    await page.getByRole('button', { name: `View: ${lead.name}` }).click();
    await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText(lead.phone);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Update: ${lead.name}` }).click();
    const form = page.getByRole('dialog', { name: 'Update Lead' });
    await form.getByLabel('Name').fill(renamed);
    await form.getByRole('button', { name: 'Update Lead' }).click();
    await expect(page.getByText('Lead Updated Successfully')).toBeVisible();

    await page.getByRole('button', { name: `Delete: ${renamed}` }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect(question).toContainText('Please confirm you want to delete this item.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: `Delete: ${renamed}` }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No Record Found!')).toBeVisible();
    const toast = page.getByRole('status').filter({ hasText: `${renamed} deleted` });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toContainText(renamed);
  });
});

test.describe('the service level', () => {
  test.use({ level: 'service' });

  test('reads recent leads and is offered no action that it may not take', async ({ page }) => {
    await page.goto('/main/dashboard');
    await page.getByRole('link', { name: 'Recent leads' }).click();
    await page.getByRole('link', { name: 'Monthly' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByRole('button', { name: /^View: / })).toHaveCount(10);
    await expect(page.getByRole('button', { name: /^(Update|Delete): / })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'All Leads' })).toBeHidden();
  });
});

forEachSize(({ isPhone }) => {
  test.describe('accessibility', () => {
    test.use({ level: 'superAdmin' });

    test('the management screens and their modals', async ({ page }) => {
      await page.goto('/main/managementLeads');
      await expect(page.getByRole('list', { name: 'Leads by status' }).getByRole('link')).toHaveCount(5);
      await expectAccessible(page);

      await page.goto('/main/manageMentLead/booked');
      const details = page.getByRole('button', { name: /^View details: / });
      await expect(details).toHaveCount(10);
      await expectAccessible(page);
      if (isPhone) {
        const widths: unknown = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
        expect(widths).toEqual([390, 390]);
      }
      await details.first().click();
      await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText('Recorded by');
      await expectAccessible(page);

      await page.goto('/main/monthly');
      await page
        .getByRole('button', { name: /^Delete: / })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
      await expectAccessible(page);
    });
  });
});
