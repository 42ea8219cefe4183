import type { Page } from '@playwright/test';
import { expectNothingClipped } from './support/clipped-texts.ts';
import { statusBarLines } from './support/lists.ts';
import { longTexts, test } from './support/long-dealer.ts';
import { popUpOpeners, popUps } from './support/pop-ups.ts';
import { phoneScreen, screenSizes } from './support/screen-sizes.ts';
import { allOrExamples, expect, includeInShortRun } from './support/test.ts';

/** Words in capitals stand for the ids of records with long names. */
const screens = {
  service: [
    ...['dashboard', 'leadsByStatus/pending', 'leadsByStatus/potential', 'leadsByStatus/booked', 'lead/LEAD'],
    ...[
      'leadsByStatus/pending?lead=LEAD',
      'dashboard?work=LEAD',
      'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.booked',
    ],
  ],
  manager: [
    ...['leads', 'leads?lead=LEAD', 'today', 'neglected', 'daily', 'duplicates', 'customers'],
    ...['managementLeads', 'managementDashboard', 'serviceCenterReports', 'employeeReports', 'employeeWork'],
    ...['serviceCenters', 'servicesAndCampaign', 'employees', 'audit', 'import', 'leadHistory/LEAD'],
  ],
} as const;

/** Dialogs and the screens that name what they set up. */
const dialogs = [
  ...[
    'serviceCenters?dialog=serviceCenter.new',
    'serviceCenters?dialog=serviceCenter.edit:CENTER',
    'servicesAndCampaign?dialog=offering.edit:OFFERING',
  ],
  ...[
    'manager?search=Pneumono&dialog=employee.assign:MANAGER',
    'service?search=Shahriar&dialog=employee.centers:COLLEAGUE',
    'service?search=Shahriar&dialog=employee.deactivate:COLLEAGUE',
    'service?search=Shahriar&dialog=employee.away:COLLEAGUE',
  ],
  ...[
    'service?search=Shahriar&dialog=leads.reassign:COLLEAGUE',
    'inviteEmployees',
    'customers?dialog=customer.view:CUSTOMER',
    'customers?dialog=customer.edit:CUSTOMER',
  ],
  ...[
    'customers?dialog=customer.erase:CUSTOMER',
    'customers?dialog=customers.merge:CUSTOMER.OTHER',
    'customerOrders/CUSTOMER',
  ],
  ...[
    'addressesFromCustomer/CUSTOMER',
    'addressesFromCustomer/CUSTOMER?dialog=address.edit:CUSTOMER.ADDRESS',
  ],
  ...['settings', 'settings/serviceStaff', 'settings/twoStepLogin', 'settings/enquiries'],
  ...['settings/messageTexts', 'settings/lostReasons', 'settings/personalData', 'workingHours'],
  'bookingRules',
  ...['settings/connections', 'settings/connections?dialog=connection.new'],
  ...[
    'settings/connections?dialog=connection.edit:WEBHOOK',
    'settings/connections?dialog=connection.mapping:WEBHOOK',
  ],
  ...[
    'settings/connections?dialog=connection.edit:META',
    'settings/connections?dialog=connection.earlier:META',
  ],
  ...['settings/connections?dialog=websiteForm.edit:FORM', 'settings/connections?dialog=assignmentRules'],
  ...['intake', 'intake?dialog=delivery:DELIVERY', 'systemStatus', 'bulkChanges', 'profile'],
  ...[
    'leads?dialog=lead.new',
    'leads?dialog=lead.edit:LEAD',
    'leads?lead=LEAD&dialog=lead.move:LEAD.booked',
    'leadHistory/LEAD?dialog=lead.version:LEAD.1',
  ],
];

const exampleScreens = {
  service: [
    'dashboard',
    'leadsByStatus/pending?lead=LEAD',
    'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.booked',
  ],
  manager: ['leads?lead=LEAD', 'neglected', 'managementLeads', 'serviceCenterReports', 'leadHistory/LEAD'],
} as const;

const exampleDialogs = [
  ...[
    'leads?dialog=lead.edit:LEAD',
    'service?search=Shahriar&dialog=leads.reassign:COLLEAGUE',
    'settings/connections?dialog=connection.edit:WEBHOOK',
  ],
  ...['customers?dialog=customers.merge:CUSTOMER.OTHER', 'intake?dialog=delivery:DELIVERY', 'workingHours'],
];

/** Opens each menu and list within a dialog or screen. */
async function openEach(page: Page, what: string): Promise<void> {
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  const within = isDialog ? page.getByRole('dialog').last() : page.getByRole('main');
  const all = within.locator(popUpOpeners).locator('visible=true');
  for (let at = 0; at < (await all.count()); at += 1) {
    const opener = all.nth(at);
    await opener.focus();
    await opener.click();
    await expect(page.locator(popUps).locator('visible=true').last()).toBeVisible();
    await expectNothingClipped(page, `${what}, pop-up ${at + 1}`);
    await page.keyboard.press('Escape');
  }
}

