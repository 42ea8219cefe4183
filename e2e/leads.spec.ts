import type { Locator, Page } from '@playwright/test';
import type { Lead } from '#contract/leads/leads.ts';
import { chooseOption, chosenOption, expectChosenOption } from './support/choice.ts';
import { holdRequests } from './support/held.ts';
import {
  addLeadDialog,
  archiveLead,
  expectAdded,
  fillInLead,
  openAddForm,
  openUpdateForm,
  pressAdd,
  pressUpdate,
  renameLead,
  saveUpdate,
  updateLeadDialog,
} from './support/lead-form.ts';
import {
  answerQuestion,
  expectNothingFound,
  heading,
  leadPanelOf,
  questionDialog,
  readText,
  readTotal,
  rows,
  rowWith,
  searchBox,
  toast,
} from './support/lists.ts';
import { editLeadAsManager, fillAndBlur, readLead } from './support/move-lead.ts';
import { unrouteAndRetry } from './support/retry.ts';
import { recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { allOrExamples, expect, test } from './support/test.ts';

test.use({ level: 'dataEntry' });

async function openLeads(page: Page, search = ''): Promise<void> {
  await page.goto(`/main/leads${search}`);
  await expect(heading(page)).toHaveText(/^Leads \(/);
}

async function openLead(page: Page, { _id }: Lead): Promise<Locator> {
  await openLeads(page, `?dialog=lead.edit:${_id}`);
  return updateLeadDialog(page);
}

async function openNewLead(page: Page): Promise<Locator> {
  await openLeads(page, '?dialog=lead.new');
  return addLeadDialog(page);
}

async function tabTo(target: Locator): Promise<void> {
  const focused = target.and(target.page().locator(':focus'));
  for (let steps = 0; steps < 40 && (await focused.count()) === 0; steps++)
    await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('a lead is added with every field filled in, and appears at the top of the list', async ({ page }) => {
  const name = uniqueName();
  const phone = uniquePhone();
  await openLeads(page);
  const before = await readTotal(page);
  const form = await openAddForm(page);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Phone Number').fill(`+88 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  await form.getByLabel('Email').fill('nadia@example.com');
  await chooseOption(form, 'Platform', 'WhatsApp');
  await chooseOption(form, 'Type', 'Campaign');
  await chooseOption(form, 'Campaign', 1);
  await chooseOption(form, 'Location', 1);
  const center = await readText(chosenOption(form, 'Location'));
  await form.getByLabel('Vehicle registration Number').fill('  dhaka metro-ga  11-2233 ');
  await form.getByLabel('Preferred Date').fill('tomorrow');
  await form.getByLabel('Preferred Time').fill('10:30');
  await form.getByLabel('Notes').fill('সকালে ফোন করবেন। Call in the morning.');
  await pressAdd(page);

  await expectAdded(page);
  await expect(heading(page)).toContainText(`(${(before + 1).toLocaleString('en')} in total)`);
  const row = rows(page).first();
  await expect(row).toContainText(name);
  await expect(row).toContainText('DHAKA METRO-GA 11-2233');
  await expect(row).toContainText(new RegExp(`${phone.slice(0, 5)}[- ]?${phone.slice(5)}`));
  await expect(row).toContainText(center);

  const update = await openUpdateForm(page, name);
  await expect(update.getByLabel('Email')).toHaveValue('nadia@example.com');
  await expectChosenOption(update, 'Platform', 'WhatsApp');
  await expect(update.getByRole('combobox', { name: 'Campaign' })).not.toHaveValue('');
  await expect(update.getByLabel('Preferred Time')).toHaveValue('10:30 am');
  await expect(update.getByLabel('Notes')).toHaveValue('সকালে ফোন করবেন। Call in the morning.');
});

test('a lead is renamed, and the list shows it at once @long', async ({ page, demo }) => {
  const lead = await recordLead(demo, await demo.session('dataEntry'));
  const renamed = uniqueName();
  await openLeads(page, `?search=${lead.phone}`);
  await renameLead(page, lead.name, renamed);
  await expect(rowWith(page, renamed)).toBeVisible();
  await expect(rowWith(page, lead.name)).toHaveCount(0);
});

test('an update that is answered without a lead says so and keeps what is typed (F65) @long', async ({
  page,
  demo,
}) => {
  const lead = await recordLead(demo, await demo.session('dataEntry'));
  await openLeads(page, `?dialog=lead.edit:${lead._id}`);
  const dialog = page.getByRole('dialog', { name: 'Update Lead' });
  await dialog.getByLabel('Name').fill('Renamed');
  for (const body of ['null', '']) {
    await page.route('**/dataEntry/manageLeads/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 200, contentType: 'application/json', body })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Update Lead' }).click();
    await expect(toast(page, 'Unable to update Lead').last()).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Renamed');
    await page.unrouteAll();
  }
  await dialog.getByRole('button', { name: 'Update Lead' }).click();
  await expect(dialog).toBeHidden();
});

test('a service is chosen by typing while the options load; a new type clears it (F22) @long', async ({
  page,
}) => {
  const { release } = await holdRequests(page, '**/api/employeeApp/**type=service*');
  const form = await openNewLead(page);
  await chooseOption(form, 'Type', 'Service');
  await form.getByRole('combobox', { name: 'Type' }).press('Tab');
  const service = form.getByRole('combobox', { name: 'Service' });
  await expect(service).toBeFocused();
  await page.keyboard.type('br');
  release();
  await expectChosenOption(form, 'Service', /^Br/);
  await chooseOption(form, 'Type', 'Parts');
  await expect(form.getByRole('combobox', { name: 'Parts' })).toHaveValue('');
});

test('a signed-in page shows its frame before the app has loaded (F23)', async ({ page }) => {
  const { release } = await holdRequests(page, '**/assets/index-*.js');
  await page.goto('/main/leads', { waitUntil: 'commit' });
  const frame = page.locator('#shell');
  await expect(frame).toBeVisible();
  expect(await frame.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 52 });
  release();
  await expect(heading(page)).toBeVisible();
  await expect(frame).toBeHidden();
});

test('a form opens before its code has loaded and keeps what is typed (F21, F23)', async ({ page }) => {
  const code = /\/assets\/create-lead-dialog-[^/]*\.js/;
  await page.route(code, (route) => route.abort());
  await openLeads(page);
  await page.keyboard.press('c');
  const form = addLeadDialog(page);
  await expect(form).toContainText('This part could not be loaded');
  await page.unroute(code);
  const { release } = await holdRequests(page, code);
  await form.getByRole('button', { name: 'Retry' }).click();
  await expect(form.getByRole('textbox', { name: 'Loading' })).toBeFocused();
  await page.keyboard.type('Nadia');
  release();
  await expect(form.getByLabel('Name')).toHaveValue('Nadia');
  await expect(form.getByLabel('Name')).toBeFocused();
});

test('a lead is archived after a question, found in the archive and unarchived', async ({ page, demo }) => {
  const { name, phone } = await recordLead(demo, await demo.session('dataEntry'));
  await openLeads(page, `?search=${phone}`);
  const archive = page.getByRole('button', { name: `Archive: ${name}`, exact: true });
  const show = page.getByRole('radiogroup', { name: 'Show' });

  await test.step('they archive it, on second thoughts not, and then they do', async () => {
    await archive.click();
    await expect(questionDialog(page)).toContainText('Please confirm you want to Archive this item.');
    await answerQuestion(page, 'Cancel');
    await expect(rowWith(page, name)).toBeVisible();
    await archiveLead(page, name);
    await expect(page.getByText(`${name} archived`)).toBeVisible();
    await expectNothingFound(page);
  });

  await test.step('they find it in the archive and take it back', async () => {
    await show.getByText('Archived').click();
    await expect(page).toHaveURL(/filter=archived/);
    await page.getByRole('button', { name: `Unarchive: ${name}` }).click();
    await expect(questionDialog(page)).toContainText('Please confirm you want to Unarchive this item.');
    await answerQuestion(page, 'Unarchive');
    await expectNothingFound(page);
    await show.getByText('Active').click();
    await expect(archive).toBeVisible();
  });
});

test('the focus stays in the list when a row leaves it; Ctrl+Z undoes it (F18)', async ({ page, demo }) => {
  const session = await demo.session('dataEntry');
  const family = uniqueName();
  for (const one of ['C', 'B', 'A']) await recordLead(demo, session, { name: `${family} ${one}` });
  const lead = (one: string) => page.getByRole('button', { name: `${family} ${one}`, exact: true });
  await openLeads(page, `?search=${family}`);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(lead('B')).toBeFocused();
  const pencil = page.getByRole('button', { name: `Update Lead: ${family} B` });
  await tabTo(pencil);
  await page.keyboard.press('Enter');
  await updateLeadDialog(page).getByLabel('Notes').fill('by keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(updateLeadDialog(page)).toBeHidden();
  await expect(pencil).toBeFocused();

  await tabTo(page.getByRole('button', { name: `Archive: ${family} B` }));
  await page.keyboard.press('Enter');
  await questionDialog(page).getByRole('button', { name: 'Archive', exact: true }).press('Enter');
  await expect(lead('B')).toHaveCount(0);
  await expect(lead('C')).toBeFocused();
  await page.keyboard.press('k');
  await expect(lead('A')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(lead('B')).toBeVisible();
  await expect(lead('A')).toBeFocused();
});

test('leads are added one after another, and no keystroke is lost meanwhile (F19)', async ({ page }) => {
  const [first, second] = [uniqueName(), uniqueName()];
  const form = await openNewLead(page);
  await fillInLead(form, first);
  await chooseOption(form, 'Platform', 'Facebook');
  await chooseOption(form, 'Type', 'Service');
  const center = await readText(chosenOption(form, 'Location'));
  const { release } = await holdRequests(page, '**/dataEntry/manageLeads');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(second);
  release();
  await expect(form.getByText(`Saved ${first}`)).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(second);
  await expect(form.getByLabel('Phone Number')).toHaveValue('');
  await expectChosenOption(form, 'Platform', 'Facebook');
  await expectChosenOption(form, 'Type', 'Service');
  await expectChosenOption(form, 'Location', center);

  await form.getByLabel('Phone Number').fill(uniquePhone());
  await pressAdd(page);
  await expect(form).toBeHidden();
  await expect(rows(page).nth(0)).toContainText(second);
  await expect(rows(page).nth(1)).toContainText(first);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(updateLeadDialog(page).getByLabel('Name')).toHaveValue(second);
});

test('keys pressed right after Save and add another go to the next lead (F60) @long', async ({ page }) => {
  const [first, second] = [uniqueName(), uniqueName()];
  const form = await openNewLead(page);
  await fillInLead(form, first);
  await form.getByLabel('Phone Number').focus();
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.type(second);
  await expect(form.getByText(`Saved ${first}`)).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(second);
  await expect(form.getByLabel('Phone Number')).toHaveValue('');

  await page.keyboard.press('Control+Shift+Enter');
  await expect(form.getByLabel('Phone Number')).toHaveAccessibleDescription('This field is Required');
  await expect(form.getByLabel('Name')).toHaveValue(second);
  await expect(form.getByLabel('Phone Number')).toBeFocused();
  await page.keyboard.type('0171');
  await expect(form.getByLabel('Phone Number')).toHaveValue(/0171$/);
});

test('Add Lead without a connection says why there are no centers, and has them later (F60) @long', async ({
  page,
}) => {
  await page.route('**/dataEntry/manageServiceCenter*', (route) => route.abort());
  const form = await openNewLead(page);
  const location = form.getByRole('combobox', { name: 'Location' });
  await form.getByLabel('Name').fill('Half a lead');
  await expect(location).toHaveAccessibleDescription(/^No connection to the server/);
  await expect(location).toHaveText('Not loaded');
  await pressAdd(page);
  await expect(form.getByLabel('Phone Number')).toHaveAccessibleDescription('This field is Required');
  await expect(location).toHaveAccessibleDescription(/^No connection to the server/);
  await unrouteAndRetry(page, '**/dataEntry/manageServiceCenter*');
  await chooseOption(form, 'Location', 1);
  await expect(location).toHaveAccessibleDescription('');
  await expect(form.getByLabel('Name')).toHaveValue('Half a lead');
});

test('in the lead after Save and add another nothing is missing yet, and a message may name another center', async ({
  page,
}) => {
  const form = await openNewLead(page);
  await fillInLead(form, uniqueName());
  await chooseOption(form, 'Location', 'Mirpur Service Center');
  await form.getByLabel('Phone Number').focus();
  await page.keyboard.press('Control+Shift+Enter');
  await expect(form.getByText(/^Saved /)).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Phone Number')).toHaveAccessibleDescription('');
  await expectChosenOption(form, 'Location', 'Mirpur Service Center');

  await form.getByRole('button', { name: 'Paste a message' }).click();
  await page.keyboard.insertText('This is Sharmin Jahan, 01911556677. Oil change at Tejgaon please');
  const offer = form.getByRole('group', { name: 'Found in the message' });
  await expect(offer.getByRole('checkbox', { name: 'Location: Tejgaon Service Center' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expectChosenOption(form, 'Location', 'Tejgaon Service Center');
});

test('a lead that could not be saved waits while the next one is typed (F19) @long', async ({ page }) => {
  const [first, second] = [uniqueName(), uniqueName()];
  const form = await openNewLead(page);
  await fillInLead(form, first);
  const { refuse } = await holdRequests(page, '**/dataEntry/manageLeads');
  await form.getByRole('button', { name: 'Save and add another' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await form.getByLabel('Name').fill(second);
  refuse();
  await expect(form.getByRole('alert')).toContainText(`${first} is not saved`);
  await expect(form.getByLabel('Name')).toHaveValue(second);
  await page.unroute('**/dataEntry/manageLeads');

  await form.getByRole('button', { name: 'Go back to it' }).click();
  await expect(form.getByLabel('Name')).toHaveValue(first);
  await pressAdd(page);
  await expect(form.getByText(`Saved ${first}`)).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue(second);
});

test('a pasted message fills in the lead on request, and Undo takes it out again (F20)', async ({ page }) => {
  const message =
    'Name: Karim Uddin\nDhaka Metro-Ga 20-6199\nkarim@example.com, tomorrow at 4 pm\nNeed an oil change, saw you on fb\nCall me at wa.me/8801712345678';
  const pasting = `{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(message)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('input[name=phone]').dispatchEvent(event);
  }`;
  const form = await openNewLead(page);
  await form.getByLabel('Name').fill('Karim');
  await page.evaluate(pasting);
  const offer = form.getByRole('group', { name: 'Found in the message' });
  await expect(offer.getByRole('checkbox', { name: 'Name: Karim Uddin', exact: true })).not.toBeChecked();
  await expect(offer.getByRole('checkbox', { name: 'Service: Engine Oil Change' })).toBeChecked();
  await expect(offer.getByRole('checkbox', { name: 'Platform: Facebook' })).toBeChecked();
  await expect(offer.getByRole('button', { name: 'Fill in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Name')).toHaveValue('Karim');
  const service = form.getByRole('combobox', { name: 'Service', exact: true });
  await expect(service.locator('option:checked')).toHaveText('Engine Oil Change');
  await expect(form.getByLabel('Phone Number')).toHaveValue('01712-345678');
  await expect(form.getByLabel('Vehicle registration Number')).toHaveValue('DHAKA METRO-GA 20-6199');
  await expect(form.getByLabel('Email')).toHaveValue('karim@example.com');
  await expect(form.getByLabel('Preferred Time')).toHaveValue('4:00 pm');
  await expect(form.getByLabel('Notes')).toHaveValue(message);
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(service).toBeDisabled();
  await expect(form.getByRole('combobox', { name: 'Type', exact: true })).toHaveValue('');
  await expect(form.getByLabel('Phone Number')).toHaveValue('');
  await expect(form.getByLabel('Notes')).toHaveValue('');
});

test('at 1280×720 a message can be pasted from the top of the form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const form = await openNewLead(page);
  const paste = form.getByRole('button', { name: 'Paste a message' });
  await expect(paste).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(paste).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Name: Karim Uddin\nCall me at 01712345678');
  await expect(form.getByRole('button', { name: 'Fill in' })).toBeInViewport({ ratio: 1 });
});

test('opening a message judges no empty field; one that only replaces keeps the focus (F58) @long', async ({
  page,
}) => {
  const form = await openNewLead(page);
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await form.getByRole('button', { name: 'Paste a message' }).click();
  const own = form.getByRole('textbox', { name: 'Paste a message' });
  await expect(own).toBeFocused();
  await expect(name).toHaveAccessibleDescription('');

  await page.keyboard.insertText('Name: Karim Uddin\nCall me at 01712345678');
  const offer = form.getByRole('group', { name: 'Found in the message' });
  await expect(offer.getByRole('button', { name: 'Fill in' })).toBeFocused();
  await expect(name).toHaveAccessibleDescription('');
  await page.keyboard.press('Escape');
  await expect(own).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard what you typed?' }).locator(':focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Read this message' }).click();
  await offer.getByRole('button', { name: 'Fill in' }).click();
  await expect(name).toHaveValue('Karim Uddin');
  await expect(own).toHaveCount(0);

  await form.getByLabel('Phone Number').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('Name: Rahim Uddin\nCall me at 01812345678\nNeeds new brakes');
  const box = offer.getByRole('checkbox', { name: 'Name: Rahim Uddin' });
  await expect(box).toBeFocused();
  await expect(offer.getByRole('button', { name: 'Fill in' })).toBeDisabled();
  await expect(form.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('01712-345678');
  await page.keyboard.press('Space');
  await offer.getByRole('button', { name: 'Fill in' }).click();
  await expect(name).toHaveValue('Rahim Uddin');
});

test('missing and impossible values are reported beside their fields', async ({ page }) => {
  await openLeads(page);
  const form = await openAddForm(page);
  await pressAdd(page);
  const name = form.getByLabel('Name');
  const phone = form.getByLabel('Phone Number');
  await expect(name).toHaveAccessibleDescription('This field is Required');
  await expect(phone).toHaveAccessibleDescription('This field is Required');
  await expect(form.getByRole('combobox', { name: 'Location' })).toHaveAccessibleDescription(
    'Choose one of the service centers',
  );
  await expect(name).toBeFocused();

  await name.fill('   ');
  await phone.fill('0171234');
  await form.getByLabel('Email').fill('nadia@');
  await form.getByLabel('Preferred Date').fill('31/2');
  await pressAdd(page);
  await expect(name).toHaveAccessibleDescription('This field is Required');
  await expect(phone).toHaveAccessibleDescription('This phone number is too short');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Invalid Email Address');
  await expect(form.getByLabel('Preferred Date')).toHaveAccessibleDescription('Enter a valid date');
  await fillAndBlur(form.getByLabel('Preferred Date'), '1/1/2020');
  await expect(form.getByLabel('Preferred Date')).toHaveAccessibleDescription('This day has passed');
  await expect(form.getByLabel('Preferred Date')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveValue('0171234');
});

test('reload, Back and a shared link keep search, page and filter', async ({ page, openAs }) => {
  await openLeads(page);
  await expect(page.getByText(/^Show 1 to 10 of [\d,]+ entries$/)).toBeVisible();
  const firstOfFirst = await readText(rows(page).first());
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^Show 11 to 20 of [\d,]+ entries$/)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).not.toHaveText(firstOfFirst);
  // The row also names colleagues who have the lead open, who come and go.
  const phoneOfFirst = async () => /01\d{9}/.exec(await readText(rows(page).first()))?.[0];
  const firstOfSecond = await phoneOfFirst();
  expect(firstOfSecond).toBeDefined();

  await page.reload();
  await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();
  expect(await phoneOfFirst()).toBe(firstOfSecond);
  await page.goBack();
  await expect(page.getByText(/^Show 1 to 10 of/)).toBeVisible();
  await page.goForward();
  await expect(page.getByText(/^Show 11 to 20 of/)).toBeVisible();

  for (const typed of ['rah', 'rahman']) {
    await searchBox(page).fill(typed);
    await expect(page).toHaveURL(new RegExp(`\\?search=${typed}$`));
  }
  await page.goBack();
  await expect(page.getByText(/^Show 11 to 20 of/), 'a search is one step').toBeVisible();
  await expect(searchBox(page)).toHaveValue('');
  expect(await phoneOfFirst()).toBe(firstOfSecond);
  await page.goForward();
  await expect(searchBox(page)).toHaveValue('rahman');
  await searchBox(page).press('Escape');
  await expect(page.getByText(/^Show 11 to 20 of/), 'to clear it is to go back').toBeVisible();

  await rows(page).first().locator('[data-row-focus]').click();
  const beside = page.getByRole('complementary', { name: /^Lead: / });
  await expect(beside).toBeVisible();
  await searchBox(page).fill('rahman');
  await expect(page).toHaveURL(/search=rahman/);
  await beside.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\?search=rahman$/);
  await page.goBack();
  await expect(page.getByText(/^Show 11 to 20 of/), 'also with a lead beside the list').toBeVisible();
  await expect(beside).toBeHidden();

  await searchBox(page).fill('rahman');
  await expect(page).toHaveURL(/search=rahman/);
  await expect(rows(page).first()).toContainText(/rahman/i);
  const shared = await openAs('manager');
  await shared.goto(page.url());
  await expect(searchBox(shared)).toHaveValue('rahman');
  await expect(shared.getByText(/^Show 1 to/)).toHaveText(await readText(page.getByText(/^Show 1 to/)));
});

test('a page past the last turns to it, and Back leaves the list (F57) @long', async ({ page }) => {
  await page.goto('/main/profile');
  await page.goto('/main/leads?page=9999');
  await expect(page).not.toHaveURL(/page=9999/);
  await expect(rows(page).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/main/profile');
});

test('the open lead is in the URL too, and Back closes it', async ({ page, demo }) => {
  const { _id, name } = await recordLead(demo, await demo.session('dataEntry'));
  await openLeads(page);
  const form = await openUpdateForm(page, name);
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(page).toHaveURL(new RegExp(`dialog=lead.edit:${_id}`));
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(/dialog=/);
});

test('a search leads on by keys: Enter to the first result, the arrow to the rows, Escape clears (F59)', async ({
  page,
  demo,
}) => {
  const session = await demo.session('dataEntry');
  const { name } = await recordLead(demo, session);
  await openLeads(page);
  await expect(rows(page)).toHaveCount(10);
  const { release } = await holdRequests(page, '**/dataEntry/manageLeads?*search=*');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(searchBox(page)).toBeFocused();
  release();
  await expect(leadPanelOf(page, name)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name, exact: true })).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('complementary', { name: /^Lead/ })).toHaveCount(0);
  await page.keyboard.type(name);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
});

test.describe('every list with a search', () => {
  test.use({ level: 'superAdmin' });

  test('opens its first result by Enter and has its rows below the search (F59)', async ({ page }) => {
    const examples = ['leadsByStatus/pending', 'manager', 'serviceCenters'];
    const others = ['leads', 'manageMentLead/all', 'weekly', 'customers', 'servicesAndCampaign'];
    for (const path of allOrExamples([...examples, ...others], examples)) {
      await page.goto(`/main/${path}`);
      const first = page.locator('[data-rows] [data-row-focus]').first();
      await expect(first).toBeVisible();
      const word = /[\p{L}]{3,}/u.exec(await readText(first))?.[0] ?? '';
      await searchBox(page).fill(word);
      await page.keyboard.press('ArrowDown');
      await expect(first, path).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(word)}`));
      const opens = (await first.getAttribute('tabindex')) === null;
      await searchBox(page).focus();
      await page.keyboard.press('Enter');
      if (opens) await expect(page, path).toHaveURL(/(lead|dialog|advisor)=|addressesFromCustomer/);
      else await expect(first, path).toBeFocused();
    }
  });
});

test('a lead is added, found and opened by keyboard alone', async ({ page }) => {
  const name = uniqueName();
  await openLeads(page);
  await expect(rows(page)).toHaveCount(10);
  await page.keyboard.press('c');
  const form = addLeadDialog(page);
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(uniquePhone());
  await tabTo(form.getByRole('combobox', { name: 'Location' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(form, 'Escape closes the open list, not the form').toBeVisible();
  await page.keyboard.type('Mir');
  await expectChosenOption(form, 'Location', 'Mirpur Service Center');
  await page.keyboard.press('Control+Enter');
  await expectAdded(page);

  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByText('Show 1 to 1 of 1 entries')).toBeVisible();
  await searchBox(page).blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(leadPanelOf(page, name).getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leadPanelOf(page, name)).toHaveCount(0);
  await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
});

test('unsaved typing survives Escape and a reload (F26)', async ({ page }) => {
  page.on('dialog', (question) => question.accept());
  await openLeads(page);
  const form = await openAddForm(page);
  await form.getByLabel('Notes').fill('calls again');
  await form.getByLabel('Name').fill('Half a lead');
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(leaving.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Name')).toHaveValue('Half a lead');
  await expect(form.getByLabel('Name')).toBeFocused();

  await page.reload();
  await expect(form.getByText('Restored what you typed.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Half a lead');
  await expect(form.getByLabel('Notes')).toHaveValue('calls again');
  await form.getByRole('button', { name: 'Discard' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(form.getByText('Restored what you typed.')).toHaveCount(0);

  await form.getByLabel('Name').fill('Half a lead');
  await form.getByRole('button', { name: 'Close' }).click();
  await leaving.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(
    await page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'))"),
  ).toEqual([]);
});

test.describe('when someone else saves first', () => {
  test('in the same field: both values are shown, and the person chooses; what else they changed is kept @long', async ({
    page,
    demo,
  }) => {
    const lead = await recordLead(demo, await demo.session('dataEntry'), { notes: 'as recorded' });
    const form = await openLead(page, lead);
    await form.getByLabel('Notes').fill('my notes');
    await editLeadAsManager(demo, lead, { notes: 'their notes', email: 'their@example.com' });

    await pressUpdate(page);
    await expect(form.getByText('changed this lead while you were editing')).toBeVisible();
    await expect(form.getByText('their notes')).toBeVisible();
    await expect(form.getByLabel('Notes', { exact: true })).toHaveValue('my notes');
    await form.getByRole('radio', { name: /^Yours/ }).check();
    await saveUpdate(page);
    expect(await readLead(demo, lead)).toMatchObject({
      notes: 'my notes',
      email: 'their@example.com',
      version: lead.version + 2,
    });
  });

  test('while the form is untouched: it follows, and says who changed what (F24)', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('dataEntry'));
    const form = await openLead(page, lead);
    await expect(form.getByLabel('Name')).toHaveValue(lead.name);
    const theirs = { notes: 'their notes', email: 'their@example.com' };
    const { lastModifiedBy } = await editLeadAsManager(demo, lead, theirs);
    await expect(form.getByText(`${lastModifiedBy.name} changed Email and Notes just now`)).toBeVisible();
    await expect(form.getByLabel('Notes')).toHaveValue('their notes');
  });
});

test('a list that fails to load says so and can be retried', async ({ page }) => {
  const list = '**/api/employeeApp/dataEntry/manageLeads?*';
  await page.route(list, (route) => route.abort());
  await page.goto('/main/leads');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await unrouteAndRetry(page, list);
  await expect(rows(page)).toHaveCount(10);
});

test('a script in a name stays text @long', async ({ page, demo }) => {
  const name = `<img src=x onerror="alert(1)"> ${uniqueName()}`;
  await recordLead(demo, await demo.session('dataEntry'), { name });
  await openLeads(page);
  await expect(rows(page).first()).toContainText(name);
  await expect(rows(page).first().locator('img')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('a tap anywhere on a card opens its lead, on a control not (F60)', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('dataEntry'), { notes: 'calls again' });
    await openLeads(page);
    const card = page.getByRole('list', { name: 'Leads' }).getByRole('listitem').first();
    await expect(card).toContainText(lead.name);
    await card.getByRole('button', { name: 'Update Lead' }).tap();
    await expect(updateLeadDialog(page)).toBeVisible();
    await expect(page).not.toHaveURL(/lead=/);
    await updateLeadDialog(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(updateLeadDialog(page)).toBeHidden();
    const { width = 0, height = 0 } = (await card.boundingBox()) ?? {};
    await card.tap({ position: { x: width / 2, y: height - 6 } });
    await expect(leadPanelOf(page, lead.name)).toBeVisible();
  });

  test('leads are cards that fit; one is added, changed and archived', async ({ page }) => {
    const name = uniqueName();
    const cards = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
    await openLeads(page);
    await expect(cards).toHaveCount(10);
    await expect(page.getByRole('table')).toHaveCount(0);
    await expectFitsPhone(page);
    await page.getByRole('button', { name: 'Add Lead' }).tap();
    const add = addLeadDialog(page);
    await expect(add.getByLabel('Notes')).toBeAttached();
    await expectFitsPhone(page);
    await fillInLead(add, name);
    await add.getByRole('button', { name: 'Add Lead' }).tap();
    await expectAdded(page);
    await expect(cards.first()).toContainText(name);

    await page.getByRole('button', { name: `Update Lead: ${name}` }).tap();
    const update = updateLeadDialog(page);
    await update.getByLabel('Notes').fill('by phone');
    await update.getByRole('button', { name: 'Update Lead' }).tap();
    await expect(page.getByText('Lead Updated Successfully')).toBeVisible();
    await page.getByRole('button', { name: `Archive: ${name}` }).tap();
    await questionDialog(page).getByRole('button', { name: 'Archive', exact: true }).tap();
    await expect(cards.filter({ hasText: name })).toHaveCount(0);
  });
});
