import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { demoPassword, emails } from './support/accounts.ts';
import { about, linkIn, mailsTo } from './support/mails.ts';
import { createAccount, uniqueAddress } from './support/new-account.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

const password = 'a long way to Khulna';

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto('/auth/forgotPassword');
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

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Email Sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`If an account was found for ${email}, an email has been sent.`)).toBeVisible();
  await expect(page.getByText('emails are kept as files in the outbox of the data folder')).toBeVisible();
  const older = linkIn((await mailsTo(demo, email, about.reset)).at(-1));
  await page.getByRole('button', { name: 'Resend Email' }).click();
  const newest = linkIn((await mailsTo(demo, email, about.reset, 2)).at(-1));
  await page.getByRole('link', { name: 'Go Back Login' }).click();
  await expect(page).toHaveURL('/auth/login');

  await page.goto(older);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();

  await page.goto(newest);
  await expect(page.getByText(`Choose a new password for ${email}.`)).toBeVisible();
  await choose(page, password, 'a long way to Sylhet');
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match!');
  await choose(page, 'password123');
  await expect(page.getByText('This password is too easy to guess')).toBeVisible();
  await choose(page, password);
  await expect(page.getByText('Password changed. Log in to continue.')).toBeVisible();
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await elsewhere.reload();
  await expect(elsewhere, 'the other browser').toHaveURL(/\/auth\/login/);
  const old = await demo.call('POST', '/public/auth/login', { email, password: 'first long password' });
  expect(old.status, 'the old password').toBe(401);

  await page.goto(newest);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/auth/forgotPassword');

  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/main/unassign');
});

test('an invalid address is refused, and an unknown one is answered like a known one', async ({ page }) => {
  await page.goto('/auth/forgotPassword');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is Required');

  await askFor(page, 'not-an-address');
  await expect(page.getByText('No Employee Found')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('not-an-address');

  await askFor(page, uniqueAddress());
  await expect(page.getByText('Email Sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto('/auth/forgotPassword');
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test('the link works in a browser where somebody is signed in, and signs them out', async ({
  page,
  demo,
  openAs,
}) => {
  const { email } = await createAccount(demo);
  const colleague = await demo.signIn('manager');
  await askFor(page, email);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn((await mailsTo(demo, email, about.reset)).at(-1));

  const shared = await openAs('manager', colleague);
  await shared.goto(link);
  await choose(shared, password);
  await expect(shared).toHaveURL('/auth/login');
  await expect(shared.getByLabel('Email')).toHaveValue(email);
  const status = (await demo.call('GET', '/session/me', undefined, colleague)).status;
  expect(status, 'the session that was there before').toBe(401);
  const body = { email: emails.manager, password: demoPassword };
  expect((await demo.call('POST', '/public/auth/login', body)).status, 'their own password').toBe(200);
});

forEachSize(() => {
  test('recovery is accessible', async ({ page, demo }) => {
    const { email } = await createAccount(demo);
    await page.goto('/auth/forgotPassword');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectAccessible(page);
    await askFor(page, email);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(linkIn((await mailsTo(demo, email, about.reset)).at(-1)));
    await choose(page, password, 'another');
    await expect(page.getByText('Passwords do not match!')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/auth/resetEmployeePassword/no-such-token');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
    await expectAccessible(page);
  });
});
