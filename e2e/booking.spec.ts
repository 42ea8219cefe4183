import type { Page } from '@playwright/test';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import type { Demo } from './support/demo.ts';
import { hoverUndo, leadPanelOf, statusBarLines } from './support/lists.ts';
import {
  editLeadAsManager,
  moveDialog,
  moveLeadAsManager,
  moveStatusRadio,
  openMoveDialog,
  readLead,
  recordServiceLead,
} from './support/move-lead.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';
import { dealerToday, formatDayFromTodayShort } from './support/written-dates.ts';

async function recordAsking(demo: Demo): Promise<Lead> {
  return editLeadAsManager(demo, await recordServiceLead(demo), {
    ...{ appointmentDate: addDays(dealerToday(), 1), appointmentTime: '16:30' },
  });
}

async function recordBooked(demo: Demo): Promise<Lead> {
  const lead = await recordServiceLead(demo);
  const appointment = { appointmentDate: addDays(dealerToday(), 1), appointmentTime: '10:00' };
  await moveLeadAsManager(demo, lead, { status: 'booked', ...appointment });
  return lead;
}

const asAsked = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^As asked: ${formatDayFromTodayShort(1)}, 4:30.pm`) });
const reschedule = (page: Page) => page.getByRole('button', { name: 'Reschedule', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reschedule' });
const isAsAsked = () => ({
  ...{ status: 'booked', appointmentDate: addDays(dealerToday(), 1), appointmentTime: '16:30' },
});

forEachSize(({ isPhone }) => {
  includeInShortRun(!isPhone);
  test.use({ level: 'service' });

  test('the day a customer asked for is the preferred one until one key books it, wherever leads are booked (F132)', async ({
    page,
    demo,
  }) => {
    const press = async (button: ReturnType<typeof asAsked>, key: string) => {
      await expect(button).toBeEnabled();
      if (isPhone) return button.tap();
      if (key === 'Enter') await expect(button).toBeFocused();
      await page.keyboard.press(key);
    };

    await test.step('on its page', async () => {
      const lead = await recordAsking(demo);
      const main = page.getByRole('main');
      await page.goto(`/main/lead/${lead._id}`);
      await expect(main.getByText('Preferred Date', { exact: true })).toBeVisible();
      await expect(main.getByText(/set the preferred date to .* 4:30.pm/)).toBeVisible();
      await expect(main.getByText(/appointment/i)).toHaveCount(0);
      await main.getByRole('button', { name: 'Booked', exact: true }).click();
      await expect(asAsked(page)).toBeFocused();
      if (isPhone) await expectFitsPhone(page);
      await press(asAsked(page), 'Enter');
      await expect(moveDialog(page)).toBeHidden();
      await expect(main.getByText('Appointment Date', { exact: true })).toBeVisible();
      await expect(main.getByText('Preferred Date', { exact: true })).toHaveCount(0);
      expect(await readLead(demo, lead)).toMatchObject(isAsAsked());

      const calledOff = { status: 'potential', nextFollowUpDates: [addDays(dealerToday(), 3)] };
      await moveLeadAsManager(demo, lead, calledOff);
      await expect(main.getByText('Potential', { exact: true }).first()).toBeVisible();
      await main.getByRole('button', { name: 'Booked', exact: true }).click();
      await expect(moveDialog(page).getByLabel('Appointment date')).toBeVisible();
      await expect(asAsked(page)).toHaveCount(0);
      await expect(main.getByText('Preferred Date', { exact: true })).toHaveCount(0);
    });

    await test.step('in the panel beside a list', async () => {
      const lead = await recordAsking(demo);
      await page.goto(`/main/leadsByStatus/pending?lead=${lead._id}&search=${encodeURIComponent(lead.name)}`);
      const panel = leadPanelOf(page, lead.name);
      await expect(panel.getByText('Preferred Date', { exact: true })).toBeVisible();
      await press(panel.getByRole('button', { name: 'Booked', exact: true }), 'b');
      await press(asAsked(page), 'Enter');
      await expect(moveDialog(page)).toBeHidden();
      expect(await readLead(demo, lead)).toMatchObject(isAsAsked());
    });

    await test.step('in the dialog that a list opens', async () => {
      const lead = await recordAsking(demo);
      await openMoveDialog(page, 'pending', lead);
      await moveStatusRadio(page, 'Booked').check();
      await asAsked(page).click();
      await expect(moveDialog(page)).toBeHidden();
      expect(await readLead(demo, lead)).toMatchObject(isAsAsked());
    });

    await test.step('while working', async () => {
      const lead = await recordAsking(demo);
      await page.goto(`/main/dashboard?work=${lead._id}`);
      await press(page.getByRole('button', { name: 'Booked', exact: true }), '6');
      if (isPhone) await expectFitsPhone(page);
      await press(asAsked(page), '1');
      await expect(page.getByText(`Booked: ${lead.name}`)).toBeAttached();
      expect(await readLead(demo, lead)).toMatchObject({ ...isAsAsked(), contactAttempts: 1 });
    });
  });

  test('a booked lead is rescheduled with one key on its page, in the panel, by Find and while working (F131)', async ({
    page,
    demo,
    openAs,
  }) => {
    const lead = await recordBooked(demo);
    const date = dialog(page).getByLabel('Appointment date');
    const open = async () => {
      await expect(reschedule(page)).toBeVisible();
      if (isPhone) await reschedule(page).tap();
      else await page.keyboard.press('r');
      await expect(date).toBeFocused();
    };

    await test.step('on its page, seen elsewhere at once, and undone', async () => {
      const manager = await openAs('manager');
      await manager.goto(`/main/lead/${lead._id}`);
      await page.goto(`/main/lead/${lead._id}`);
      await open();
      await expect(dialog(page).getByLabel('Appointment time')).toHaveValue('10:00 am');
      await expect(dialog(page).getByRole('textbox')).toHaveCount(2);
      await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
      if (isPhone) await expectFitsPhone(page);
      await page.keyboard.type(addDays(dealerToday(), 3));
      await page.keyboard.press('Control+Enter');
      await expect(dialog(page)).toBeHidden();
      await hoverUndo(page);
      expect(await readLead(demo, lead)).toMatchObject({
        ...{ status: 'booked', appointmentDate: addDays(dealerToday(), 3), appointmentTime: '10:00' },
        changedFields: ['appointmentDate'],
      });
      const moved = new RegExp(`set the appointment to ${formatDayFromTodayShort(3)}, 10:00.am`);
      await expect(manager.getByText(moved)).toBeVisible();
      await expect(statusBarLines(page)).toContainText(`${lead.name} is booked for`);
      await statusBarLines(page).getByRole('button', { name: 'Undo' }).click();
      await expect
        .poll(async () => (await readLead(demo, lead)).appointmentDate)
        .toBe(addDays(dealerToday(), 1));
    });

    await test.step('in the panel beside a list', async () => {
      await page.goto(`/main/leadsByStatus/booked?lead=${lead._id}&search=${encodeURIComponent(lead.name)}`);
      await expect(leadPanelOf(page, lead.name)).toBeVisible();
      await open();
      await dialog(page).getByLabel('Appointment time').fill('11:15');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(
        leadPanelOf(page, lead.name).getByText(/set the appointment to .*, 11:15.am/),
      ).toBeVisible();
    });

    await test.step('by Find', async () => {
      await page.goto(`/main/lead/${lead._id}`);
      await expect(reschedule(page)).toBeVisible();
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('combobox').fill('resched');
      await page.keyboard.press('Enter');
      await expect(date).toBeFocused();
      await page.keyboard.press('Escape');
    });

    await test.step('while working, where Booked is that', async () => {
      await page.goto(`/main/dashboard?work=${lead._id}`);
      await expect(reschedule(page)).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Booked', exact: true })).toHaveCount(0);
      if (isPhone) await reschedule(page).tap();
      else await page.keyboard.press('6');
      const form = page.getByRole('form', { name: 'Reschedule' });
      await expect(form.getByText(/Booked for .*, 11:15.am\. To when\?/)).toBeVisible();
      await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
      if (isPhone) await expectFitsPhone(page);
      const day = form.getByLabel('Date', { exact: true });
      // A phone brings up its keyboard, which covers the free places, only when it is asked to.
      if (isPhone) await day.tap();
      await expect(day).toBeFocused();
      await page.keyboard.type(addDays(dealerToday(), 2));
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Rescheduled: ${lead.name}`)).toBeAttached();
      expect(await readLead(demo, lead)).toMatchObject({
        ...{ status: 'booked', appointmentDate: addDays(dealerToday(), 2), appointmentTime: '11:15' },
        contactAttempts: 1,
      });
    });
  });

  test('an appointment that has passed is rescheduled for a day to come (F131)', async ({ page, demo }) => {
    const lead = await recordBooked(demo);
    await demo.sql('update leads set appointment_date = current_date - 3 where id = $1', [lead._id]);
    await page.goto(`/main/lead/${lead._id}?dialog=lead.reschedule:${lead._id}`);
    const date = dialog(page).getByLabel('Appointment date');
    await expect(date).toHaveValue('');
    await expect(dialog(page).getByLabel('Appointment time')).toHaveValue('');
    await date.fill('yesterday');
    await date.blur();
    await expect(date).toHaveAccessibleDescription('Choose today or a later day');
    await date.fill('tomorrow');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
    expect(await readLead(demo, lead)).toMatchObject({
      ...{ appointmentDate: addDays(dealerToday(), 1), appointmentTime: null },
    });
  });
});