/** The bar of a dialog is as high as the lines of its title, and no value is wider than its place. */
async function expectDialogFits(page: Page, what: string): Promise<void> {
  for (const dialog of await page.getByRole('dialog').all()) {
    const title = dialog.getByRole('heading', { level: 2 }).first();
    const high = await title.evaluate(({ parentElement: bar }) =>
      bar ? bar.scrollHeight - bar.clientHeight : 0,
    );
    expect.soft(high, `title of ${what}`).toBe(0);
    for (const place of [dialog, ...(await dialog.locator('dd').all())]) {
      const wide = await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect
        .soft(wide, `width of ${what}: ${(await place.textContent())?.slice(0, 40)}`)
        .toBeLessThanOrEqual(0);
    }
  }
}

// Else each worker would make a dealer with long names.
test.describe.configure({ mode: 'default' });

const settled = (page: Page) =>
  expect(
    page.locator('main [aria-busy=true], aside [aria-busy=true], [role=dialog] [aria-busy=true]'),
  ).toHaveCount(0);

for (const [name, size] of Object.entries(screenSizes)) {
  for (const level of ['service', 'manager'] as const) {
    test.describe(`${name} as ${level}`, () => {
      includeInShortRun(level === 'service' ? size === phoneScreen : name === 'at 1280×720');
      test.use({ ...size, level });

      test('the longest names are clipped on no screen without ending in "…" (F137)', async ({
        page,
        dealer,
      }) => {
        for (const screen of allOrExamples<string>(screens[level], exampleScreens[level])) {
          await page.goto(`/main/${screen.replaceAll('LEAD', dealer.ids.LEAD ?? '')}`);
          await expect(page.getByRole('heading').first()).toBeVisible();
          await settled(page);
          await expectNothingClipped(page, screen);
        }
      });
    });
  }
}

for (const [name, size] of Object.entries(screenSizes)) {
  test.describe(`${name} as superAdmin`, () => {
    includeInShortRun(size === phoneScreen);
    test.use({ ...size, level: 'superAdmin' });

    test('the longest names are clipped in no dialog, nor in what opens in it (F137)', async ({
      page,
      dealer,
    }) => {
      for (const dialog of allOrExamples(dialogs, exampleDialogs)) {
        await test.step(dialog, async () => {
          const path = dialog.replace(/[A-Z]{4,}/g, (word) => dealer.ids[word] ?? word);
          await page.goto(`/main/${path}`);
          await expect(page.getByRole('heading').first()).toBeVisible();
          if (dialog.includes('?')) await expect(page.getByRole('dialog').first()).toBeVisible();
          await settled(page);
          await expectNothingClipped(page, dialog);
          await expectDialogFits(page, dialog);
          await openEach(page, dialog);
        });
      }
    });
  });
}

test.describe('a name that ends in "…"', () => {
  test.use({ level: 'manager' });

  test('is whole under the pointer and with the focus of the keyboard (F137)', async ({ page }) => {
    await page.goto('/main/leads');
    for (const name of [longTexts.bangla, longTexts.unspaced, longTexts.spaced]) {
      const row = page.getByRole('row').filter({ hasText: name }).first();
      await row.getByRole('button', { name, exact: true }).hover();
      await expect(row.getByTitle(name, { exact: true })).toBeVisible();
      await row.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await expect(page.getByRole('tooltip')).toHaveText(name);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);

    await page.goto('/main/serviceCenterReports');
    await page.getByRole('rowheader', { name: longTexts.center }).getByText(longTexts.center).hover();
    await expect(page.getByTitle(longTexts.center, { exact: true })).toBeVisible();
    await page.goto('/main/leads');
    const choice = page.getByRole('combobox', { name: 'Service center' });
    await choice.selectOption({ label: longTexts.center });
    await choice.hover();
    await expect(choice).toHaveAttribute('title', longTexts.center);
  });

  test('is the name alone: what fits has no tooltip (F137)', async ({ page }) => {
    await page.goto('/main/customers');
    const short = page.getByRole('button', { name: /^Abdul \w+$/ }).first();
    await short.hover();
    await expect(short).not.toHaveAttribute('title');
    await short.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(short).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'service' });

  test('what was done stands whole beside its Undo, and due days and plates in their cards (F137)', async ({
    page,
    dealer,
  }) => {
    const [lead] = dealer.leads;
    if (!lead) throw new Error('There is no lead');
    await page.goto(`/main/lead/${lead._id}`);
    await page.getByRole('button', { name: 'Busy', exact: true }).tap();
    await expect(statusBarLines(page).getByRole('button', { name: /Undo/ })).toBeInViewport({ ratio: 1 });
    const said = statusBarLines(page).locator('p');
    await expect(said).toContainText(lead.name);
    expect(await said.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await expectNothingClipped(page, 'Undo');

    await page.goto('/main/leadsByStatus/booked?search=CHATTO');
    const card = page.getByRole('listitem').filter({ hasText: lead.name }).first();
    const due = card.getByText(/27 Sep.* 2028, 4:30/);
    await expect(due).toBeInViewport({ ratio: 1 });
    const hidden = await due.evaluate((text) => [
      text.scrollWidth - text.clientWidth,
      text.scrollHeight - text.clientHeight,
    ]);
    expect(hidden).toEqual([0, 0]);
    await page.goto(`/main/lead/${lead._id}`);
    const plate = page.getByText(longTexts.plates[0] ?? '', { exact: true }).first();
    const lines = await plate.evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(1);
  });
});
