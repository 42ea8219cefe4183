import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { strongPassword } from './support/accounts.ts';
import { heading } from './support/lists.ts';
import { getMailLink, mailSubjects, waitForMails } from './support/mails.ts';
import { createAccount, uniqueEmail } from './support/new-account.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { submitLoginForm } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto('/auth/forgotPassword');
  await sendLink(page, email);
}

async function sendLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
}

async function choose(page: Page, chosen: string, again = chosen): Promise<void> {
  await page.getByLabel('New Password').fill(chosen);
  await page.getByLabel('Confirm Password').fill(again);
  await page.getByRole('button', { name: 'Set New Password' }).click();
}

test('a forgotten password is reset by email, and every session ends', async ({ page, demo, openAs }) => {
  const { email, session } = await createAccount(demo);
  const elsewhere = await openAs('unassigned', session);
  await elsewhere.goto('/main/unassign');

  const newest = await test.step('they ask for an email, and for another', async () => {
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await expect(heading(page)).toHaveText('Forgot your password?');
    await expectAccessible(page);
    await sendLink(page, email);
    await expect(page.getByText('Email Sent')).toBeVisible();
    await expect(heading(page)).toHaveText('Check your email');
    await expect(
      page.getByText(`If an account was found for ${email}, an email has been sent.`),
    ).toBeVisible();
    await expect(page.getByText('emails are kept as files in the outbox of the data folder')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resend Email' }).click();
    const link = getMailLink((await waitForMails(demo, email, mailSubjects.reset, 2)).at(-1));
    await page.getByRole('link', { name: 'Go Back Login' }).click();
    await expect(page).toHaveURL('/auth/login');
    return link;
  });

  await test.step('they choose a new password, which is checked', async () => {
    await page.goto(newest);
    await expect(page.getByText(`Choose a new password for ${email}.`)).toBeVisible();
    await choose(page, strongPassword, 'a long way to Sylhet');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match!');
    await choose(page, 'password123');
    await expect(page.getByText('This password is too easy to guess')).toBeVisible();
    await expectAccessible(page);
    await choose(page, strongPassword);
    await expect(page.getByText('Password changed. Log in to continue.')).toBeVisible();
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  await test.step('another browser is logged out, the link works no more, the new password does', async () => {
    await elsewhere.reload();
    await expect(elsewhere, 'the other browser').toHaveURL(/\/auth\/login/);
    await page.goto(newest);
    await expect(heading(page)).toHaveText('This link has expired');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/auth/forgotPassword');
    await page.goto('/auth/login');
    await submitLoginForm(page, strongPassword, email);
    await expect(page).toHaveURL('/main/unassign');
  });
});

test('an invalid address is refused, and an unknown one is answered like a known one', async ({ page }) => {
  await page.goto('/auth/forgotPassword');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is Required');

  await askFor(page, 'not-an-address');
  await expect(page.getByText('No Employee Found')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('not-an-address');

  await askFor(page, uniqueEmail());
  await expect(page.getByText('Email Sent')).toBeVisible();
  await expect(heading(page)).toHaveText('Check your email');

  await page.goto('/auth/forgotPassword');
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test('the link signs out whoever is signed in where it is opened', async ({ page, demo, openAs }) => {
  const { email } = await createAccount(demo);
  const colleague = await demo.signIn('manager');
  await askFor(page, email);
  await expect(heading(page)).toHaveText('Check your email');
  const link = getMailLink((await waitForMails(demo, email, mailSubjects.reset)).at(-1));

  const shared = await openAs('manager', colleague);
  await shared.goto(link);
  await choose(shared, strongPassword);
  await expect(shared).toHaveURL('/auth/login');
  await expect(shared.getByLabel('Email')).toHaveValue(email);
  const status = (await demo.call('GET', '/session/me', undefined, colleague)).status;
  expect(status, 'the session that was there before').toBe(401);
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('recovery is accessible', async ({ page, demo }) => {
    const { email } = await createAccount(demo);
    await page.goto('/auth/forgotPassword');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectAccessible(page);
    await askFor(page, email);
    await expect(heading(page)).toHaveText('Check your email');
    await expectAccessible(page);
    await page.goto(getMailLink((await waitForMails(demo, email, mailSubjects.reset)).at(-1)));
    await choose(page, strongPassword, 'another');
    await expect(page.getByText('Passwords do not match!')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/auth/resetEmployeePassword/no-such-token');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
    await expectAccessible(page);
  });
});
