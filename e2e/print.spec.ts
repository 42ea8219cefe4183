import type { Page } from '@playwright/test';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/ · Printed /).filter({ visible: true })).toHaveCount(1);
  // As it is laid out, without what is hidden.
  return page.evaluate<string>('document.body.innerText');
}

const rowsOnPaper = (page: Page) => page.locator('tbody tr').filter({ visible: true });

test.describe('management', () => {
  forEachSize(({ isPhone }) => {
    includeInShortRun(!isPhone);

    test('a list prints all its pages, with dealer, moment and filters (F135)', async ({ page, demo }) => {
      const surname = uniqueName();
      const session = await demo.session('superAdmin');
      for (let at = 1; at <= 23; at++) await recordLead(demo, session, { name: `Guest ${at} ${surname}` });
      await page.goto(`/main/leads?search=${encodeURIComponent(surname)}&page=2`);
      await expect(page.getByText(/11 to 20 of 23/)).toBeVisible();
      const text = await printed(page);
      await expect(rowsOnPaper(page)).toHaveCount(23);
      expect(text).toContain('Meghna Motors');
      expect(text).toMatch(new RegExp(`Filters: .*${surname}`));
      expect(text).not.toMatch(/11 to 20|Sort by column/);
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByText(/11 to 20 of 23/)).toBeVisible();
      await expect(page.getByText(/ · Printed /)).toHaveCount(0);
    });

    test('a list of more than 500 rows says how many it prints (F135)', async ({ page }) => {
      await page.goto('/main/manageMentLead/all');
      await expect(page.getByText(/^Show 1 to 10 of /)).toBeVisible();
      const text = await printed(page);
      expect(text).toMatch(/The first 500 of [\d,]+\+? entries/);
      await expect(rowsOnPaper(page)).toHaveCount(500);
    });
  }, 'superAdmin');

  test.describe('without a connection', () => {
    test.use({ level: 'superAdmin' });
    test('the page on screen is printed, and says so (F135)', async ({ page, context }) => {
      await page.goto('/main/leads');
      await expect(page.getByText(/^Show 1 to 10 of /)).toBeVisible();
      await context.setOffline(true);
      expect(await printed(page)).toMatch(/One of [\d,]+ pages/);
      await expect(rowsOnPaper(page)).toHaveCount(10);
      await context.setOffline(false);
    });
  });
});

test.describe('an advisor', () => {
  forEachSize(({ isPhone }) => {
    includeInShortRun(isPhone);

    test('prints the queue whole, in its order (F135)', async ({ page }) => {
      await page.goto('/main/dashboard');
      const entries = page.getByText(/^Show 1 to 25 of /);
      const total = Number(/of (\d+)/.exec((await entries.textContent()) ?? '')?.[1]);
      await printed(page);
      await expect(page.locator('[data-rows] li').filter({ visible: true })).toHaveCount(total);
    });

    test('prints a lead with its phone number and advisor’s name, from its page and from beside its list (F135)', async ({
      page,
      demo,
    }) => {
      const session = await demo.session('service');
      const lead = await recordLead(demo, session);
      await demo.call('PATCH', `/serviceCenter/manageLeads/take/${lead._id}`, undefined, session);
      const search = encodeURIComponent(lead.name);
      for (const path of [`lead/${lead._id}`, `leadsByStatus/pending?search=${search}&lead=${lead._id}`]) {
        await page.emulateMedia({ media: 'screen' });
        await page.goto(`/main/${path}`);
        await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
        const name = await page.evaluate<string>("JSON.parse(localStorage.getItem('employee')).name");
        const text = await printed(page);
        expect(text, path).toContain(lead.name);
        expect(text, path).toContain(lead.phone);
        expect(text, path).toMatch(new RegExp(`Advisor\\s+${name}`));
        expect(text, path).not.toMatch(/\bYou\b|Log an attempt|Change status/);
        await expect(rowsOnPaper(page)).toHaveCount(0);
      }
    });
  }, 'service');
});
