import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/accessible.ts';
import { demoEmails, demoPassword } from './support/accounts.ts';
import { addLeadDialog } from './support/lead-form.ts';
import { searchBox } from './support/lists.ts';
import { createAccount } from './support/new-account.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { generateAppCode, openFromProfileMenu, submitLoginForm } from './support/signing-in.ts';
import { allOrExamples, expect, includeInShortRun, test } from './support/test.ts';

const homes = {
  superAdmin: {
    path: '/main/managementDashboard',
    heading: 'Management Dashboard',
    menu: ['Management Dashboard', 'Service Centers', 'Services And Campaign', 'Leads', 'employees'],
  },
  service: {
    path: '/main/dashboard',
    heading: 'Dashboard',
    menu: ['Dashboard', /^Pending \d/, /^Potential \d/, /^Booked \d/, /^Completed \d/, /^Lost Customer \d/],
  },
  dataEntry: { path: '/main/leads', heading: /^Leads \(/, menu: ['Leads'] },
  unassigned: { path: '/main/unassign', heading: 'Ask Your Manager To Assign You any Role', menu: [] },
};

type Level = keyof typeof homes;
const levels = Object.keys(homes) as Level[];

const notTheirs: Record<Level, string[]> = {
  superAdmin: ['/main/unassign'],
  service: ['/main/managementDashboard', '/main/leads', '/main/unassign'],
  dataEntry: ['/main/managementDashboard', '/main/unassign'],
  unassigned: ['/main/managementDashboard', '/main/dashboard', '/main/leads'],
};

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
      [demoEmails.manager, 'not-the-password'],
      ['nobody@pitlane.test', demoPassword],
    ] as const) {
      await page.goto('/auth/login');
      await submitLoginForm(page, password, email);
      await expect(page.getByRole('alert')).toHaveText('Wrong Email or Password');
      await expect(page).toHaveURL('/auth/login');
      await expect(page.getByLabel('Email')).toHaveValue(email);
    }
  });

  test('tries once more by itself when the server is busy, as late as it says, and then says so (F46)', async ({
    page,
  }) => {
    let asked = 0;
    let busy = 1;
    const at: number[] = [];
    await page.route('**/public/auth/login', (route) => {
      at.push(Date.now());
      if (asked++ >= busy) return route.continue();
      const error = { code: 'unavailable', message: 'Busy. Try again shortly.', requestId: 'x' };
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error } });
    });
    await page.goto('/auth/login');
    await submitLoginForm(page, demoPassword, demoEmails.superAdmin);
    await expectHome(page, 'superAdmin');
    expect(asked).toBe(2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(1_000);

    await openFromProfileMenu(page, 'Log out');
    [asked, busy] = [0, Number.POSITIVE_INFINITY];
    await submitLoginForm(page, demoPassword, demoEmails.manager);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(asked).toBe(2);
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
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
    await page.keyboard.type(demoEmails.dataEntry);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await expectHome(page, 'dataEntry');
  });
});

for (const level of allOrExamples<Level>(levels, ['service'])) {
  test(`${level} logs in, lands at home, and is led there from what is not theirs`, async ({ page }) => {
    await page.goto('/auth/login');
    await submitLoginForm(page, demoPassword, demoEmails[level]);
    await expect(page.getByText('Login Successful')).toBeVisible();
    await expectHome(page, level);
    for (const path of ['/', '/auth/login', ...notTheirs[level]]) {
      await page.goto(path);
      await expectHome(page, level);
    }
  });
}

test('whoever opens a page, or Find with a number, before logging in gets to it afterwards', async ({
  page,
}) => {
  await page.goto('/main/find#phone=+8801912345678');
  await expect(page).toHaveURL('/auth/login?redirect=%2Fmain%2Ffind');
  await submitLoginForm(page, demoPassword, demoEmails.dataEntry);
  await expect(page.getByRole('combobox', { name: 'Find a person or lead' })).toHaveValue('+8801912345678');
  await page.keyboard.press('Escape');
  await openFromProfileMenu(page, 'Log out');

  await page.goto('/main/leads?filter=archived&search=017');
  await expect(page).toHaveURL(/\/auth\/login/);
  await submitLoginForm(page, demoPassword, demoEmails.dataEntry);
  await expect(page).toHaveURL('/main/leads?filter=archived&search=017');
});

