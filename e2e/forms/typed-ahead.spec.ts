import type { Page } from '@playwright/test';
import { addDays } from '#contract/text/dates.ts';
import { expectChosenOption } from '../support/choice.ts';
import { holdRequests } from '../support/held.ts';
import { addLeadDialog } from '../support/lead-form.ts';
import { leadPanelOf, rows } from '../support/lists.ts';
import { moveLeadAsManager, recordServiceLead } from '../support/move-lead.ts';
import { createAccount, uniqueEmail } from '../support/new-account.ts';
import { readCenters, recordLead, uniqueName } from '../support/sample-lead.ts';
import { expect, test } from '../support/test.ts';
import { dealerToday } from '../support/written-dates.ts';

test.use({ level: 'superAdmin' });

const waiting = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Loading' });

const typesAtOnce = (name: string, letter: string) => `new MutationObserver((_, observer) => {
  const field = document.querySelector('[role=dialog] input[name=${name}]');
  if (!field) return;
  observer.disconnect();
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(field, '${letter}');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}).observe(document, { childList: true, subtree: true })`;

test('what is typed while Add Lead comes stays beside what its draft restores (F77)', async ({ page }) => {
  await page.goto('/main/leads?dialog=lead.new');
  await addLeadDialog(page).getByLabel('Notes').fill('Calls back at four');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.addInitScript(typesAtOnce('vehicleNumber', '7'));
  const { release } = await holdRequests(page, '**/assets/create-lead-dialog*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(waiting(page)).toBeFocused();
  await page.keyboard.type('Nad');
  release();
  for (const letter of 'ia Rahman') await page.keyboard.press(letter);
  await expect(addLeadDialog(page).getByLabel('Name')).toHaveValue('Nadia Rahman');
  await expect(addLeadDialog(page).getByLabel('Notes')).toHaveValue('Calls back at four');
  await expect(addLeadDialog(page).getByLabel('Vehicle registration Number')).toHaveValue('7');
});

/** Presses keys at once, as on a phone that is slow to draw the form that the first one opens. */
const press = (page: Page, ...keys: string[]) =>
  page.evaluate(`for (const key of ${JSON.stringify(keys)})
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);

test('what is typed right after the key that opens Add Lead is in it', async ({ page }) => {
  await page.goto('/main/leads');
  await expect(rows(page)).toHaveCount(10);
  await press(page, ...'cNadia');
  await expect(addLeadDialog(page).getByLabel('Name')).toHaveValue('Nadia');
});

test('what is typed right after the key that books or reschedules is in the form, and does nothing to a booking', async ({
  page,
  demo,
}) => {
  await page.goto('/main/bookings');
  await expect(page.getByRole('table', { name: /^Bookings at / })).toBeVisible();
  await press(page, ...'bMadam 017');
  const booking = page.getByRole('dialog', { name: 'Book' });
  await expect(booking.getByRole('combobox', { name: 'Customer' })).toHaveValue('Madam 017');

  const lead = await recordServiceLead(demo);
  await moveLeadAsManager(demo, lead, {
    status: 'booked',
    appointmentDate: addDays(dealerToday(), 3),
    appointmentTime: null,
  });
  await page.goto(`/main/leads?search=${lead.phone}&lead=${lead._id}`);
  await expect(leadPanelOf(page, lead.name).getByRole('button', { name: 'Reschedule' })).toBeVisible();
  await press(page, ...'rtomorrow');
  const form = page.getByRole('dialog', { name: 'Reschedule' });
  await expect(form.getByLabel('Appointment date')).toHaveValue('tomorrow');
});

test('a dialog that waits for its code, then for its record, loses nothing typed meanwhile (F77)', async ({
  page,
  demo,
}) => {
  const session = await demo.session('superAdmin');
  const lead = await recordLead(demo, session);
  await demo.call('PATCH', `/dataEntry/manageLeads/archive/${lead._id}`, { isActive: false }, session);
  const code = await holdRequests(page, '**/assets/erase-customer-dialog*.js');
  const record = await holdRequests(page, '**/erasure');
  const asked = page.waitForRequest('**/erasure');
  await page.goto(`/main/customers?dialog=customer.erase:${lead.customer}`, { waitUntil: 'commit' });
  await expect(waiting(page)).toBeFocused();
  await page.keyboard.type(lead.phone.slice(0, 4));
  code.release();
  await asked;
  await expect(waiting(page)).toHaveValue(lead.phone.slice(0, 4));
  await page.keyboard.type(lead.phone.slice(4, 8));
  record.release();
  for (const digit of lead.phone.slice(8)) await page.keyboard.press(digit);
  await expect(page.getByLabel(`Type ${lead.phone} to confirm`)).toHaveValue(lead.phone);
});

test('who is to have the leads of somebody is found by what was typed before these were read @long', async ({
  page,
  demo,
}) => {
  const [center] = await readCenters(demo, await demo.session('manager'));
  const start = { level: 'service' as const, serviceCenter: [center?._id ?? ''] };
  const [name, colleague] = [uniqueName(), uniqueName()];
  const { session } = await createAccount(demo, name, start);
  await createAccount(demo, colleague, start);
  const { _id } = await recordLead(demo, session);
  await demo.call('PATCH', `/serviceCenter/manageLeads/take/${_id}`, undefined, session);
  const { release } = await holdRequests(page, '**/management/bulk/advisors');
  await page.goto(`/main/service?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Reassign open leads: ${name}` }).click();
  await expect(waiting(page)).toBeFocused();
  await page.keyboard.type(colleague);
  release();
  await expect(page.getByRole('textbox', { name: 'Search people' })).toHaveValue(colleague);
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(1);
});

test('a select finds what was typed before its dialog was there @long', async ({ page }) => {
  const { release } = await holdRequests(page, '**/assets/bulk-dialog*.js');
  await page.goto('/main/manageMentLead/all');
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Move' }).click();
  await expect(waiting(page)).toBeFocused();
  await page.keyboard.type('utt');
  release();
  await expectChosenOption(page.getByRole('dialog'), 'Service center', /^Uttara/);
});

test('what is typed while the text before it is being sent stays @long', async ({ page, demo }) => {
  const lead = await recordLead(demo, await demo.session('superAdmin'));
  const comments = await holdRequests(page, '**/comments/*');
  await page.goto(`/main/leads?search=${lead.phone}&lead=${lead._id}`);
  const comment = leadPanelOf(page, lead.name).getByRole('textbox', { name: 'Comment' });
  await comment.fill('Rang twice');
  await comment.press('Control+Enter');
  await page.keyboard.type(' Wants a price');
  comments.release();
  await expect(comment).toHaveValue('Wants a price');

  const [first, second] = [uniqueEmail(), uniqueEmail()];
  const invites = await holdRequests(page, '**/management/employeeinvite');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/main/inviteEmployees');
  const email = page.getByLabel('Email');
  await email.fill(first);
  await email.press('Enter');
  await email.fill(second);
  invites.release();
  await expect(page.getByRole('textbox', { name: `Link for ${first}` })).toBeVisible();
  await expect(email).toHaveValue(second);
});
