import type { Locator, Page } from '@playwright/test';
import { popUpOpeners, popUps } from './support/pop-ups.ts';
import { recordLead } from './support/sample-lead.ts';
import { phoneScreen, screenSizes } from './support/screen-sizes.ts';
import { allOrExamples, expect, includeInShortRun, test } from './support/test.ts';

const screens = {
  service: [
    ...[
      'dashboard',
      'leadsByStatus/pending',
      'leadsByStatus/booked',
      'leadsByStatus/pending?dialog=lead.new',
    ],
    ...[
      'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.booked',
      'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.potential',
    ],
    ...['lead/LEAD', 'today', 'profile'],
  ],
  manager: [
    ...[
      'leads',
      'leads?dialog=lead.new',
      'leads?lead=LEAD&dialog=lead.edit:LEAD',
      'managementLeads',
      'managementDashboard',
    ],
    ...['serviceCenterReports', 'employeeReports', 'employeeWork', 'audit', 'workingHours', 'customers'],
    ...['intake', 'import', 'duplicates', 'neglected', 'daily', 'servicesAndCampaign', 'settings'],
  ],
} as const;

const examples = {
  service: [
    ...['dashboard', 'leadsByStatus/pending?dialog=lead.new'],
    ...[
      'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.booked',
      'leadsByStatus/pending?lead=LEAD&dialog=lead.move:LEAD.potential',
    ],
  ],
  manager: ['leads', 'employeeReports', 'workingHours', 'settings'],
} as const;

async function expectReachable(page: Page, opener: Locator): Promise<void> {
  // What leaving another field moves has moved then.
  await opener.focus();
  await opener.click();
  const open = page.locator(popUps).locator('visible=true').last();
  await expect(open).toBeInViewport({ ratio: 1 });
  const last = open
    .locator('td button:enabled, [role^=menuitem], [role=option]')
    .locator('visible=true')
    .last();
  await last.click({ trial: true });
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(open).toBeHidden();
}

for (const [name, size] of Object.entries(screenSizes)) {
  for (const level of ['service', 'manager'] as const) {
    test.describe(`${name} as ${level}`, () => {
      includeInShortRun(level === 'service' ? size === phoneScreen : name === 'at 1280×720');
      test.use({ ...size, level });

      test('what opens on any screen is in view, to its last day or option (F103)', async ({
        page,
        demo,
      }) => {
        const { _id } = await recordLead(demo, await demo.session('service'));
        let opened = 0;
        for (const screen of allOrExamples<string>(screens[level], examples[level])) {
          await test.step(screen, async () => {
            await page.goto(`/main/${screen.replaceAll('LEAD', _id)}`);
            // Before the page is drawn, nothing on it is busy either.
            await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
            await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
            if (screen.includes('?')) await expect(page.getByRole('dialog')).toBeVisible();
            const within = screen.includes('?') ? page.getByRole('dialog') : page.locator('body');
            const all = within.locator(popUpOpeners).locator('visible=true');
            if (screen.includes('?')) await expect(all.first()).toBeVisible();
            for (let at = 0; at < (await all.count()); at += 1) {
              await expectReachable(page, all.nth(at));
              opened += 1;
            }
          });
        }
        expect(opened).toBeGreaterThan(3);
      });
    });
  }

  test.describe(`${name} while working`, () => {
    includeInShortRun(name === 'at 1280×720');
    test.use({ ...size, level: 'service' });

    test('the calendars of the work screen are in view, and their last day is chosen (F103)', async ({
      page,
      demo,
    }) => {
      const { _id } = await recordLead(demo, await demo.session('service'));
      await page.goto(`/main/dashboard?work=${_id}`);
      for (const [outcome, more] of [['Follow-up', 'On a date'], ['Booked']]) {
        await page.getByRole('button', { name: outcome, exact: true }).click();
        if (more) await page.getByRole('button', { name: more }).click();
        await page.getByRole('button', { name: 'Open calendar' }).click();
        const calendar = page.locator('[data-pop-up]');
        await expect(calendar).toBeInViewport({ ratio: 1 });
        await calendar.getByRole('button', { name: 'Next month' }).click();
        const last = calendar.locator('td button:enabled:not([data-outside])').last();
        await last.click();
        await expect(calendar).toBeHidden();
        await expect(page.getByLabel('Date', { exact: true })).toHaveValue(/^(28|29|30|31) /);
        await page.keyboard.press('Escape');
      }
    });
  });
}
