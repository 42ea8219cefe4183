import type { Page } from '@playwright/test';
import { demoEmails, demoPassword } from '../support/accounts.ts';
import { lanName } from '../support/browser.ts';
import type { Demo } from '../support/demo.ts';
import { addLead, addLeadDialog } from '../support/lead-form.ts';
import { leadPanelOf, rows } from '../support/lists.ts';
import { createAccount, uniqueEmail } from '../support/new-account.ts';
import { readCenters, recordLead, uniqueName } from '../support/sample-lead.ts';
import { submitLoginForm } from '../support/signing-in.ts';
import { expect, test } from '../support/test.ts';

const lan = test.extend<{ lanPage: Page }>({
  lanPage: async ({ browser, demo }, use) => {
    const context = await browser.newContext({ baseURL: demo.url.replace('127.0.0.1', lanName) });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await use(page);
    await context.close();
    expect(complaints).toEqual([]);
  },
});

async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/auth/login');
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await submitLoginForm(page, password, email);
}

async function hire(demo: Demo) {
  const [center] = await readCenters(demo, await demo.session('manager'));
  return createAccount(demo, 'Rafiq Islam', { level: 'service', serviceCenter: [center?._id ?? ''] });
}

lan(
  'over plain http on a network a service employee works all day (F55)',
  async ({ lanPage: page, demo }) => {
    const { email, password, session } = await hire(demo);
    await enter(page, email, password);
    await expect(page).toHaveURL(/\/main\/dashboard/);

    await lan.step('they record an enquiry, which appears, and log an attempt in its panel', async () => {
      const name = uniqueName();
      await page.goto('/main/leadsByStatus/pending');
      await addLead(page, name);
      await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`);
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole('button', { name, exact: true }).click();
      await leadPanelOf(page, name).getByRole('button', { name: 'No answer' }).click();
      await expect(page.getByText('Logged: No answer')).toBeVisible();
    });

    await lan.step('what a colleague records shows at once', async () => {
      const name = uniqueName();
      await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(name)}`);
      await expect(page.getByText('No Record Found!')).toBeVisible();
      await recordLead(demo, session, { name });
      await expect(rows(page)).toContainText(name);
    });

    await lan.step('they work through the queue', async () => {
      await page.goto('/main/dashboard');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('button', { name: 'Busy', exact: true }).click();
      await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
      await expect(page.getByRole('button', { name: /^Undo: / })).toBeVisible();
    });
  },
);

lan(
  'over plain http a link to copy is copied, and every screen of management opens (F55)',
  async ({ lanPage: page }) => {
    await enter(page, demoEmails.superAdmin);
    await expect(page).toHaveURL(/\/main\/managementDashboard/);
    const hrefs = await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of [...hrefs, '/main/settings', '/main/profile', '/main/systemStatus']) {
      await page.goto(href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }

    const email = uniqueEmail();
    await page.goto('/main/inviteEmployees');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = page.getByRole('textbox', { name: `Link for ${email}` });
    const copied = await link.inputValue();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    await page.goto('/main/leads?dialog=lead.new');
    await addLeadDialog(page).getByLabel('Notes').focus();
    await page.keyboard.press('Control+V');
    await expect(addLeadDialog(page).getByLabel('Notes')).toHaveValue(copied);
  },
);
