import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { Demo } from '../support/demo.ts';
import { createAccount } from '../support/new-account.ts';
import { openFromProfileMenu, submitLoginForm } from '../support/signing-in.ts';
import { expect, test } from '../support/test.ts';

const twoStepLogin = (page: Page) => page.getByRole('region', { name: 'Two-step login' });

async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('by keyboard, a passkey is set up where it is required, named, used to log in and to turn off', async ({
  browser,
}) => {
  const demo = await Demo.start('localhost');
  const context = await browser.newContext({ baseURL: demo.url });
  try {
    const { email, password } = await createAccount(demo, 'Jamal Uddin', { level: 'manager' });
    await demo.sql('update dealer set requires_second_factor = $1', [true]);
    const page = await context.newPage();
    await addDevice(page);
    await page.goto('/main/neglected');
    await submitLoginForm(page, password, email);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Name');
    await expect(name).toBeFocused();
    await expectAccessible(page);
    await name.fill('Office laptop');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/main/neglected');

    await openFromProfileMenu(page, 'Log out');
    await submitLoginForm(page, password, email);
    await expect(page.getByRole('button', { name: 'Use passkey' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/main/managementDashboard');

    await demo.sql('update dealer set requires_second_factor = $1', [false]);
    await page.goto('/main/profile');
    const part = twoStepLogin(page);
    await expect(part).toContainText('Last used');
    await expect(part.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await part.getByRole('button', { name: 'Rename the passkey Office laptop' }).click();
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Work laptop');
    await page.keyboard.press('Enter');
    await expect(part).toContainText('Work laptop');
    await expectAccessible(page);
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
    await page.keyboard.press('Escape');

    await part.getByRole('button', { name: 'Turn off' }).click();
    const turningOff = page.getByRole('dialog', { name: 'Turn off two-step login?' });
    await expect(turningOff.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(password);
    await turningOff.getByRole('button', { name: 'Turn off with a passkey' }).click();
    await expect(part).toContainText('Two-step login is off.');
  } finally {
    await context.close();
    await demo.stop();
  }
});
