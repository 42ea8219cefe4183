import type { Locator, Page } from '@playwright/test';
import { addDays } from '#contract/text/dates.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addLeadDialog, updateLeadDialog } from '../support/lead-form.ts';
import { moveDialog, moveStatusRadio, openMoveDialog, readLead } from '../support/move-lead.ts';
import { recordLead } from '../support/sample-lead.ts';
import { forEachSize, phoneScreen } from '../support/screen-sizes.ts';
import { expect, includeInShortRun, test } from '../support/test.ts';
import { dealerToday, formatDayFromToday } from '../support/written-dates.ts';

test.use({ level: 'superAdmin' });

const toSaturday = () => ((6 - new Date(`${dealerToday()}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

async function openAddLead(page: Page): Promise<Locator> {
  await page.goto('/main/leads?dialog=lead.new');
  await expect(addLeadDialog(page).getByLabel('Name')).toBeFocused();
  return addLeadDialog(page);
}

async function pressWhereSeen(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not seen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // Longer than an error takes to appear.
  await page.evaluate(
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(null)), 150))',
  );
  await page.mouse.up();
}

forEachSize(({ isPhone }) => {
  includeInShortRun(!isPhone);

  test('days and times are typed as people write them, and shown as they were read (F136)', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('superAdmin'));
    await page.goto(`/main/leads?search=${encodeURIComponent(lead.phone)}&dialog=lead.edit:${lead._id}`);
    const form = updateLeadDialog(page);
    const [date, time] = [form.getByLabel('Preferred Date'), form.getByLabel('Preferred Time')];
    for (const typed of ['sat', 'saturday', 'শনিবার']) {
      await date.fill(typed);
      await date.press('Tab');
      await expect(date).toHaveValue(formatDayFromToday(toSaturday()));
    }
    for (const [typed, shown] of [
      ['330p', '3:30 pm'],
      ['15.30', '3:30 pm'],
      ['৩:৩০', '3:30 am'],
      ['0900', '9:00 am'],
      ['বিকাল ৪টা', '4:00 pm'],
    ] as const) {
      await time.fill(typed);
      await time.press('Tab');
      await expect(time).toHaveValue(shown);
    }
    await form.getByLabel('Notes').fill('Asked for the afternoon');
    await form.getByRole('button', { name: 'Update Lead' }).click();
    await expect(form).toBeHidden();
    expect(await readLead(demo, lead)).toMatchObject({
      appointmentDate: addDays(dealerToday(), toSaturday()),
      appointmentTime: '16:00',
      notes: 'Asked for the afternoon',
    });
  });

  test('what is no day or time says so once left, not while it is typed, and gets the focus on Save (F136)', async ({
    page,
  }) => {
    const form = await openAddLead(page);
    const [date, time] = [form.getByLabel('Preferred Date'), form.getByLabel('Preferred Time')];
    await date.pressSequentially('someday');
    await expect(date).not.toHaveAttribute('aria-invalid', 'true');
    await date.press('Tab');
    await expect(date).toHaveAccessibleDescription('Enter a valid date');
    await date.fill('somed');
    await expect(date).not.toHaveAttribute('aria-invalid', 'true');
    await time.fill('25:00');
    await expect(date).toHaveAccessibleDescription('Enter a valid date');
    await time.press('Tab');
    await expect(time).toHaveAccessibleDescription('Enter a valid time');
    await expectAccessible(page);
    await date.fill('');
    await form.getByLabel('Name').fill('Karim');
    await form.getByLabel('Phone Number').fill('01712345678');
    await form.getByRole('combobox', { name: 'Location' }).selectOption({ index: 1 });
    await form.getByLabel('Notes').fill('Kept');
    await form.getByRole('button', { name: 'Add Lead', exact: true }).click();
    await expect(time).toBeFocused();
    await time.fill('noon');
    await expect(form.getByLabel('Notes')).toHaveValue('Kept');
  });
});

test('in a filter of past days the last Saturday is meant (F136)', async ({ page }) => {
  await page.goto('/main/audit');
  const start = page.getByRole('textbox', { name: 'Start date' });
  await start.fill('sat');
  await start.press('Enter');
  await expect(start).toHaveValue(formatDayFromToday((toSaturday() % 7) - 7 + (toSaturday() === 7 ? 7 : 0)));
  await start.fill('someday');
  await start.press('Tab');
  await expect(start).toHaveAccessibleDescription('Enter a valid date');
});

test('a status dialog says what is no day once it was left (F136)', async ({ page, demo }) => {
  await openMoveDialog(page, 'pending', await recordLead(demo, await demo.session('superAdmin')));
  await moveStatusRadio(page, 'Potential').check();
  const date = moveDialog(page).getByLabel('Next follow-up date');
  await date.pressSequentially('someday');
  await expect(date).not.toHaveAccessibleDescription(/valid/);
  await date.press('Tab');
  await expect(date).toHaveAccessibleDescription('Enter a valid date');
});

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('the first press on Add Lead’s calendar opens it, though leaving the empty name shows an error (F136)', async ({
    page,
  }) => {
    const form = await openAddLead(page);
    const name = form.getByLabel('Name');
    await pressWhereSeen(page, form.getByRole('button', { name: 'Open calendar' }));
    await expect(page.getByRole('grid', { name: 'Days' })).toBeVisible();
    await expect(name).toHaveAccessibleDescription('This field is Required');
    await page.keyboard.press('Escape');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
  });

  test('an error that goes while a button is pressed moves nothing either (F136)', async ({ page }) => {
    const form = await openAddLead(page);
    const email = form.getByLabel('Email');
    await email.fill('nobody');
    await email.press('Tab');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await pressWhereSeen(page, form.getByRole('button', { name: 'Paste a message' }));
    await expect(form.getByRole('textbox', { name: 'Paste a message' })).toBeFocused();
  });
});

test.describe('by finger', () => {
  test.use(phoneScreen);

  test('a tap reaches what it was meant for, though leaving the empty name shows an error (F136)', async ({
    page,
  }) => {
    const form = await openAddLead(page);
    await form.getByRole('button', { name: 'Open calendar' }).tap();
    await expect(page.getByRole('grid', { name: 'Days' })).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('This field is Required');
  });
});
