import type { Page } from '@playwright/test';
import { type Level, levels } from '#contract/levels.ts';
import { demoPassword, emails } from './support/accounts.ts';
import { searchBox } from './support/lists.ts';
import { fromProfileMenu, logIn } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

/** Where each level lands, the heading there and the entries of its menu. */
const homes: Record<Level, { path: string; heading: string | RegExp; menu: (string | RegExp)[] }> = {
  superAdmin: management(),
  admin: management(),
  manager: management(),
  service: {
    path: '/main/dashboard',
    heading: 'Dashboard',
    menu: ['Dashboard', /^Pending \d/, /^Potential \d/, /^Booked \d/, /^Completed \d/, /^Lost Customer \d/],
  },
  dataEntry: { path: '/main/leads', heading: /^Leads \(/, menu: ['Leads'] },
  unassigned: { path: '/main/unassign', heading: 'Ask Your Manager To Assign You any Role', menu: [] },
};

/** Pages of other levels, which redirect each level to its own home. */
const notTheirs: Record<Level, string[]> = {
  superAdmin: ['/main/unassign'],
  admin: ['/main/unassign'],
  manager: ['/main/unassign'],
  service: ['/main/managementDashboard', '/main/leads', '/main/unassign'],
  dataEntry: ['/main/managementDashboard', '/main/unassign'],
  unassigned: ['/main/managementDashboard', '/main/dashboard', '/main/leads'],
};

function management() {
  return {
    path: '/main/managementDashboard',
    heading: 'Management Dashboard',
    menu: ['Management Dashboard', 'Service Centers', 'Services And Campaign', 'Leads', /^employees$/i],
  };
}

async function expectHome(page: Page, level: Level): Promise<void> {
  const { path, heading, menu } = homes[level];
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  const items = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await expect(items).toHaveText(menu);
}

test.describe('the login form', () => {
  test('answers a wrong password like an unknown address and keeps the email', async ({ page }) => {
    for (const [email, password] of [
      [emails.manager, 'not-the-password'],
      ['nobody@pitlane.test', demoPassword],
    ] as const) {
      await page.goto('/auth/login');
      await logIn(page, password, email);
      await expect(page.getByRole('alert')).toHaveText('Wrong Email or Password');
      await expect(page).toHaveURL('/auth/login');
      await expect(page.getByLabel('Email')).toHaveValue(email);
    }
  });

  test('says under each field what is missing and moves to the first', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Log in to');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is Required');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'This field is Required',
    );
    await expect(page.getByLabel('Email')).toBeFocused();

    await page.getByLabel('Email').fill('manager@');
    await page.getByLabel('Email').blur();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid Email Address');
  });

  test('works by keyboard alone', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(emails.dataEntry);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await expectHome(page, 'dataEntry');
  });
});

for (const level of levels) {
  test(`${level} logs in, lands at home, and is led there from what is not theirs`, async ({ page }) => {
    await page.goto('/auth/login');
    await logIn(page, demoPassword, emails[level]);
    await expect(page.getByText('Login Successful')).toBeVisible();
    await expectHome(page, level);
    for (const path of ['/', '/auth/login', ...notTheirs[level]]) {
      await page.goto(path);
      await expectHome(page, level);
    }
  });
}

test('whoever opens a page before logging in gets to it afterwards', async ({ page }) => {
  await page.goto('/main/leads?filter=archived&search=017');
  await expect(page).toHaveURL(/\/auth\/login/);
  await logIn(page, demoPassword, emails.dataEntry);
  await expect(page).toHaveURL('/main/leads?filter=archived&search=017');
});

test.describe('the end of a session', () => {
  test('logging out forgets everything, in the browser and on the server', async ({ demo, openAs }) => {
    const session = await demo.signIn('dataEntry');
    const page = await openAs('dataEntry', session);
    await page.goto('/main/leads');
    await fromProfileMenu(page, 'Log out');
    await expect(page).toHaveURL(/\/auth\/login$/);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const status = async () => (await demo.call('GET', '/session/me', undefined, session)).status;
    await expect.poll(status, { message: 'the token on the server' }).toBe(401);
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('an ended session leads to the login page and back to the same list', async ({ demo, openAs }) => {
    const session = await demo.signIn('dataEntry');
    const page = await openAs('dataEntry', session);
    await page.goto('/main/leads?filter=archived');
    await searchBox(page).fill('Rahman');
    await expect(page).toHaveURL('/main/leads?filter=archived&search=Rahman');
    await demo.call('POST', '/session/logout', undefined, session);
    await expect(page.getByText('Your session has ended. Log in to continue.')).toBeVisible();
    await logIn(page, demoPassword, emails.dataEntry);
    await expect(page).toHaveURL('/main/leads?filter=archived&search=Rahman');
  });
});
