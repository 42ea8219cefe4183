import type { Locator } from '@playwright/test';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption, expectChosenOption, optionsOf } from './support/choice.ts';
import { addLeadDialog } from './support/lead-form.ts';
import {
  expectNothingFound,
  firstActionButton,
  heading,
  leadPanelOf,
  listTab,
  readText,
  readTotal,
  rowWith,
  searchBox,
  statusCards,
  toast,
} from './support/lists.ts';
import {
  fillAndBlur,
  fillInBooking,
  moveDialog,
  moveLeadAsManager,
  moveSaveButton,
  moveStatusRadio,
  nextFollowUpField,
  openMoveDialog,
  openStatusList,
  readLead,
  recordServiceLead,
  saveMove,
} from './support/move-lead.ts';
import { readCenters } from './support/sample-lead.ts';
import { phoneScreen, screenSizes } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';
import { dealerToday, formatDayFromToday } from './support/written-dates.ts';

test.use({ level: 'service' });

test('a status change is undone from its quiet line', async ({ page, demo }) => {
  const lead = await recordServiceLead(demo);
  await openMoveDialog(page, 'pending', lead);
  await moveStatusRadio(page, 'Completed').check();
  await saveMove(page);
  await expectNothingFound(page);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone')).toBeVisible();
  await expect(rowWith(page, lead.name)).toBeVisible();
  expect(await readLead(demo, lead)).toMatchObject({ status: 'pending', version: 3 });
});

