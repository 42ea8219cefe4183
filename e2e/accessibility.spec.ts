import type { Locator } from '@playwright/test';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { openReports } from './support/dashboard.ts';
import { expectNothingFound, firstActionButton, questionDialog, rows } from './support/lists.ts';
import { usePageClock } from './support/page-clock.ts';
import { recordLead } from './support/sample-lead.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { allOrExamples, expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

forEachSize(() => {
  test('login', async ({ page }) => {
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('This field is Required').first()).toBeVisible();
    await expectAccessible(page);
  });

  test.describe('signed in', () => {
    test.use({ level: 'manager' });

    test('lists that are worked: sorted, narrowed, neglected', async ({ page }) => {
      await page.goto('/main/leadsByStatus/potential?sort=followUp&advisor=nobody&followUpDue=overdue');
      await expect(page.getByText(/overdue \d+ days/i).first()).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await page.goto('/main/neglected?status=potential');
      await expect(page.getByText(/^(No contact for )?\d+ days$/).first()).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await page.goto('/main/neglected?status=potential&by=advisor');
      await expect(page.getByRole('button', { name: /^Work through the leads of / }).first()).toBeVisible();
      await expectAccessible(page, 'best-practice');
    });

    test('leads and their dialogs, with titles and landmarks (F35)', async ({ page }) => {
      await page.goto('/main/leads');
      const archive = firstActionButton(page, 'Archive');
      await expect(archive).toBeVisible();
      await expectAccessible(page);

      await archive.click();
      await expect(questionDialog(page)).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Add Lead' }).click();
      const add = page.getByRole('dialog', { name: 'Add Lead' });
      await expect(add.getByLabel('Phone Number')).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await add.getByRole('button', { name: 'Add Lead' }).click();
      await expect(add.getByText('This field is Required').first()).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await add.getByRole('button', { name: 'Open calendar' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await page.keyboard.press('Escape');
      await add.getByRole('button', { name: 'Close' }).click();

      await firstActionButton(page, 'Update Lead').click();
      await expect(page.getByRole('dialog').getByLabel('Phone Number')).toBeVisible();
      await expectAccessible(page, 'best-practice');

      await page.goto('/main/manageMentLead/booked');
      await page.locator('[data-row-focus]').first().click();
      const panel = page.getByRole('complementary', { name: /^Lead: / });
      await panel.getByRole('textbox', { name: 'Comment' }).fill('@');
      await expect(panel.getByRole('listbox', { name: 'Colleagues' })).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await panel.getByRole('link', { name: 'Open as a page' }).click();
      await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible();
      await expectAccessible(page, 'best-practice');

      await page.goto('/main/leads?search=nobody-has-this-name');
      await expectNothingFound(page);
      await expectAccessible(page);
    });
  });
});

forEachSize(() => {
  test('the queue, and what is asked of each lead that is worked on', async ({ page }) => {
    await page.goto('/main/today');
    await expect(page.getByRole('list', { name: /^Answer / }).first()).toBeVisible();
    await expectAccessible(page, 'best-practice');

    await page.getByRole('button', { name: 'Start' }).click();
    for (const outcome of ['No answer', 'Follow-up', 'Booked', 'Lost']) {
      await page.getByRole('button', { name: outcome, exact: true }).click();
      await expect(page.getByLabel('Note (optional)')).toBeVisible();
      await expectAccessible(page, 'best-practice');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
    }
    await expectAccessible(page, 'best-practice');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: /^Lead/ })).toBeHidden();
  });
}, 'manager');

