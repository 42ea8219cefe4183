import type { Page } from '@playwright/test';
import { goodPassword } from './support/accounts.ts';
import { expectChosen } from './support/choice.ts';
import { addForm, expectAdded, fillInLead, pressAdd } from './support/lead-form.ts';
import { expectNothingFound, listTab, openByMenu } from './support/lists.ts';
import { Server } from './support/server.ts';
import { logIn } from './support/signing-in.ts';
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
  await account.getByRole('textbox', { name: 'Password', exact: true }).fill(goodPassword);
}

async function finish(page: Page, again: string): Promise<void> {
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Finish set-up' }).click();
}

async function openAllLeads(page: Page): Promise<void> {
  await openByMenu(page, 'Leads');
  await listTab(page, 'All').click();
}

test('the printed link sets up Pitlane once; its first lead survives a restart', async ({ page, folder }) => {
  let server = await Server.start({ DATA_DIR: folder });
  try {
    const link = await server.printed(setUpLink);

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
      await finish(page, goodPassword);
      await expect(page).toHaveURL(`${server.url}/main/managementDashboard`);
      await expect(page.getByRole('heading', { name: 'Management Dashboard' })).toBeVisible();
      await expect(page.getByRole('link', { name: /^Padma Motors/ })).toBeVisible();
    });

    await test.step('they add the first lead', async () => {
      await openAllLeads(page);
      await expect(page.getByRole('heading', { name: 'All Leads (0 in total)' })).toBeVisible();
      await expectNothingFound(page);
      await page.getByRole('main').getByRole('button', { name: 'Add Lead' }).first().click();
      await expectChosen(addForm(page), 'Location', 'Tejgaon');
      await fillInLead(addForm(page), 'Nadia Rahman', 'Tejgaon');
      await pressAdd(page);
      await expectAdded(page);
      await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');
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
      await logIn(page, goodPassword, 'ROKEYA@padma.test');
      await openAllLeads(page);
      await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');
      expect(server.output, 'what the second start printed').not.toMatch(setUpLink);
    });
  } finally {
    await server.stop();
  }
});
