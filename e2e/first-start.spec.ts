import type { Page } from '@playwright/test';
import { expectChosen } from './support/choice.ts';
import { Server } from './support/server.ts';
import { expect, test } from './support/test.ts';

// The test starts its own Pitlane instead of the demo.
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
  await account.getByRole('textbox', { name: 'Password', exact: true }).fill('a long way to Khulna');
}

/** `again` is the repeated password. */
async function finish(page: Page, again: string): Promise<void> {
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Finish set-up' }).click();
}

test('the printed link sets up a new Pitlane once, and its first lead survives a restart', async ({
  page,
  folder,
}) => {
  let server = await Server.start({ DATA_DIR: folder });
  try {
    const link = await server.printed(setUpLink);
    await page.goto(`${server.url}/auth/login`);
    await expect(page.getByText('Pitlane is not set up yet.')).toBeVisible();

    await page.goto(link);
    await page.getByRole('button', { name: 'Finish set-up' }).click();
    await expect(page.getByLabel('Dealer name')).toHaveAccessibleDescription('This field is Required');
    await fillIn(page);
    await finish(page, 'a long way to Sylhet');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match!');
    await finish(page, 'a long way to Khulna');
    await expect(page).toHaveURL(`${server.url}/main/managementDashboard`);
    await expect(page.getByRole('heading', { name: 'Management Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Padma Motors/ })).toBeVisible();

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('link', { name: /^All Leads/ }).click();
    await expect(page.getByRole('heading', { name: 'Leads (0 in total)' })).toBeVisible();
    await expect(page.getByText('No Record Found!')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Add Lead' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add Lead' });
    await form.getByLabel('Name').fill('Nadia Rahman');
    await form.getByLabel('Phone Number').fill('01712345678');
    await expectChosen(form, 'Location', 'Tejgaon');
    await form.getByRole('button', { name: 'Add Lead' }).click();
    await expect(page.getByText('Lead Created Successfully')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');

    await page.goto(link);
    await expect(page.getByText('This set-up link can’t be used')).toBeVisible();
    await expect(page.getByText('Pitlane is already set up. Log in with your account.')).toBeVisible();

    await server.stop();
    server = await Server.start({ DATA_DIR: folder });
    await page.goto(`${server.url}/auth/login`);
    await page.getByLabel('Email').fill('ROKEYA@padma.test');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a long way to Khulna');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('link', { name: /^All Leads/ }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('Nadia Rahman');
    expect(server.output, 'what the second start printed').not.toMatch(setUpLink);
  } finally {
    await server.stop();
  }
});
