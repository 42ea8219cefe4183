import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { strongPassword } from './support/accounts.ts';
import { holdRequests } from './support/held.ts';
import { heading, toast } from './support/lists.ts';
import { getMailCode, getMailLink, mailSubjects, readMails, waitForMails } from './support/mails.ts';
import { createAccount, createPhoto, inviteEmployee, uniqueEmail } from './support/new-account.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { openFromProfileMenu, submitLoginForm } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const expectExpired = (page: Page) => expect(heading(page)).toHaveText('This invitation has expired');
const refusal = (page: Page) => page.getByText('Registration Failed');

async function fillIn(
  page: Page,
  typed: { name?: string; password?: string; again?: string },
): Promise<void> {
  await page.getByLabel('Name').fill(typed.name ?? 'Nadia Rahman');
  await page.getByLabel('Password', { exact: true }).fill(typed.password ?? strongPassword);
  await page.getByLabel('Confirm Password').fill(typed.again ?? typed.password ?? strongPassword);
}

async function logInToWait(page: Page): Promise<void> {
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await submitLoginForm(page, strongPassword);
  await expect(page).toHaveURL('/main/unassign');
}

test('an invited person creates an account with a picture and waits for a role', async ({ page, demo }) => {
  const email = uniqueEmail();
  await inviteEmployee(demo, email);
  const [mail] = await waitForMails(demo, email, mailSubjects.invitation);
  const link = getMailLink(mail);

  await test.step('they open the link of the email, choose a password and a picture', async () => {
    await page.goto(link);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await fillIn(page, { password: 'NadiaRahman1' });
    await expect(page.getByText('Too easy to guess')).toBeVisible();
    await expectAccessible(page);
    await fillIn(page, {});
    await expect(page.getByText('Strong')).toBeVisible();
    await page.getByLabel('Display Picture').setInputFiles(await createPhoto());
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
    await expectAccessible(page);
    await submit(page).click();
  });

  await test.step('they log in with the address filled in, see their picture, and wait for a role', async () => {
    await expect(page.getByText('Account created. Log in to continue.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await logInToWait(page);
    await expect(heading(page)).toHaveText('Ask Your Manager To Assign You any Role');
    const picture = page.getByRole('button', { name: 'Profile of Nadia Rahman' }).locator('img');
    await expect(picture).toHaveAttribute('src', /^\/pictures\/.+\.webp$/);
    await expect(picture).toHaveJSProperty('naturalWidth', 512);
  });

  await test.step('the link leads home while they are logged in, and has expired afterwards', async () => {
    await page.goto(link);
    await expect(page).toHaveURL('/main/unassign');
    await openFromProfileMenu(page, 'Log out');
    await expect(page).toHaveURL('/auth/login');
    await page.goto(link);
    await expectExpired(page);
  });
});

test('mismatched passwords are refused before anything is sent', async ({ page, demo }) => {
  const { link } = await inviteEmployee(demo, uniqueEmail());
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.goto(link);
  await fillIn(page, { again: 'a long way to Sylhet' });
  await submit(page).click();
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match!');
  await expect(page.getByLabel('Confirm Password')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password').fill('short');
  await submit(page).click();
  await expect(page.getByText('Use at least 8 characters')).toBeVisible();
  expect(new Set(sent)).toEqual(new Set(['GET']));
});

test('the form clears on submit, and comes back as it was when that fails', async ({ page, demo }) => {
  const { link } = await inviteEmployee(demo, uniqueEmail());
  await page.goto(link);
  await fillIn(page, { password: 'password123' });
  await page.getByLabel('Display Picture').setInputFiles(await createPhoto());
  const { release } = await holdRequests(page, '**/public/auth/register');
  await submit(page).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeHidden();

  release();
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByText('This password is too easy to guess')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Nadia Rahman');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();

  await fillIn(page, {});
  await submit(page).click();
  await logInToWait(page);
});

test('a file that is not a picture is refused beside its field', async ({ page, demo }) => {
  const { link } = await inviteEmployee(demo, uniqueEmail());
  await page.goto(link);
  await fillIn(page, {});
  const picture = page.getByLabel('Display Picture');
  await picture.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('Choose a PNG, JPEG or WebP picture')).toBeVisible();
  await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await submit(page).click();
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture of at most 24 megapixels')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Nadia Rahman');
});

test('who was not invited is told before they type, and can ask for an invitation (F66)', async ({
  page,
  demo,
}) => {
  const email = uniqueEmail();
  await inviteEmployee(demo, email);
  await waitForMails(demo, email, mailSubjects.invitation);
  await page.goto('/auth/register');
  await expect(page.getByText('Only people who are invited to')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'ask for an invitation' }).click();
  await expect(heading(page)).toHaveText('Ask for an invitation');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Ask for an invitation' }).click();
  await expect(page.getByText(`If ${email} has a pending invitation`)).toBeVisible();
  expect(await waitForMails(demo, email, mailSubjects.invitation, 2)).toHaveLength(2);
});

