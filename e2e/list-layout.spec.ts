import type { Locator, Page, ViewportSize } from '@playwright/test';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import type { Level } from '#contract/levels.ts';
import { addDays } from '#contract/text/dates.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { firstActionButton, rows, statusCards } from './support/lists.ts';
import { fillAndBlur, moveDialog, moveStatusRadio } from './support/move-lead.ts';
import { recordLead } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

const lists: Partial<Record<Level, readonly string[]>> = {
  service: ['/main/leadsByStatus/pending', '/main/leadsByStatus/potential'],
  manager: [
    '/main/leadsByStatus/potential',
    '/main/manageMentLead/potential',
    '/main/manageMentLead/all',
    '/main/neglected',
  ],
  dataEntry: ['/main/leads'],
};
const filters = (page: Page) => page.getByRole('group', { name: 'Filters' });
const more = (page: Page) => page.getByRole('button', { name: /^More filters/ });
const widths = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
];

type Box = { x: number; y: number; width: number; height: number };

async function boxesOf(locator: Locator): Promise<Box[]> {
  const boxes = await Promise.all((await locator.all()).map((one) => one.boundingBox()));
  return boxes.filter((box) => box !== null);
}

const tops = async (locator: Locator) => new Set((await boxesOf(locator)).map(({ y }) => Math.round(y)));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(10);
}

async function atWidths(page: Page, what: string, look: (viewport: ViewportSize) => Promise<void>) {
  for (const viewport of isLongRun ? widths : widths.slice(1)) {
    await test.step(`${what}, ${viewport.width} pixels wide`, async () => {
      await page.setViewportSize(viewport);
      await look(viewport);
    });
  }
}

for (const [level, paths] of Object.entries(lists)) {
  test.describe(level, () => {
    test.use({ level: level as Level });

    test('the filters of lists are one row, and a panel moves no row (F67)', async ({ page }) => {
      for (const path of isLongRun ? paths : paths.slice(0, 1)) {
        await atWidths(page, path, async () => {
          await open(page, path);
          expect((await tops(filters(page).locator('> *'))).size).toBe(1);
          const row = rows(page).nth(1);
          const before = await row.boundingBox();
          // A name of several lines is cut, and its middle may be hidden.
          await row.locator('[data-row-focus]').press('Enter');
          await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
          expect((await tops(filters(page).locator('> *'))).size).toBe(1);
          await expect(filters(page).getByPlaceholder('Name, phone, email or vehicle')).toBeVisible();
          expect(await row.boundingBox()).toMatchObject({ y: before?.y, height: before?.height });
        });
      }
    });
  });
}

test.describe('number plates', () => {
  test.use({ level: 'dataEntry' });

  test('a number plate is one line and whole, beside an open lead too (F67)', async ({ page }) => {
    await atWidths(page, 'number plates', async () => {
      await open(page, '/main/leads?search=metro');
      const plates = page.locator('td[data-column="vehicleNumber"] > div');
      const expectWhole = async () => {
        for (const plate of await plates.all()) {
          const [height, room, text] = await plate.evaluate(
            (cell: { offsetHeight: number; clientWidth: number; scrollWidth: number }) => [
              cell.offsetHeight,
              cell.clientWidth,
              cell.scrollWidth,
            ],
          );
          expect(height).toBeLessThan(20);
          expect(text).toBeLessThanOrEqual(room ?? 0);
        }
      };
      await expectWhole();
      await rows(page).first().locator('[data-row-focus]').click();
      await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
      await expectWhole();
      const facts = page.getByRole('complementary', { name: /^Lead: / }).locator('dd');
      const fact = facts.filter({ has: page.locator('.unbroken') });
      expect(await fact.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect((await fact.boundingBox())?.height).toBeLessThan(24);
    });
  });
});

test.describe('long cells', () => {
  test.use({ level: 'manager' });

  test('the names of centers are whole in lists of each status', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const status of ['pending', 'potential', 'booked', 'completed', 'lostCustomer']) {
      await open(page, `/main/manageMentLead/${status}`);
      const cut = await rows(page)
        .getByText(/Service Center$/)
        .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
      expect(cut, status).toBe(0);
      await expect(rows(page).getByText(/Service Center$/)).toHaveCount(10);
    }
  });

  test('at most one cell of a neglected lead takes two lines, and lists of pairs and imports fit (F67)', async ({
    page,
  }) => {
    await atWidths(page, 'neglected leads, pairs and imports', async ({ width }) => {
      await open(page, '/main/neglected');
      for (const row of await rows(page).all()) {
        const heights = (await boxesOf(row.locator('td:not([data-column="actions"]) > div'))).map(
          ({ height }) => height,
        );
        expect(heights.filter((height) => height > 30).length).toBeLessThanOrEqual(1);
      }
      await page.getByRole('radiogroup', { name: 'Show' }).getByText('By advisor').click();
      await expect(page.getByRole('columnheader', { name: 'Advisor' })).toBeVisible();

      // Their records open wide or on a screen of their own.
      for (const path of ['/main/duplicates', '/main/import']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path === '/main/duplicates') {
          await expect(rows(page)).toHaveCount(10);
          expect((await tops(filters(page).locator('> *'))).size).toBe(1);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    });
  });
});