for (const [name, { viewport }] of Object.entries(screenSizes)) {
  test.describe(name, () => {
    includeInShortRun(viewport === phoneScreen.viewport);
    test.use({ viewport });

    test('a toast of success goes after 2 seconds; Undo stays 10, covers no button and minds no typing (F61, F63)', async ({
      page,
      demo,
    }) => {
      const lead = await recordServiceLead(demo);
      await page.clock.install();
      await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(lead.name)}`);
      await page.getByRole('button', { name: lead.name, exact: true }).click();
      const panel = leadPanelOf(page, lead.name);
      await expect(panel.getByRole('list').last()).toContainText('recorded the enquiry');
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
      const until = (locator: Locator) =>
        expect(async () => {
          await page.clock.runFor(20);
          await expect(locator).toBeVisible({ timeout: 500 });
        }).toPass();
      await panel.getByRole('button', { name: 'Busy' }).click();
      const said = toast(page, 'Logged: Busy');
      await until(said);
      const undo = page.getByRole('button', { name: 'Undo' });
      // It fades, then it is taken away.
      await page.clock.runFor(2_100);
      await page.clock.runFor(1_100);
      await expect(said).toHaveCount(0);
      await expect(undo).toBeVisible();

      const covered = () => page.evaluate<string[]>(namesOfCovered);
      expect(await covered()).toEqual([]);
      await panel.getByRole('button', { name: 'Booked' }).click();
      await until(moveSaveButton(page));
      expect(await covered()).toEqual([]);
      await moveDialog(page).getByRole('button', { name: 'Close' }).click();
      await page.clock.runFor(200);
      const comment = panel.getByRole('textbox', { name: 'Comment' });
      await comment.pressSequentially('Ring twice');
      await comment.press('Control+z');
      await expect(undo).toBeVisible();
      expect(await readLead(demo, lead)).toMatchObject({ contactAttempts: 1 });

      if (viewport === phoneScreen.viewport) {
        await panel.getByRole('button', { name: 'Close' }).click();
        for (const size of [viewport, { width: 360, height: 225 }]) {
          await page.setViewportSize(size);
          await expect(undo).toBeVisible();
          expect(await covered()).toEqual([]);
        }
        await page.evaluate('scrollTo(0, 0)');
        await expect(undo, 'no line stays over a page at 400 % zoom').not.toBeInViewport();
      }
      await undo.hover();
      await page.clock.runFor(11_000);
      await expect(undo, 'it does not vanish under the pointer').toBeVisible();
      await page.mouse.move(0, 0);
      await page.clock.runFor(11_000);
      await expect(undo).toHaveCount(0);
    });
  });
}

const namesOfCovered = `[...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[data-quiet-lines]'))
  .filter((one) => {
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit?.closest('[data-quiet-lines]') != null;
  })
  .map((one) => one.textContent || one.ariaLabel || one.outerHTML)`;

test('missing and impossible values turn red once their field is left', async ({ page, demo }) => {
  const lead = await recordServiceLead(demo);
  await openMoveDialog(page, 'pending', lead);
  await expect(moveSaveButton(page)).toBeDisabled();

  await moveStatusRadio(page, 'Booked').check();
  const date = moveDialog(page).getByLabel('Appointment date');
  for (const [typed, message] of [
    ['soon', 'Enter a valid date'],
    [addDays(dealerToday(), -1), 'Choose today or a later day'],
    [addDays(dealerToday(), 900), 'Choose a day within the next two years'],
    ['', 'Must add appointment date'],
  ] as const) {
    await fillAndBlur(date, typed);
    await expect(date).toHaveAccessibleDescription(message);
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await expect(moveSaveButton(page)).toBeDisabled();
  }
  await expectAccessible(page);
  await fillAndBlur(date, 'today');
  await expect(moveSaveButton(page)).toBeEnabled();

  await moveDialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(moveDialog(page)).toBeHidden();
  expect(await readLead(demo, lead)).toMatchObject({ status: 'pending', version: 1 });
});

test('a service employee can add leads only for their own centers (F19) @long', async ({ page, demo }) => {
  const own = await readCenters(demo, await demo.session('service'));
  await page.goto('/main/leadsByStatus/pending?dialog=lead.new');
  const location = optionsOf(addLeadDialog(page), 'Location').and(page.locator('[value]:not([value=""])'));
  await expect(location).toHaveText(own.map(({ name }) => name));
});

test('a typo is corrected if the dealer allows it, and no typing lost (F38)', async ({ page, demo }) => {
  const allow = async (serviceMayCorrect: boolean) =>
    demo.call('PATCH', '/management/dealer', { serviceMayCorrect }, await demo.session('superAdmin'));
  const lead = await recordServiceLead(demo);
  const edit = moveDialog(page).getByRole('button', { name: 'Edit', exact: true });
  await openMoveDialog(page, 'pending', lead);
  await moveStatusRadio(page, 'Completed').check();
  await moveDialog(page).getByLabel('Notes').fill('Will come on Sunday');
  await expect(edit).toBeHidden();
  try {
    await allow(true);
    await edit.click();
    const form = page.getByRole('dialog', { name: 'Edit lead' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByRole('combobox')).toHaveCount(2);
    await form.getByLabel('Name').fill(`${lead.name} Uddin`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();

    await expect(moveDialog(page).getByRole('heading', { name: `${lead.name} Uddin` })).toBeVisible();
    await expect(moveDialog(page).getByLabel('Notes')).toHaveValue('Will come on Sunday');
    await saveMove(page);
    expect(await readLead(demo, lead)).toMatchObject({
      name: `${lead.name} Uddin`,
      status: 'completed',
      notes: 'Will come on Sunday',
      version: 3,
    });
  } finally {
    expect((await allow(false)).status).toBe(200);
  }
});

test('a lead is moved by keyboard alone @long', async ({ page, demo }) => {
  const lead = await recordServiceLead(demo);
  await openStatusList(page, 'pending', lead);
  await expect(rowWith(page, lead.name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await leadPanelOf(page, lead.name).getByRole('button', { name: 'Potential' }).press('Enter');
  await expect(moveStatusRadio(page, 'Potential')).toBeChecked();
  await expect(nextFollowUpField(page)).toBeFocused();
  await page.keyboard.type('tomorrow');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Lead Updated Successfully')).toBeVisible();
  expect(await readLead(demo, lead)).toMatchObject({
    status: 'potential',
    nextFollowUpDates: [addDays(dealerToday(), 1)],
  });
});

const countOf = async (link: Locator) =>
  Number(/\d[\d,]*$/.exec(await readText(link))?.[0].replaceAll(',', ''));

test.describe('the status lists', () => {
  test('dashboard, menu and a manager’s cards count the leads', async ({ page, demo, openAs }) => {
    const manager = await openAs('manager');

    await page.goto('/main/dashboard');
    await manager.goto('/main/managementLeads');
    await expect(statusCards(page)).toHaveCount(5);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const counted = [
      statusCards(page).first(),
      menu.getByRole('link', { name: /^Pending/ }),
      statusCards(manager).first(),
    ];
    for (const link of counted) await expect(link).toHaveText(/Pending\s*\d+/);
    const before = await Promise.all(counted.map(countOf));
    await recordServiceLead(demo);
    for (const [place, link] of counted.entries())
      await expect.poll(() => countOf(link)).toBeGreaterThan(before[place] ?? 0);

    await statusCards(page).first().click();
    await expect(page).toHaveURL('/main/leadsByStatus/pending');
    await expect(heading(page)).toHaveText(/^Pending \(\d+ in total\)$/);
    await menu.getByRole('link', { name: /^Lost Customer/ }).click();
    await expect(heading(page)).toHaveText(/^Lost Customer/);
  });

  test('the chosen center narrows counts and lists, and is remembered', async ({ page }) => {
    await page.goto('/main/dashboard');
    const card = statusCards(page).filter({ hasText: 'Completed' });
    await expect(card).toHaveText(/\d/);
    const all = await countOf(card);
    await chooseOption(page, 'Service center', 1);
    await expect(page).toHaveURL(/serviceCenter=/);
    await expect.poll(() => countOf(card)).toBeLessThan(all);
    await expectAccessible(page);

    const narrowed = await countOf(card);
    await page.goto('/main/leadsByStatus/completed');
    await expect(page).toHaveURL(/serviceCenter=/);
    await expect(heading(page)).toHaveText(/^Completed/);
    expect(await readTotal(page)).toBe(narrowed);
  });

  test('filters, page and the open lead live in the URL', async ({ page, demo }) => {
    const lead = await recordServiceLead(demo);
    await page.goto('/main/leadsByStatus/pending');
    await expect(page.getByRole('table')).toBeVisible();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('textbox', { name: 'Start date' }).fill('yesterday');
    await page.getByRole('textbox', { name: 'End date' }).fill('today');
    await chooseOption(page, 'Filter By Days', '3 Days');
    await searchBox(page).fill(lead.name);
    const address = `startDate=${addDays(dealerToday(), -1)}&endDate=${dealerToday()}&days=3`;
    await expect(page).toHaveURL(new RegExp(`${address}.*search=`));
    await page.getByRole('button', { name: lead.name, exact: true }).click();
    await expect(leadPanelOf(page, lead.name)).toBeVisible();
    await page.getByRole('button', { name: `Change status: ${lead.name}` }).click();
    await expect(moveDialog(page)).toBeVisible();

    await page.reload();
    await expect(moveDialog(page)).toContainText(lead.phone);
    await page.keyboard.press('Escape');
    await expect(moveDialog(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(leadPanelOf(page, lead.name)).toHaveCount(0);
    await page.getByRole('button', { name: 'More filters (1)' }).click();
    await expect(page.getByRole('textbox', { name: 'Start date' })).toHaveValue(formatDayFromToday(-1));
    await expect(page.getByRole('textbox', { name: 'End date' })).toHaveValue(formatDayFromToday(0));
    await expectChosenOption(page, 'Filter By Days', '3 Days');
    await expect(searchBox(page)).toHaveValue(lead.name);
    await expect(rowWith(page, lead.name)).toBeVisible();

    await page.goto('/main/leadsByStatus/completed?page=2');
    await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=3/);
    await page.goBack();
    await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();
  });

  test('a service or campaign narrows the list, and no match offers to clear', async ({ page }) => {
    await page.goto('/main/leadsByStatus/completed');
    await expect(page.getByRole('row').nth(10)).toBeVisible();
    const asked = page.getByRole('cell', { name: /^Service · / }).first();
    const service = (await readText(asked)).replace('Service · ', '');
    await page.getByRole('button', { name: 'More filters' }).click();
    await chooseOption(page, 'Service/Campaigns', service);
    await expect(page).toHaveURL(/serviceID=/);
    await expect
      .poll(async () => new Set(await page.locator('tbody tr td:nth-child(4)').allTextContents()).size)
      .toBe(1);

    await expectAccessible(page);

    await searchBox(page).fill('nobody-has-this-name');
    await expectNothingFound(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/main/leadsByStatus/completed');
    await expect(page.getByRole('row').nth(10)).toBeVisible();
  });
});

test('dataEntry changes the status of a lead, reached by tabs @long', async ({ demo, openAs }) => {
  const page = await openAs('dataEntry');
  const lead = await recordServiceLead(demo);
  await page.goto('/main/leadsByStatus/booked');
  await listTab(page, 'All').click();
  await expect(page).toHaveURL('/main/leads');
  const statuses = page.getByRole('navigation', { name: 'Statuses' });
  await statuses.getByRole('link', { name: /^Pending/ }).click();
  await expect(heading(page)).toHaveText(/^Pending/);
  await openMoveDialog(page, 'pending', lead);
  await moveStatusRadio(page, 'Lost Customer').check();
  await fillAndBlur(moveDialog(page).getByLabel('Lost reason'), 'Wrong number');
  await saveMove(page);
  expect(await readLead(demo, lead)).toMatchObject({ status: 'lostCustomer' });
});

test('a manager reopens a completed lead @long', async ({ demo, openAs }) => {
  const page = await openAs('manager');
  const lead = await recordServiceLead(demo);
  await moveLeadAsManager(demo, lead, { status: 'completed' });
  await openMoveDialog(page, 'completed', lead);
  await fillInBooking(page, 'tomorrow');
  await saveMove(page);
  expect(await readLead(demo, lead)).toMatchObject({ status: 'booked' });
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('the screens of a lead’s life are accessible', async ({ page }) => {
    await page.goto('/main/dashboard');
    await expect(statusCards(page)).toHaveCount(5);
    await expectAccessible(page);

    await page.goto('/main/leadsByStatus/potential?startDate=2026-02-01&endDate=2026-01-01');
    await expectNothingFound(page);
    await expectAccessible(page);

    await page.goto('/main/leadsByStatus/potential');
    const open = firstActionButton(page, 'Change status');
    await expect(open).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('textbox', { name: 'Start date' })).toBeVisible();
    await expectAccessible(page);

    await open.click();
    await moveDialog(page)
      .getByRole('checkbox', { name: /^Follow-up 2/ })
      .check();
    await expectAccessible(page);
    await moveDialog(page).getByRole('checkbox', { name: 'Lost Customer' }).check();
    const reason = moveDialog(page).getByLabel('Lost reason');
    await reason.focus();
    await reason.blur();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await moveStatusRadio(page, 'Booked').check();
    await moveDialog(page).getByRole('button', { name: 'Open calendar' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expectAccessible(page);
  });
});