test.describe('in forced colours, on paper and in a small window', () => {
  test.use({ level: 'superAdmin', timezoneId: 'Pacific/Honolulu' });

  const background = (one: Locator) =>
    one.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor);

  test('what is chosen, on and present looks different from the rest (F30)', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/main/servicesAndCampaign');
    const toggle = page.getByRole('switch').first();
    const track = page.locator('.mantine-Switch-track').first();
    const on = await background(track);
    await toggle.click();
    await expect(toggle).not.toBeChecked();
    expect(await background(track)).not.toBe(on);
    await toggle.click();

    const chosen = await background(
      page.locator('label', { has: page.getByRole('radio', { checked: true }) }),
    );
    const others = page.locator('label', { has: page.getByRole('radio', { checked: false }) });
    expect(await background(others.first())).not.toBe(chosen);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    expect(await background(menu.locator('[aria-current]'))).toBe(chosen);
    expect(await background(menu.getByRole('link', { name: 'Leads' }))).not.toBe(chosen);
    const number = page.getByRole('navigation', { name: 'Pages' });
    expect(await background(number.locator('[aria-current]'))).toBe(chosen);

    await page.goto('/main/manageMentLead/booked');
    const tabs = page.getByRole('navigation', { name: 'Statuses' });
    expect(await background(tabs.getByRole('link', { name: 'Booked' }))).toBe(chosen);
    expect(await background(tabs.getByRole('link', { name: 'Pending' }))).not.toBe(chosen);
  });

  test('each status has its own pattern in dots, legend, funnel and chart (F61)', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/main/managementDashboard');
    await openReports(page);
    const bars = page.locator('.recharts-bar-rectangle path');
    await expect(bars.first()).toBeVisible();
    const fills = new Set(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('fill') ?? '')));
    expect(fills.size).toBe(5);
    for (const fill of fills) {
      const id = /^url\(#(.+)\)$/.exec(fill)?.[1];
      await expect(page.locator(`pattern[id="${id}"] path`)).toHaveCount(1);
    }
    const legend = page.locator('ul').filter({ hasText: /^PendingPotentialBookedCompletedLost Customer$/ });
    const funnel = page.getByRole('table', { name: 'Funnel' });
    for (const marks of [legend.locator('[style]'), funnel.locator('th > span > [style]')]) {
      const count = await marks.count();
      expect(count).toBeGreaterThanOrEqual(4);
      const looks = new Set<string>();
      for (const mark of await marks.all()) {
        await mark.scrollIntoViewIfNeeded();
        const box = await mark.boundingBox();
        if (!box) throw new Error('a mark does not show');
        // All in one size, so that the pattern alone tells them apart.
        looks.add((await page.screenshot({ clip: { ...box, width: 12, height: 12 } })).toString('base64'));
      }
      expect(looks.size).toBe(count);
    }
  });

  const zoomed = { width: 360, height: 225 };
  const isWhole = async (one: Locator) => {
    const box = await one.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > zoomed.height) return false;
    // Nothing lies above its edges.
    const at = async (y: number) =>
      one.evaluate(
        (element, [x = 0, y = 0]) => {
          const top = element.ownerDocument.elementFromPoint(x, y);
          return element.contains(top) || top?.contains(element);
        },
        [box.x + box.width / 2, y],
      );
    return (await at(box.y + 2)) && (await at(box.y + box.height - 2));
  };

  test('at 400 % zoom a form shows the field in use and the work screen the customer (F61)', async ({
    page,
  }) => {
    await page.setViewportSize(zoomed);
    await page.goto('/main/leads?dialog=lead.new');
    const form = page.getByRole('dialog');
    await expect(form.getByLabel('Name')).toBeFocused();
    for (const [label, text] of [
      ['Name', 'Karim'],
      ['Phone Number', '01712345678'],
      ['Notes', 'Calls back'],
    ] as const) {
      await form.getByLabel(label).fill(text);
      await expect.poll(() => isWhole(form.getByLabel(label)), label).toBe(true);
    }
    const save = form.getByRole('button', { name: 'Add Lead' });
    await save.scrollIntoViewIfNeeded();
    expect(await isWhole(save)).toBe(true);

    await page.goto('/main/today');
    await page.getByRole('button', { name: 'Start' }).click();
    const panel = page.getByRole('complementary', { name: /^Lead: / });
    const outcome = panel.getByRole('button', { name: 'No answer' });
    await outcome.waitFor();
    expect(await isWhole(panel.getByRole('heading').first())).toBe(true);
    expect(await isWhole(panel.getByText('Service Type'))).toBe(true);
    // What comes above it meanwhile moves it.
    await expect(async () => {
      await outcome.scrollIntoViewIfNeeded();
      expect(await isWhole(outcome)).toBe(true);
    }).toPass();
  });

  test('lists, history and reports print whole, black on white (F31)', async ({ page, demo }) => {
    const { entryId } = await recordLead(demo, await demo.session('superAdmin'));
    const history = `/main/leadHistory/${entryId}`;
    const paths = allOrExamples(
      ['/main/leads', history, '/main/employeeReports', '/main/monthly'],
      [history],
    );
    for (const path of paths) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.goto(path);
      await expect(page.locator('tbody tr td').nth(2)).toBeVisible();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      // A4 across, without margins.
      await page.setViewportSize({ width: 1032, height: 704 });
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.locator('main button:not(table *)').filter({ visible: true })).toHaveCount(0);
      await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
      for (const table of await page.locator('table').all()) {
        const paper = await table.evaluate((table) => {
          const style = (selector: string) =>
            table.ownerDocument.defaultView?.getComputedStyle(table.querySelector(selector) ?? table);
          return { width: table.scrollWidth, head: style('thead')?.display, ink: style('td')?.color };
        });
        expect(paper, path).toMatchObject({ head: 'table-header-group', ink: 'rgb(0, 0, 0)' });
        expect(paper.width, path).toBeLessThanOrEqual(1032);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });

  test('at 1280 pixels each cell is readable, and reports show all windows (F27)', async ({ page, demo }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { entryId } = await recordLead(demo, await demo.session('superAdmin'));
    // Pages with only the sample dealer's records, no other test's.
    const lists = allOrExamples(
      ['manageMentLead/all', 'leads', 'leadsByStatus/booked', 'customers'],
      ['leads'],
    );
    for (const path of [...lists.map((list) => `${list}?page=30`), `leadHistory/${entryId}`]) {
      await page.goto(`/main/${path}`);
      const cells = page.locator('tbody tr td > div');
      await expect(cells.nth(2)).toHaveText(/./);
      const cut = await page
        .locator('th, td > div')
        .evaluateAll((all) =>
          all
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth ||
                one.scrollHeight > one.clientHeight + 1 ||
                one.clientWidth < 40,
            )
            .map((one) => one.textContent),
        );
      expect(cut, path).toEqual([]);
    }
    await page.goto('/main/employeeReports');
    const frame = page.locator('div', { has: page.locator('> table') }).first();
    await expect(frame).toBeVisible();
    const widths = await frame.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBe(widths[1]);
  });

  test('a calendar marks and frames the dealer’s today alone, whatever day the browser has, and moves on at midnight (F13, F60)', async ({
    page,
  }) => {
    await usePageClock(page, `${dealerToday()}T17:59:30Z`);
    await page.goto('/main/leadsByStatus/pending');
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('button', { name: 'Open calendar' }).first().click();
    const days = page.getByRole('grid').getByRole('button');
    const framed = () =>
      days.evaluateAll((all) =>
        all
          .filter((day) => day.ownerDocument.defaultView?.getComputedStyle(day).borderTopStyle === 'solid')
          .map((day) => day.getAttribute('aria-current')),
      );
    const marked = page.getByRole('grid').locator('[aria-current=date]');
    await expect(marked).toHaveText(String(Number(dealerToday().slice(8))));
    expect(await framed()).toEqual(['date']);
    await page.clock.runFor(60_000);
    await expect(marked).toHaveText(String(Number(addDays(dealerToday(), 1).slice(8))));
    // The browser's day, in Honolulu, is the one before.
    await expect.poll(framed).toEqual(['date']);
  });
});