test('without the link, a code verifies the invited address', async ({ page, demo }) => {
  const email = uniqueEmail();
  await inviteEmployee(demo, email);
  await page.goto('/auth/register');
  await expect(page.getByText('Only people who are invited to')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await fillIn(page, {});
  await submit(page).click();

  const field = page.getByLabel('Verification code');
  const verify = async (typed: string) => {
    await field.fill(typed);
    await page.getByRole('button', { name: 'Verify' }).click();
  };

  await test.step('they mistype the code of the email', async () => {
    await expect(page).toHaveURL('/auth/emailVerification');
    await expect(page.getByText(email)).toBeVisible();
    const code = getMailCode((await waitForMails(demo, email, mailSubjects.code)).at(-1));
    await verify('');
    await expect(field).toHaveAccessibleDescription('Enter the 6 digits from the email');
    await expectAccessible(page);
    await verify(code === '123456' ? '654321' : '123456');
    await expect(field).toHaveAccessibleDescription('This code is wrong or has expired');
  });

  const mail = await test.step('they ask for a new code', async () => {
    await page.getByRole('button', { name: 'resend Code' }).click();
    await expect(page.getByText('we wrote an email with a new code')).toBeVisible();
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    return (await waitForMails(demo, email, mailSubjects.code, 2)).at(-1);
  });
  const fresh = getMailCode(mail);

  await test.step('the link of its email tells no server the address or the code', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/auth/login');
    await page.goto(getMailLink(mail));
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    expect(asked.some((url) => url.includes('/auth/emailVerification'))).toBe(true);
    for (const url of asked.map((each) => each.split('#')[0] ?? '')) {
      expect(url).not.toContain(encodeURIComponent(email));
      expect(url).not.toContain(fresh);
    }
  });

  await test.step('they paste the code with its spaces and log in', async () => {
    await field.focus();
    await page.keyboard.insertText(` ${fresh.slice(0, 3)} ${fresh.slice(3)}`);
    await expect(field).toHaveValue(fresh);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Email verified. Log in with your password.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await logInToWait(page);
  });
});

test('an address that nobody invited sees the same and gets no email', async ({ page, demo }) => {
  const [stranger, invited] = [uniqueEmail(), uniqueEmail()];
  await page.goto('/auth/register');
  await page.getByLabel('Email').fill(stranger);
  await fillIn(page, {});
  await submit(page).click();
  await expect(page).toHaveURL('/auth/emailVerification');
  await expect(page.getByText(stranger)).toBeVisible();

  await inviteEmployee(demo, invited);
  await waitForMails(demo, invited, mailSubjects.invitation);
  expect(await readMails(demo, stranger), 'mails to the stranger').toEqual([]);
});

test('an unknown link says what to do next, and the invitation is resent', async ({ page, demo }) => {
  const email = uniqueEmail();
  await inviteEmployee(demo, email);
  await waitForMails(demo, email, mailSubjects.invitation);
  await page.goto('/auth/register/no-such-token');
  await expectExpired(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(toast(page, email)).toBeVisible();
  await expectAccessible(page);
  await page.goto(getMailLink((await waitForMails(demo, email, mailSubjects.invitation, 2)).at(-1)));
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('whoever has an account is led to the login page or home', async ({ page, demo, openAs }) => {
  await page.goto('/auth/register');
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/auth/login');

  const { session } = await createAccount(demo);
  const signedIn = await openAs('unassigned', session);
  for (const path of [
    '/auth/register',
    '/auth/register/any',
    '/auth/emailVerification',
    '/auth/forgotPassword',
  ]) {
    await signedIn.goto(path);
    await expect(signedIn).toHaveURL('/main/unassign');
  }
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('registration, verification and dead links are accessible', async ({ page, demo }) => {
    const { link } = await inviteEmployee(demo, uniqueEmail());
    await page.goto(link);
    await page.getByLabel('Display Picture').setInputFiles(await createPhoto());
    for (const typed of ['aaaaaaaaaa', 'xk7qpm2w', strongPassword]) {
      await fillIn(page, { password: typed, again: 'another' });
      await submit(page).click();
      await expect(page.getByText('Passwords do not match!')).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/auth/emailVerification');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Enter the 6 digits from the email')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/auth/register/no-such-token');
    await page.getByLabel('Email').fill(uniqueEmail());
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByText('If it does not arrive')).toBeVisible();
    await expectAccessible(page);
  });
});
