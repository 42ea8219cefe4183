import type { Page } from '@playwright/test';
import type { Lead } from '#contract/leads/leads.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { addDays } from '#contract/text/dates.ts';
import { workingHours } from '#contract/working-hours.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { openAddForm } from './support/lead-form.ts';
import { toast } from './support/lists.ts';
import { moveDialog, moveSaveButton, readLead } from './support/move-lead.ts';
import { createAccount } from './support/new-account.ts';
import { recordLead, uniqueName } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

test.use({ level: 'manager' });

async function addCenter(demo: Demo) {
  const manager = await demo.session('manager');
  const name = `Center of ${uniqueName()}`;
  const made = await demo.call('POST', '/management/manageServiceCenter', { name }, manager);
  return { name, manager, id: serviceCenter.parse(made.body)._id };
}

async function press(page: Page, button: string, key = 'Enter') {
  await page.getByRole('button', { name: button, exact: true }).focus();
  await page.keyboard.press(key);
}

async function typeInto(page: Page, label: string, keys: string) {
  await page.getByLabel(label, { exact: true }).last().focus();
  await page.keyboard.type(keys);
}

test('a manager sets a center’s hours and a holiday by keyboard, and the time left to answer follows', async ({
  page,
  demo,
  openAs,
}) => {
  const { name, id, manager } = await addCenter(demo);
  const advisor = await createAccount(demo, 'Rafiq Islam', { level: 'service', serviceCenter: [id] });
  await page.goto(`/main/serviceCenters?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Working hours: ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Hours of' })).toHaveValue(id);
  await page.getByRole('radio', { name: 'Same as the dealer’s' }).focus();
  await page.keyboard.press('ArrowRight');

  await typeInto(page, 'Sunday opens', '1200AM');
  await typeInto(page, 'Sunday closes', '1200PM');
  await press(page, 'Add hours on Sunday');
  const second = page.getByLabel('Sunday opens (2)');
  await expect(second).toBeFocused();
  await page.keyboard.type('1100AM');
  await typeInto(page, 'Sunday closes (2)', '1200AM');
  await page.keyboard.press('Control+Enter');
  await expect(second).toBeFocused();
  await expect(second).toHaveAccessibleDescription('These hours overlap');
  await expectAccessible(page, 'best-practice');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1200PM');
  await expect(page.getByText('These hours overlap')).toBeHidden();
  await press(page, 'Copy Sunday to all other days');
  await expect(page.getByLabel('Friday closes (2)')).toHaveValue('12:00 am');
  await page.getByLabel('Friday closes (2)').focus();
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Working hours saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Monday opens (2)')).toHaveValue('12:00 pm');

  const service = await openAs('service', advisor.session);
  await service.goto('/main/dashboard');
  await expect(service.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const lead = await recordLead(demo, manager, { serviceCenter: id });
  const row = service.getByRole('listitem').filter({ hasText: lead.name }).first();
  await expect(row).toContainText(/(60|59|58) min left/);

  await press(page, 'Add holiday');
  await expect(page.getByLabel('Name').last()).toBeFocused();
  await page.keyboard.type('Stocktaking');
  await page.getByRole('combobox', { name: 'Service center' }).last().focus();
  await page.keyboard.type(name);
  await typeInto(page, 'First day', 'tomorrow');
  await typeInto(page, 'Last day (if several)', 'today');
  await press(page, 'Save holidays');
  await expect(page.getByLabel('Last day (if several)').last()).toHaveAccessibleDescription(
    'End Date must not be before Start Date',
  );
  await expectAccessible(page, 'best-practice');
  for (const [label, day] of [
    ['First day', 'today'],
    ['Last day (if several)', 'tomorrow'],
  ] as const) {
    await page.getByLabel(label).last().fill('');
    await typeInto(page, label, day);
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Save holidays' })).toBeDisabled();
  await expect(async () => {
    await service.reload();
    await expect(row).toContainText('answer by', { timeout: 10_000 });
  }, 'what waits is timed anew').toPass();

  await press(page, 'Remove Stocktaking');
  await press(page, 'Save holidays');
  await expect(page.getByRole('button', { name: 'Save holidays' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Remove Victory Day' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Stocktaking' })).toHaveCount(0);
});

test('a change of hours waits for its day, and of two people who change the same one hears of the other (F73)', async ({
  page,
  demo,
}) => {
  const { id, manager } = await addCenter(demo);
  const path = '/management/workingHours';
  const { body } = await demo.call('GET', path, undefined, manager);
  const { targets, holidays } = workingHours.parse(body);
  // Told of nothing by itself, the page hears of the other by saving.
  await page.route('**/events', (route) => route.abort());
  try {
    await page.goto(`/main/workingHours?center=${id}`);
    await page.getByRole('radio', { name: 'Its own' }).check({ force: true });
    await page.getByRole('button', { name: 'Remove hours 1 of Monday' }).click();
    await expect(page.getByRole('group', { name: 'Monday' })).toContainText('Closed');
    await page.getByLabel('Takes effect from').fill('tomorrow');
    await page.getByLabel('Usual target (minutes)').fill('45');
    await demo.call(
      'PATCH',
      path,
      { holidays: [{ serviceCenter: id, day: '2027-03-26', name: 'Fair' }] },
      manager,
    );
    await page.getByRole('button', { name: 'Save hours' }).click();
    const coming = page.getByRole('listitem').filter({ hasText: /^From / });
    await expect(coming, 'another part was changed, so nothing is asked').toContainText('Monday: Closed');
    await expect(page.getByRole('radio', { name: 'Same as the dealer’s' })).toBeChecked();

    await demo.call('PATCH', path, { targets: { ...targets, default: 30 } }, manager);
    await page.getByRole('button', { name: 'Save targets' }).click();
    await expect(page.getByText('Someone else changed these while you were editing.')).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText('Someone else changed these while you were editing.')).toBeVisible();
    await expect(page.getByLabel('Usual target (minutes)'), 'what is typed stays').toHaveValue('45');
    await page.getByRole('button', { name: 'Show theirs' }).click();
    await expect(page.getByLabel('Usual target (minutes)')).toHaveValue('30');

    await coming.getByRole('button', { name: /^Remove the hours from / }).click();
    await expect(coming).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(coming).toHaveCount(1);
  } finally {
    const answer = await demo.call('PATCH', path, { targets, holidays }, manager);
    expect(answer.status, 'the way back').toBe(200);
  }
});

test('a manager limits what a center takes, and whoever books more is asked first and offered the next free place', async ({
  page,
  demo,
  openAs,
}) => {
  const { id, manager } = await addCenter(demo);
  const advisor = await createAccount(demo, 'Rafiq Islam', { level: 'service', serviceCenter: [id] });
  const always = {
    validFrom: dealerToday(),
    week: Array.from({ length: 7 }, () => [{ from: '09:00', to: '12:00' }]),
  };
  const hours = { serviceCenter: id, plans: [always] };
  await demo.call('PATCH', '/management/workingHours', { hours }, manager);

  await test.step('the rules are set by keyboard', async () => {
    await page.goto(`/main/workingHours?center=${id}`);
    await page.getByRole('link', { name: 'Booking rules' }).click();
    await page.goto(`/main/bookingRules?center=${id}`);
    await page.getByRole('radio', { name: 'Any booking' }).focus();
    await page.keyboard.press('ArrowRight');
    await typeInto(page, 'Cars a day on Sunday', '2.5');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel('Cars a day on Sunday')).toHaveAccessibleDescription('Enter a whole number');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2');
    await typeInto(page, 'Cars an hour on Sunday', '1');
    await press(page, 'Copy Sunday to all other days');
    await expect(page.getByLabel('Cars an hour on Friday')).toHaveValue('1');
    await press(page, 'How cars an hour are counted');
    await expect(page.getByText(/^A car counts in the hour in which it arrives/)).toBeVisible();
    await page.keyboard.press('Escape');
    await press(page, 'Add day or hours');
    await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
    await page.keyboard.type(addDays(dealerToday(), 3));
    await typeInto(page, 'From', '9');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
      'This field is Required',
    );
    await expectAccessible(page, 'best-practice');
    await typeInto(page, 'To', '10:30');
    await typeInto(page, 'Note', 'Training');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Booking rules saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Cars a day on Saturday')).toHaveValue('2');
    await expect(page.getByLabel('Note')).toHaveValue('Training');
  });

  const session = advisor.session;
  const service = await openAs('service', session);
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(() => recordLead(demo, session, { serviceCenter: id })),
  );
  if (!first || !second || !third) throw new Error('Three leads are recorded');
  const day = addDays(dealerToday(), 2);
  const question = (page: Page) => page.getByRole('dialog', { name: 'No free place' });
  const placeOf = async (lead: Lead) => {
    const { status, appointmentDate, appointmentTime } = await readLead(demo, lead);
    return { status, date: appointmentDate, time: appointmentTime };
  };

  await test.step('three keys book the next free place from the work screen', async () => {
    await service.goto(`/main/dashboard?work=${first._id}`);
    await expect(service.getByRole('button', { name: 'Booked', exact: true })).toBeEnabled();
    await service.keyboard.press('6');
    await expect(service.getByRole('form').getByLabel('Date', { exact: true })).toBeFocused();
    await service.keyboard.type(day);
    await service.keyboard.press('Alt+n');
    await expect(service.getByLabel('Time', { exact: true })).toHaveValue('9:00 am');
    await expectAccessible(service);
    await service.keyboard.press('Enter');
    await expect(service.getByText(`Booked: ${first.name}`)).toBeAttached();
    expect(await placeOf(first)).toEqual({ status: 'booked', date: day, time: '09:00' });
  });

  await test.step('one key fills the next free place into a new lead and into a status change', async () => {
    await service.goto('/main/leadsByStatus/pending');
    const form = await openAddForm(service);
    await expect(form.getByLabel('Location')).toHaveValue(id);
    await form.getByLabel('Name').press('Alt+n');
    await expect(form.getByLabel('Preferred Time')).toHaveValue(/:/);
    await expect(form.getByLabel('Preferred Date')).not.toHaveValue('');
    await expect(form.getByRole('radio', { checked: true, name: / free, / })).toBeVisible();
    await form.getByLabel('Preferred Date').fill(day);
    await form.getByLabel('Preferred Date').press('Alt+n');
    await expect(form.getByLabel('Preferred Time')).toHaveValue('10:00 am');
    await service.goto(`/main/lead/${second._id}?dialog=lead.move:${second._id}.booked`);
    await moveDialog(service).getByLabel('Appointment date').press('Alt+n');
    await expect(moveDialog(service).getByLabel('Appointment time')).toHaveValue(/:/);
    await expect(moveDialog(service).getByRole('radio', { checked: true, name: / free, / })).toBeVisible();
  });

  await test.step('a full hour is asked about, and nothing is lost by Cancel', async () => {
    await service.goto(`/main/lead/${second._id}?dialog=lead.move:${second._id}.booked`);
    const form = moveDialog(service);
    await form.getByLabel('Appointment date').fill(day);
    await expect(form.getByRole('region', { name: 'Free places' })).toContainText('1 of 2 cars');
    await form.getByLabel('9:30 am, not free, 1 of 1 cars').press('Space');
    await expect(form.getByLabel('Appointment time')).toHaveValue('9:30 am');
    await form.getByLabel('Appointment time').press('Control+Enter');
    await expect(question(service)).toContainText('1 of 1 cars are booked from 9:00 am to 10:00 am on');
    await expect(question(service).getByRole('button', { name: /^Book .*, 10:00.am$/ })).toBeFocused();
    await expect(question(service).getByRole('button', { name: 'Book anyway' })).toHaveCount(0);
    await expectAccessible(service);
    await service.keyboard.press('Escape');
    await expect(question(service)).toBeHidden();
    await expect(form.getByLabel('Appointment time')).toBeFocused();
    await expect(form.getByLabel('Appointment time')).toHaveValue('9:30 am');
    expect(await placeOf(second)).toMatchObject({ status: 'pending' });
    await service.keyboard.press('Control+Enter');
    await expect(question(service).getByRole('button', { name: /^Book .*, 10:00.am$/ })).toBeFocused();
    await service.keyboard.press('Enter');
    await expect(form).toBeHidden();
    expect(await placeOf(second)).toEqual({ status: 'booked', date: day, time: '10:00' });
  });

  await test.step('management books it anyway', async () => {
    await page.goto(`/main/lead/${third._id}?dialog=lead.move:${third._id}.booked`);
    await moveDialog(page).getByLabel('Appointment date').fill(day);
    await expect(moveDialog(page).getByRole('region', { name: 'Free places' })).toContainText(
      '2 of 2 cars are booked on',
    );
    await moveSaveButton(page).click();
    await question(page).getByRole('button', { name: 'Book anyway' }).click();
    await expect(moveDialog(page)).toBeHidden();
    expect(await placeOf(third)).toEqual({ status: 'booked', date: day, time: null });
  });
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('the free places of a day fit and scroll in their own row', async ({ page, demo }) => {
    const { id, manager } = await addCenter(demo);
    const lead = await recordLead(demo, manager, { serviceCenter: id });
    await page.goto(`/main/lead/${lead._id}?dialog=lead.move:${lead._id}.booked`);
    await moveDialog(page)
      .getByRole('button', { name: /^Next free: / })
      .tap();
    await expect(moveDialog(page).getByLabel('Appointment date')).not.toHaveValue('');
    await expect(moveDialog(page).getByRole('radio', { checked: true, name: / free, / })).toBeInViewport();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.goto(`/main/bookingRules?center=${id}`);
    await page.getByRole('radio', { name: 'Limited' }).check({ force: true });
    await page.getByRole('button', { name: 'Add day or hours' }).click();
    await expectAccessible(page, 'best-practice');
    await expectFitsPhone(page);
  });

  test('the working hours are accessible, with what is wrong beside its field', async ({ page }) => {
    await page.goto('/main/workingHours');
    await page.getByRole('button', { name: 'Add hours on Sunday' }).click();
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByRole('button', { name: 'Save holidays' }).click();
    await page.getByRole('button', { name: 'Save hours' }).click();
    await expect(page.getByText('Enter a valid time')).toHaveCount(2);
    await expectAccessible(page, 'best-practice');
    await expectFitsPhone(page);
  });
});