test.describe('on a desktop', () => {
  test.use({ level: 'service', viewport: { width: 1440, height: 900 } });

  test('the rarer filters stand behind a button that counts those in use (F67)', async ({ page }) => {
    await open(page, '/main/leadsByStatus/completed');
    await expect(page.getByRole('textbox', { name: 'Start date' })).toBeHidden();
    await more(page).click();
    await page.getByRole('textbox', { name: 'Start date' }).fill('1/1/2026');
    await page.getByRole('textbox', { name: 'Start date' }).blur();
    await expect(page.getByRole('button', { name: 'More filters (1)' })).toBeVisible();
    await page.getByLabel('Sort by').selectOption('Longest in status');
    await expect(page.getByRole('button', { name: 'More filters (2)' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'More filters (2)' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });

  test('a list says once that the newest come first, and one more column can be shown (F67)', async ({
    page,
  }) => {
    await open(page, '/main/leadsByStatus/completed');
    await more(page).click();
    await expect(page.getByRole('columnheader', { name: 'Entry date' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(page.getByRole('option', { name: 'Newest first' })).toHaveCount(0);
    const advisors = page.getByRole('button', { name: 'Show advisors' });
    await expect(advisors).toHaveText('Show advisors');
    await advisors.click();
    await expect(page.getByRole('columnheader', { name: 'Advisor' })).toBeVisible();
    await page.getByRole('button', { name: 'Show sources' }).click();
    await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Advisor' })).toHaveCount(0);
  });

  test('WhatsApp stands beside every phone from the start (F67)', async ({ page }) => {
    await page.goto('/main/leadsByStatus/potential');
    await rows(page).first().waitFor();
    expect(
      await rows(page)
        .getByRole('link', { name: /^WhatsApp 0/ })
        .count(),
    ).toBe(await rows(page).count());
  });

  test('an arrow that leads nowhere is no grey block (F67)', async ({ page }) => {
    await open(page, '/main/leadsByStatus/potential');
    await rows(page).first().locator('[data-row-focus]').click();
    for (const name of ['Previous in the list', 'Previous page']) {
      const arrow = page.getByRole('button', { name });
      await expect(arrow).toBeDisabled();
      await expect(arrow).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }
  });

  test('the statuses of the home are one line, however wide the window is @long', async ({ page }) => {
    for (const width of isLongRun ? [1440, 1100, 900, 768, 390, 360] : [1440, 900, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/main/dashboard');
      await expect(statusCards(page)).toHaveCount(5);
      const list = await page.getByRole('list', { name: 'Leads by status' }).boundingBox();
      expect(list?.height, `${width}`).toBeLessThanOrEqual(52);
      const cards = await boxesOf(statusCards(page));
      expect(new Set(cards.map(({ y }) => y)).size, `${width}`).toBe(1);
      const last = cards.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0), `${width}`).toBeLessThanOrEqual(
        (list?.x ?? 0) + (list?.width ?? 0),
      );
    }
  });

  test('the home shows Start and whom to call first at 1280×720 without scrolling, and adds a lead', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/main/dashboard');
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeInViewport({ ratio: 1 });
    const queue = page.getByRole('region', { name: /^To do now/ });
    await expect(queue.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
    await expect(queue.getByRole('listitem').first(), 'for who sees several').toContainText('Service Center');
    const twoLines = 50;
    for (const { height } of await boxesOf(queue.getByRole('listitem')))
      expect(height, 'nothing wraps twice').toBeLessThanOrEqual(twoLines);
    const cut = await queue
      .getByText(/Service Center$/)
      .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
    expect(cut, 'names of centers are whole').toBe(0);
    await queue.getByRole('listitem').first().getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      const panel = await page.getByRole('complementary', { name: /^Lead: / }).boundingBox();
      const last = (await boxesOf(statusCards(page))).at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0), 'beside an open lead').toBeLessThan(panel?.x ?? 0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Lead' }).click();
    await expect(page.getByRole('dialog').getByLabel('Phone Number')).toBeVisible();
  });

  test('counts look the same in tabs and in the menu (F67) @long', async ({ page, openAs }) => {
    const other = await openAs('dataEntry');
    await open(page, '/main/leadsByStatus/potential');
    await open(other, '/main/leads');
    const inMenu = page.getByRole('link', { name: /^Pending/ }).getByText(/^\d+$/);
    const inTab = other.getByRole('link', { name: /^Pending/ }).getByText(/^\d+$/);
    for (const count of [inMenu, inTab])
      for (const [name, value] of [
        ['font-size', '13px'],
        ['font-weight', '400'],
        ['color', 'rgb(91, 99, 108)'],
        ['background-color', 'rgba(0, 0, 0, 0)'],
        ['padding', '0px'],
      ] as const)
        await expect(count).toHaveCSS(name, value);
  });
});

// What a field cuts of its placeholder is in none of its own measures.
const roomBesideHint = `(() => {
  const field = document.querySelector('#content input[placeholder]');
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
  return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(field.placeholder).width;
})()`;
const outcomesInLines = `[...document.querySelectorAll('aside fieldset .mantine-Button-label')].filter((label) => {
  const text = document.createRange();
  text.selectNodeContents(label);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size !== 1;
}).map(({ textContent }) => textContent)`;
const barButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('on a phone', () => {
  test.use({ level: 'service', ...phoneScreen });

  test('the home shows whom to call first without scrolling, below counts that a thumb opens', async ({
    page,
  }) => {
    const home = async () => {
      await page.goto('/main/dashboard');
      const queue = page.getByRole('region', { name: /^To do now/ });
      const first = await queue.getByRole('listitem').first().boundingBox();
      const bar = await barButton(page, 'Start').boundingBox();
      expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
      expect(first?.y).toBeLessThan(300);
    };
    await home();
    const cards = await boxesOf(statusCards(page));
    expect(new Set(cards.map(({ y }) => y)).size).toBe(1);
    for (const { width, height } of cards) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    for (const [at, status] of leadStatuses.entries()) {
      await statusCards(page).nth(at).tap();
      await expect(page).toHaveURL(`/main/leadsByStatus/${status}`);
      await home();
    }
  });

  test('menu, Find and Start are at the bottom of the screen, where they cover nothing', async ({ page }) => {
    await page.goto('/main/dashboard');
    await expect(barButton(page, 'Start')).toBeEnabled();
    const names = ['Open menu', 'Find a person or lead', 'Start'];
    const boxes = await boxesOf(page.getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) }));
    expect(boxes).toHaveLength(names.length);
    for (const { y, height } of boxes) {
      expect(y).toBeGreaterThan(phoneScreen.viewport.height - 70);
      expect(height).toBeGreaterThanOrEqual(44);
    }
    const queue = page.getByRole('region', { name: /^To do now/ });
    await queue.getByRole('button').last().scrollIntoViewIfNeeded();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const end = await queue.boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((boxes[0]?.y ?? 0) - 6);

    await barButton(page, 'Start').focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('#content :focus')).toHaveCount(1);

    await page.goto('/main/leadsByStatus/pending');
    await expect(barButton(page, 'Start')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Search' }).focus();
    await expect(barButton(page, 'Open menu')).toBeHidden();
    await page.getByRole('textbox', { name: 'Search' }).blur();
    await barButton(page, 'Open menu').tap();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  });

  test('one line of filters stands above a list, and says how many of the others are on', async ({
    page,
  }) => {
    for (const [path, on] of [
      ['/main/dashboard', ''],
      ['/main/dashboard?serviceID=019fb42e-e500-7109-85d4-4c0e5186de13', ' (1)'],
      ['/main/leadsByStatus/pending', ''],
      ['/main/leadsByStatus/pending?days=7&advisor=mine', ' (2)'],
    ] as const)
      await test.step(path, async () => {
        await page.goto(path);
        const button = page.getByRole('button', { name: `Filters${on}`, exact: true });
        await expect(button).toBeVisible();
        const line = await filters(page).boundingBox();
        expect(line?.height).toBeLessThanOrEqual(48);
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      });
    await page.goto('/main/leadsByStatus/pending');
    const first = page.getByRole('list', { name: 'Leads' }).getByRole('listitem').first();
    await expect(first).toContainText(/\d/);
    expect((await first.boundingBox())?.y).toBeLessThan(260);
    expect(Number(await page.evaluate(roomBesideHint))).toBeGreaterThanOrEqual(0);
  });

  test('the outcomes of a lead take a fifth of the screen, those of a booking a quarter', async ({
    page,
    demo,
  }) => {
    const foot = page
      .getByRole('group', { name: 'How did it go?' })
      .locator('xpath=ancestor::aside/div[last()]');
    const advisor = await demo.session('service');
    const lead = await recordLead(demo, advisor);
    const heightOf = async () => {
      await page.goto(`/main/dashboard?work=${lead._id}`);
      return (await foot.boundingBox())?.height;
    };
    expect(await heightOf()).toBeLessThan(phoneScreen.viewport.height / 5);
    const outcomes = page.getByRole('group', { name: 'How did it go?' }).getByRole('button');
    await expect(outcomes).toHaveCount(8);
    expect(await page.evaluate(outcomesInLines), 'outcomes in more than one line').toEqual([]);
    await outcomes.filter({ hasText: 'Booked' }).tap();
    await expect(page.getByRole('region', { name: 'Free places' }).getByRole('button')).toBeVisible();
    await expect(page.getByLabel('Date', { exact: true })).not.toBeFocused();
    const form = await page.getByRole('form', { name: 'Booked' }).boundingBox();
    expect(form?.height).toBeLessThan(phoneScreen.viewport.height / 2);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    const booking = { status: 'booked', appointmentDate: dealerToday() };
    await demo.call('PATCH', `/serviceCenter/manageLeads/update/${lead._id}`, booking, advisor);
    expect(await heightOf()).toBeLessThanOrEqual(phoneScreen.viewport.height / 4);
    await expect(page.getByRole('button', { name: 'Arrived', exact: true })).toBeVisible();
  });

  test('the free places of a day stand in rows, and none waits beside the screen', async ({ page }) => {
    await page.goto('/main/leadsByStatus/potential');
    await firstActionButton(page, 'Change status').tap();
    await moveStatusRadio(page, 'Booked').check();
    const times = moveDialog(page).getByRole('group', { name: /^Times on / });
    await fillAndBlur(moveDialog(page).getByLabel('Appointment date'), addDays(dealerToday(), 3));
    await expect(times.getByRole('radio').last()).toBeAttached();
    const boxes = await boxesOf(times.locator('label'));
    expect(boxes.length).toBeGreaterThan(6);
    for (const { x, width, height } of boxes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(phoneScreen.viewport.width);
      expect(height).toBeGreaterThanOrEqual(44);
    }
    expect(new Set(boxes.map(({ y }) => y)).size).toBeGreaterThan(2);
  });

  test('all filters but the search wait behind one button (F67)', async ({ page }) => {
    await page.goto('/main/leadsByStatus/potential?advisor=mine');
    await expect(page.getByLabel('Advisor')).toBeHidden();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await expect(page.getByLabel('Advisor')).toBeVisible();
    await page.getByLabel('Sort by').selectOption('Oldest first');
    await expect(page).toHaveURL(/order=asc/);
  });
});
