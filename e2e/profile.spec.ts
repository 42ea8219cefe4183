import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { strongPassword } from './support/accounts.ts';
import { createAccount, createPhoto, logInByApi } from './support/new-account.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { openFromProfileMenu, profileMenuButton } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

const sessions = (page: Page) => page.getByRole('region', { name: 'Where you are logged in' });
const rows = (page: Page) => sessions(page).getByRole('listitem');

async function openProfile(page: Page): Promise<void> {
  await page.goto('/');
  await openFromProfileMenu(page, 'Profile');
  await expect(page).toHaveURL('/main/profile');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
}

test('a new name and picture show in the header until removed', async ({ demo, openAs }) => {
  const { session } = await createAccount(demo);
  const page = await openAs('unassigned', session);
  await openProfile(page);
  const about = page.getByRole('region', { name: 'About you' });
  await expect(about.getByRole('button', { name: 'Save' })).toBeDisabled();
  await about.getByLabel('Name').fill('');
  await about.getByLabel('Name').blur();
  await expect(about.getByLabel('Name')).toHaveAccessibleDescription('Name is Required');
  await about.getByLabel('Name').fill('রফিক ইসলাম');
  await about.getByLabel('Display Picture').setInputFiles(await createPhoto());
  await expect(about.getByRole('img', { name: 'Preview' })).toBeVisible();
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(profileMenuButton(page)).toHaveAccessibleName('Profile of রফিক ইসলাম');
  await expect(profileMenuButton(page).locator('img')).toHaveJSProperty('naturalWidth', 512);
  await expect(about.getByRole('button', { name: 'Save' })).toBeDisabled();

  await page.reload();
  await expect(about.getByLabel('Name')).toHaveValue('রফিক ইসলাম');
  await about.getByRole('button', { name: 'Remove' }).click();
  await expect(profileMenuButton(page).locator('img')).toBeHidden();
  await expect(about.getByRole('button', { name: 'Choose picture' })).toBeVisible();
  expect(await logInByApi(demo, session.email, 'first long password')).toMatchObject({
    name: 'রফিক ইসলাম',
    dp: null,
  });
});

test('leaving unsaved typing asks first @long', async ({ demo, openAs }) => {
  const { session } = await createAccount(demo);
  const page = await openAs('unassigned', session);
  await openProfile(page);
  await page.getByLabel('Name').fill('Somebody Else');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Somebody Else');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/main/unassign');
});

test('a changed password ends the other sessions and keeps this one', async ({ demo, openAs }) => {
  const { email, password: old, session } = await createAccount(demo);
  const page = await openAs('unassigned', session);
  const elsewhere = await openAs('unassigned', await logInByApi(demo, email, old));
  await elsewhere.goto('/main/profile');
  await openProfile(page);
  await expect(rows(page)).toHaveCount(2);

  const change = async (current: string, chosen: string, again = chosen) => {
    await page.getByLabel('Current Password').fill(current);
    await page.getByLabel('New Password').fill(chosen);
    await page.getByLabel('Confirm Password').fill(again);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  await change(old, strongPassword, 'something else');
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription('Passwords do not match!');
  await change('not my password', strongPassword);
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(
    'This is not your current password',
  );
  await expectAccessible(page);
  await change(old, strongPassword);
  await expect(page.getByText('Password changed. You are logged out everywhere else.')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveValue('');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('This browser');

  await elsewhere.reload();
  await expect(elsewhere, 'the other browser').toHaveURL(/\/auth\/login/);
  expect((await logInByApi(demo, email, strongPassword)).email).toBe(email);
});

test('sessions are ended one by one, everywhere else, and everywhere', async ({ demo, openAs }) => {
  const { email, password: known, session } = await createAccount(demo);
  const page = await openAs('unassigned', session);
  const other = async () => {
    const token = await logInByApi(demo, email, known);
    const browser = await openAs('unassigned', token);
    await browser.goto('/main/profile');
    await expect(rows(browser).first()).toContainText('This browser');
    return browser;
  };
  const isOut = async (browser: Page) => {
    await browser.reload();
    await expect(browser).toHaveURL(/\/auth\/login/);
  };
  const [first, second] = [await other(), await other()];
  await openProfile(page);
  await expect(rows(page)).toHaveCount(3);
  await rows(page)
    .filter({ hasNotText: 'This browser' })
    .first()
    .getByRole('button', { name: /^Log out: / })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await isOut(second);

  await sessions(page).getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(rows(page)).toHaveCount(1);
  await isOut(first);
  await expect(sessions(page).getByRole('button', { name: 'Log out everywhere else' })).toBeHidden();

  const third = await other();
  await profileMenuButton(page).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sessions(page).getByRole('button', { name: 'Log out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Log out everywhere?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/auth/login');
  await isOut(third);
  expect((await demo.call('GET', '/session/me', undefined, session)).status, 'the token').toBe(401);
});

test('the chosen theme stays after logging out', async ({ demo, openAs }) => {
  const { session } = await createAccount(demo);
  const page = await openAs('unassigned', session);
  await openProfile(page);
  const scheme = page.locator('html');
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await openFromProfileMenu(page, 'Log out');
  await expect(page).toHaveURL('/auth/login');
  await page.reload();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('the profile is accessible', async ({ demo, page }) => {
    const { session } = await createAccount(demo);
    await page.goto('/auth/login');
    await page.evaluate((employee) => localStorage.setItem('employee', employee), JSON.stringify(session));
    await page.goto('/main/profile');
    await expect(rows(page)).toHaveCount(1);
    await page.getByLabel('New Password').fill('aaaaaaaaaa');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('This field is Required').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await profileMenuButton(page).click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    await expectAccessible(page);
  });
});