test.describe('the end of a session', () => {
  test('logging out forgets everything, in the browser and on the server', async ({ demo, openAs }) => {
    const session = await demo.signIn('dataEntry');
    const page = await openAs('dataEntry', session);
    await page.goto('/main/leads');
    await openFromProfileMenu(page, 'Log out');
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
    await submitLoginForm(page, demoPassword, demoEmails.dataEntry);
    await expect(page).toHaveURL('/main/leads?filter=archived&search=Rahman');
  });

  test('every tab keeps its draft and place until one logs in again (F57)', async ({ demo, openAs }) => {
    const session = await demo.signIn('dataEntry');
    const page = await openAs('dataEntry', session);
    // The other tab hears of the end only from this one.
    const other = await page.context().newPage();
    await other.route('**/session/events', (route) => route.abort());
    await other.goto('/main/leads?filter=archived&dialog=lead.new');
    const form = addLeadDialog(other);
    await form.getByLabel('Name').fill('Half typed');
    await page.goto('/main/leads');
    await demo.call('POST', '/session/logout', undefined, session);
    const ended = 'Your session has ended. Log in to continue.';
    await expect(page.getByText(ended)).toBeVisible();
    await expect(other.getByText(ended)).toBeVisible();

    await submitLoginForm(page, demoPassword, demoEmails.dataEntry);
    await expect(page).toHaveURL('/main/leads');
    await expect(other).toHaveURL('/main/leads?filter=archived&dialog=lead.new');
    await expect(form.getByLabel('Name')).toHaveValue('Half typed');

    await openFromProfileMenu(page, 'Log out');
    await expect(other).toHaveURL(/\/auth\/login$/);
    const drafts = "Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))";
    expect(await other.evaluate(drafts)).toEqual([]);
  });
});

const twoStepLogin = (page: Page) => page.getByRole('region', { name: 'Two-step login' });

function nextCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + 30_000 });
}

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  test('somebody turns it on, and logs in with a code, then with a recovery code', async ({
    demo,
    openAs,
  }) => {
    const { email, password, session } = await createAccount(demo);
    const page = await openAs('unassigned', session);
    await page.goto('/main/profile');
    await twoStepLogin(page).getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(dialog.getByLabel('Code from the app')).toBeFocused();
    await expectAccessible(page);
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await page.keyboard.type(generateAppCode(secret));
    const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(saving.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    const [code = '', lastCode = ''] = await saving.getByRole('listitem').allTextContents();
    const saved = page.waitForEvent('download');
    await saving.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
    await saving.getByRole('button', { name: 'I saved them' }).click();
    await expect(twoStepLogin(page)).toContainText('10 of 10 left');
    if (isPhone) await expectFitsPhone(page);

    await openFromProfileMenu(page, 'Log out');
    await submitLoginForm(page, password, email);
    await expect(page.getByLabel('Code')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(
      'This code is wrong or was already used',
    );
    await expect(page.getByLabel('Code')).toBeFocused();
    const next = nextCode(secret);
    await page.keyboard.type(`${next.slice(0, 3)} ${next.slice(3)}`);
    await expect(page).toHaveURL('/main/unassign');

    await openFromProfileMenu(page, 'Log out');
    await submitLoginForm(page, password, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type(code.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/main/unassign');
    await page.goto('/main/profile');
    await expect(twoStepLogin(page)).toContainText('9 of 10 left');
    await twoStepLogin(page).getByRole('button', { name: 'Turn off' }).click();
    const turningOff = page.getByRole('dialog', { name: 'Turn off two-step login?' });
    await expect(turningOff.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(turningOff.getByLabel('Code from the app, or a recovery code')).toHaveAccessibleDescription(
      'This field is Required',
    );
    await turningOff.getByLabel('Code from the app, or a recovery code').fill(lastCode);
    await page.keyboard.press('Enter');
    await expect(twoStepLogin(page)).toContainText('Two-step login is off.');
  });
});
