import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { createAccount } from '../support/new-account.ts';
import { expectFitsPhone, phoneScreen } from '../support/screen-sizes.ts';
import { generateAppCode, submitLoginForm, turnOnTwoStepLogin } from '../support/signing-in.ts';
import { expect, test } from '../support/test.ts';

async function addApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await expect(page.getByLabel('Code from the app')).toBeFocused();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.keyboard.type(generateAppCode(secret));
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
}

test.afterEach(({ demo }) => demo.sql('update dealer set requires_second_factor = $1', [false]));

test('a super admin requires it, and an open screen of a manager leads there and back', async ({
  demo,
  openAs,
}) => {
  const boss = await createAccount(demo, 'Rokeya Begum', { level: 'superAdmin' });
  const manager = await createAccount(demo, 'Jamal Uddin', { level: 'manager' });
  const theirs = await openAs('manager', manager.session);
  await theirs.goto('/main/neglected');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

  const page = await openAs('superAdmin', boss.session);
  await page.goto('/main/settings/twoStepLogin');
  const section = page.getByRole('main');
  const box = section.getByRole('checkbox', { name: 'Require two-step login for management' });
  await expect(box).toBeDisabled();
  await expect(section).toContainText('Turn on your own two-step login first.');
  await turnOnTwoStepLogin(demo, boss.session);
  await expect(box).toBeEnabled();
  await box.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Require two-step login?' })).toContainText(
    'They will have to set it up before they can do anything else.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(box).toBeChecked();

  await expect(theirs).toHaveURL('/auth/twoStepLogin?redirect=%2Fmain%2Fneglected');
  await expect(theirs.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible();
  await expectAccessible(theirs);
  await addApp(theirs);
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'I saved them' }).click();
  await expect(theirs).toHaveURL('/main/neglected');
  await theirs.goto('/main/profile');
  await expect(theirs.getByRole('region', { name: 'Two-step login' })).toContainText('so it stays on');

  await page.goto('/main/manager');
  await expect(page.getByText('No two-step login yet').first()).toBeVisible();
});

test.describe('phone', () => {
  test.use(phoneScreen);

  test('whoever logs in and lacks it sets it up, or logs out', async ({ demo, page }) => {
    const manager = await createAccount(demo, 'Jamal Uddin', { level: 'manager' });
    await demo.sql('update dealer set requires_second_factor = $1', [true]);
    await page.goto('/main/neglected');
    await submitLoginForm(page, manager.password, manager.email);
    await expect(page.getByRole('button', { name: 'Use an authenticator app' })).toBeFocused();
    await expectFitsPhone(page);
    await page.goto('/main/customers');
    await expect(page).toHaveURL('/auth/twoStepLogin?redirect=%2Fmain%2Fcustomers');
    await page.getByRole('button', { name: 'Log out' }).click();
    await submitLoginForm(page, manager.password, manager.email);
    await addApp(page);
    await expectFitsPhone(page);
    await page.reload();
    await expect(page).toHaveURL('/main/managementDashboard');
  });
});
