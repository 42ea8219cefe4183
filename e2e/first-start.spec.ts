import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { strongPassword } from './support/accounts.ts';
import { expectChosenOption } from './support/choice.ts';
import { addLeadDialog, expectAdded, fillInLead, pressAdd } from './support/lead-form.ts';
import { expectNothingFound, heading, listTab, openFromMainMenu } from './support/lists.ts';
import { Server } from './support/server.ts';
import { submitLoginForm } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

// Starts its own Pitlane, not the demo.
test.use({ baseURL: undefined, storageState: undefined });

const setUpLink = /http:\/\/127\.0\.0\.1:\d+\/setup\/\S+/;

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Dealer name').fill('Padma Motors');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Dhaka');
  await page.getByRole('option', { name: /^Dhaka, Bangladesh/ }).click();
  await page.getByRole('combobox', { name: 'Phone country' }).fill('Bangla');
  await page.getByRole('option', { name: /^Bangladesh/ }).click();
  const center = page.getByRole('group', { name: 'First service center' });
  await center.getByLabel('Name').fill('Tejgaon');
  const account = page.getByRole('group', { name: 'Your account' });
  await account.getByLabel('Name').fill('Rokeya Begum');
  await account.getByLabel('Email').fill('rokeya@padma.test');
  await account.getByRole('textbox', { name: 'Password', exact: true }).fill(strongPassword);
}

async function finish(page: Page, again: string): Promise<void> {
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Finish set-up' }).click();
}

/** No two steps open the same place. */
async function expectOwnPages(steps: Locator): Promise<void> {
  const links = await steps.getByRole('link').all();
  const places = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(new Set(places).size).toBe(places.length);
}

async function openAllLeads(page: Page): Promise<void> {
  await openFromMainMenu(page, 'Leads');
  await listTab(page, 'All').click();
}

test('the printed link sets up Pitlane once; its first lead survives a restart', async ({ page, folder }) => {
  let server = await Server.start({ DATA_DIR: folder });
  try {
    const link = await server.printed(setUpLink);
    const printed = server.output.trim().split('\n');
    expect(
      printed.filter((line) => !line.startsWith('{')),
      'what the first start printed, but for its log',
    ).toEqual([
      expect.stringMatching(/^Making the database in /),
      expect.stringMatching(/^Pitlane is ready at http:/),
      expect.stringContaining(link),
    ]);

    await test.step('Rokeya opens the link that was printed and sets up Padma Motors', async () => {
      await page.goto(`${server.url}/auth/login`);
      await expect(page.getByText('Pitlane is not set up yet.')).toBeVisible();
      await page.goto(link);
      await page.getByRole('button', { name: 'Finish set-up' }).click();
      await expect(page.getByLabel('Dealer name')).toHaveAccessibleDescription('This field is Required');
      await fillIn(page);
      await finish(page, 'a long way to Sylhet');
      await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
        'Passwords do not match!',
      );
      await finish(page, strongPassword);
      await expect(page).toHaveURL(`${server.url}/main/managementDashboard`);
      await expect(page.getByRole('heading', { name: 'Management Dashboard' })).toBeVisible();
      await expect(page.getByRole('link', { name: /^Padma Motors/ })).toBeVisible();
    });

    await test.step('the dashboard says what to do next, and no zeros', async () => {
      const steps = page.getByRole('region', { name: 'Set up Pitlane' });
      await expect(steps.getByRole('listitem')).toHaveCount(11);
      await expect(steps).toContainText('0 of 11 done');
      await expectOwnPages(steps);
      await expect(steps).toContainText('No email is sent. Set SMTP_URL');
      await expect(steps).toContainText('No backup is made. Set BACKUP_DIR');
      await expect(steps).toContainText('Set PUBLIC_URL to the address that people use');
      await expect(page.getByText('No leads yet')).toBeVisible();
      await expect(page.getByText('This week', { exact: true })).toHaveCount(0);
      await expectAccessible(page);
      await steps.getByRole('button', { name: 'Not needed: Make backups' }).click();
      await expect(steps.getByRole('listitem')).toHaveCount(10);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(steps.getByRole('listitem')).toHaveCount(11);
      await steps.getByRole('button', { name: 'Not needed: Import your old list' }).click();
      await expect(steps).toContainText('0 of 10 done');

      await steps.getByRole('link', { name: 'Add services' }).click();
      await page.getByRole('button', { name: 'Add Service / Campaign' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Oil change');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('row', { name: /Oil change/ })).toBeVisible();
      await openFromMainMenu(page, 'Management Dashboard');
      await expect(steps).toContainText('1 of 10 done');
      await expect(steps.getByRole('listitem').filter({ hasText: 'Done:' })).toHaveText(/Add services/);
      await steps.getByRole('link', { name: /Add services/ }).click();
      await expect(page.getByRole('row', { name: /Oil change/ })).toBeVisible();
    });

    await test.step('they add the first lead', async () => {
      await openAllLeads(page);
      await expect(heading(page), 'an empty list says so once').toHaveText('All Leads');
      await expectNothingFound(page);
      await expect(page.getByText(/Show \d+ to/)).toHaveCount(0);
      await openFromMainMenu(page, 'Management Dashboard');
      const add = page.getByRole('link', { name: 'Add Lead' });
      await expect(add).toBeInViewport();
      await add.click();
      await expectChosenOption(addLeadDialog(page), 'Location', 'Tejgaon');
      await fillInLead(addLeadDialog(page), 'Nadia Rahman', 'Tejgaon');
      await pressAdd(page);
      await expectAdded(page);
      await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');
      await openFromMainMenu(page, 'Management Dashboard');
      await expect(page.getByText('No leads yet')).toHaveCount(0);
      const steps = page.getByRole('region', { name: 'Set up Pitlane' });
      await expect(steps.getByRole('listitem'), 'what is done is only counted').toHaveCount(9);
    });

    await test.step('the link works no more', async () => {
      await page.goto(link);
      await expect(page.getByText('This set-up link can’t be used')).toBeVisible();
      await expect(page.getByText('Pitlane is already set up. Log in with your account.')).toBeVisible();
    });

    await test.step('after a restart they log in and find the lead', async () => {
      await server.stop();
      server = await Server.start({ DATA_DIR: folder });
      await page.goto(`${server.url}/auth/login`);
      await submitLoginForm(page, strongPassword, 'ROKEYA@padma.test');
      await openAllLeads(page);
      await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');
      expect(server.output, 'what the second start printed').not.toMatch(setUpLink);
    });
  } finally {
    await server.stop();
  }
});
