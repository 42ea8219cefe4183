import type { Page } from '@playwright/test';
import { type Lead, leadList } from '#contract/leads/leads.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption, expectChosenOption, optionsOf } from './support/choice.ts';
import { holdRequests } from './support/held.ts';
import { leadPanelOf, rows, statusBarLines, toast } from './support/lists.ts';
import { createAccount } from './support/new-account.ts';
import { readCenters, recordLead, uniqueName, uniquePhone } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen as phoneSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'service' });

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Find a person or lead' });

async function command(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await expect(paletteOf(page).getByRole('option', { name, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
}

async function openInList(page: Page, path: string, { name }: Lead): Promise<void> {
  await page.goto(`${path}?search=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(leadPanelOf(page, name)).toBeFocused();
}

test('a caller is found by keyboard alone from any screen, opened beside it, and focus returns', async ({
  page,
  demo,
}) => {
  const lead = await recordLead(demo, await demo.session('service'));
  const palette = paletteOf(page);
  const field = palette.getByRole('combobox');
  await page.goto('/main/profile');
  const name = page.getByRole('button', { name: /^Profile of/ });
  await name.focus();

  await test.step('the last digits find, arrows move, Enter opens beside the screen, Escape closes', async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await page.keyboard.type(lead.phone.slice(-7));
    const found = palette.getByRole('group', { name: new RegExp(`^${lead.name}`) }).getByRole('option');
    await expect(found).toHaveAttribute('aria-selected', 'true');
    const marks = (await palette.locator('mark').allTextContents()).map((text) => text.replace(/\D/g, ''));
    expect(marks).toContain(lead.phone.slice(-7));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(leadPanelOf(page, lead.name)).toBeFocused();
    await expect(page).toHaveURL(/\/main\/profile\?/);
  });

  await test.step('what can be done with it is in the palette, as are screens and what was opened last', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('option', { name: 'Move to Lost Customer' })).toBeVisible();
    await expect(palette.getByRole('group', { name: 'Recently opened' }).getByText(lead.name)).toHaveCount(0);
    await page.keyboard.type('move to lost');
    await expect(palette.getByRole('option', { name: 'Move to Lost Customer' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(leadPanelOf(page, lead.name)).toHaveCount(0);
    await expect(name).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(
      palette.getByRole('group', { name: 'Recently opened' }).getByRole('option').first(),
    ).toContainText(lead.name);
    await page.keyboard.type('booked');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/leadsByStatus\/booked/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add lead');
    await expect(palette.getByRole('option', { name: 'Add Lead' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add Lead' }).getByLabel('Name')).toBeFocused();
    await page.goto('/main/leadsByStatus/booked');
  });

  await test.step('a list that finds nothing says where it would', async () => {
    await expect(page.getByRole('heading', { name: /^Booked/ })).toBeVisible();
    await expect(palette).toHaveCount(0);
    await page.keyboard.press('/');
    await page.keyboard.type(lead.phone);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: '1 in Pending' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/leadsByStatus\/pending\?.*search=/);
    await expect(page.getByRole('button', { name: lead.name, exact: true })).toBeVisible();
  });

  await test.step('a number that nobody has becomes a lead', async () => {
    const phone = uniquePhone();
    await chooseOption(page, 'Service center', lead.serviceCenter.name);
    await expect(page).toHaveURL(/serviceCenter=/);
    await page.goto(`/main/find#phone=+88${phone}`);
    await expect(field).toHaveValue(`+88${phone}`);
    expect(page.url()).not.toContain(phone.slice(1));
    await palette
      .getByRole('option', { name: `Add Lead with ${phone.slice(0, 5)}-${phone.slice(5)}` })
      .click();
    await expect(page.getByRole('dialog', { name: 'Add Lead' }).getByLabel('Phone Number')).toHaveValue(
      phone,
    );
  });

  await test.step('a form says whom a typed number belongs to, and opens it', async () => {
    const phone = page.getByRole('dialog', { name: 'Add Lead' }).getByLabel('Phone Number');
    await page.getByRole('button', { name: 'Paste a message' }).click();
    await page.keyboard.insertText(`Ami Rahim bolchi, gari niye ashbo\nCall me at ${lead.phone}`);
    await page.getByRole('checkbox', { name: /^Phone Number/ }).check();
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(phone).not.toHaveValue('');
    const known = page.getByRole('status').filter({ hasText: 'is already known: same Phone Number' });
    await expect(known).toContainText(`${lead.name}, ${lead.phone}`);
    const name = page.getByRole('dialog', { name: 'Add Lead' }).getByRole('textbox', { name: /^Name/ });
    await known.getByRole('button', { name: 'Use this name' }).click();
    await expect(name).toHaveValue(lead.name);
    await expect(name).toBeFocused();

    await known.getByRole('button', { name: 'Add anyway' }).click();
    await expect(known).toHaveCount(0);
    await expect(phone).toBeFocused();
    const asked = page.waitForResponse('**/find/known');
    await page.reload();
    await asked;
    await expect(phone).not.toHaveValue('');
    await expect(known).toHaveCount(0);
    await page.getByRole('button', { name: 'Save and add another' }).click();
    await expect(phone).toHaveValue('');
    await phone.fill(lead.phone);
    await expect(known.getByRole('button', { name: 'Open it' })).toHaveCount(2);
    await known.getByRole('button', { name: 'Open it' }).last().click();
    await expect(leadPanelOf(page, lead.name)).toBeVisible();
  });
});

test('from the palette an attempt is logged, a lead taken and released, center and theme changed', async ({
  page,
  demo,
}) => {
  const session = await demo.session('service');
  const lead = await recordLead(demo, session);
  const panel = leadPanelOf(page, lead.name);
  const note = panel.getByRole('textbox', { name: 'Note (optional)' });
  // Also when the page is idle.
  const { release } = await holdRequests(page, '**/assets/move-lead-dialog-*.js');

  await test.step('while it is worked, only what has no key there', async () => {
    await page.goto(`/main/dashboard?work=${lead._id}`);
    await expect(panel.getByRole('button', { name: 'No answer' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const own = paletteOf(page).getByRole('group', { name: `This lead: ${lead.name}` });
    await expect(own.getByRole('option')).toHaveText(['Take']);
    await page.keyboard.press('Escape');
  });

  await openInList(page, '/main/leadsByStatus/pending', lead);
  await test.step('an attempt, with the note that is typed', async () => {
    await note.focus();
    await page.keyboard.type('Engaged twice');
    await command(page, 'no answer', 'Log: No answer');
    await expect(toast(page, 'Logged: No answer')).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: 'Call · No answer' })).toContainText(
      'Engaged twice',
    );
    await expect(note).toHaveValue('');
    await expect(note).toBeFocused();
  });

  await test.step('who works it', async () => {
    await command(page, 'release', 'Release');
    await expect(panel.getByRole('button', { name: 'Take' })).toBeVisible();
    await command(page, 'take', 'Take');
    await expect(panel.getByRole('button', { name: 'Release' })).toBeVisible();
  });

  await test.step('a move opens its form, and Escape gives the focus back, also while its code loads', async () => {
    const form = page.getByRole('dialog');
    for (const field of ['Loading…', 'Lost reason']) {
      await command(page, 'move to lost', 'Move to Lost Customer');
      await expect(form.getByLabel(field)).toBeAttached();
      await page.keyboard.press('Escape');
      await expect(form).toHaveCount(0);
      await expect(note).toBeFocused();
      release();
    }
  });

  await test.step('another center has its own list, all centers have this lead', async () => {
    const other = (await readCenters(demo, session)).find(({ _id }) => _id !== lead.serviceCenter._id);
    await command(page, `show ${other?.name}`, `Show ${other?.name}`);
    await expectChosenOption(page, 'Service center', other?.name ?? '');
    await expect(rows(page)).toHaveCount(0);
    await command(page, 'all service', 'Show all service centers');
    await expectChosenOption(page, 'Service center', 'All Service Centers');
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('the theme', async () => {
    const scheme = page.locator('html');
    await command(page, 'dark', 'Use the dark theme');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await command(page, 'light', 'Use the light theme');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
});

test('of an enquiry out of sight the center alone is told, and nothing after many numbers', async ({
  demo,
  openAs,
}) => {
  const manager = await demo.session('manager');
  const made = await demo.call('POST', '/management/manageServiceCenter', { name: uniqueName() }, manager);
  const { _id: own } = serviceCenter.parse(made.body);
  const { session } = await createAccount(demo, 'Rafiq Islam', { level: 'service', serviceCenter: [own] });
  const others = leadList.parse(await demo.read('/management/manageLeads?open=true&limit=50'));
  const there = new Map(others.leads.map((lead) => [lead.phone, lead]));
  const [first, ...rest] = there.values();
  expect(rest.length).toBeGreaterThan(29);
  const page = await openAs('service', session);
  const field = paletteOf(page).getByRole('combobox');
  await page.goto(`/main/find#phone=${first?.phone}`);
  await expect(paletteOf(page)).toContainText(`An open enquiry at ${first?.serviceCenter.name}`);
  await expect(paletteOf(page)).not.toContainText(first?.name ?? '');
  for (const { phone } of rest.slice(0, 29))
    await demo.call('POST', '/serviceCenter/find', { text: phone }, session);
  await field.fill(uniquePhone());
  await expect(paletteOf(page)).toContainText('You looked up many numbers.');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Lead' });
  await expect(form).toContainText('You looked up many numbers.');
});

test.describe('on a phone', () => {
  test.use(phoneSize);

  test('a caller is found with a thumb', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('service'));
    await page.goto('/main/dashboard');
    await page.getByRole('button', { name: 'Find a person or lead' }).tap();
    await paletteOf(page).getByRole('combobox').fill(lead.phone);
    const found = paletteOf(page)
      .getByRole('group', { name: new RegExp(`^${lead.name}`) })
      .getByRole('option');
    await expect(found).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    expect((await found.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await found.tap();
    await expect(leadPanelOf(page, lead.name)).toBeVisible();
  });
});

test.describe('of management', () => {
  test.use({ level: 'manager' });

  test('from the palette a lead is assigned and archived, and the latter undone', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.session('service'));
    const panel = leadPanelOf(page, lead.name);
    await openInList(page, '/main/manageMentLead/pending', lead);
    const advisors = optionsOf(panel, 'Advisor');
    await panel.getByRole('combobox', { name: 'Advisor' }).focus();
    await expect(advisors.nth(1)).toBeAttached();
    const [advisor = ''] = ((await advisors.nth(1).textContent()) ?? '').split(' · ');
    await panel.focus();
    await command(page, `assign ${advisor}`, `Assign to ${advisor}`);
    await expectChosenOption(panel, 'Advisor', advisor);
    await expect(panel).toBeFocused();
    await command(page, 'archive', 'Archive');
    await expect(rows(page)).toHaveCount(0);
    await expect(statusBarLines(page)).toContainText(`${lead.name} was archived`);
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(1);

    await page.keyboard.press('Control+k');
    await page.keyboard.type(lead.phone);
    const group = paletteOf(page).getByRole('group', { name: new RegExp(`^${lead.name}`) });
    const customer = group.getByRole('option', { name: 'Open the customer' });
    await expect(customer).toBeVisible();
    // Else arrows walk what an earlier digit found, in which another line may be the last.
    await expect(paletteOf(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('ArrowUp');
    await expect(customer).toHaveAttribute('aria-selected', 'true');
    const before = await group.getByRole('option').count();
    await recordLead(demo, await demo.session('service'), { name: lead.name, phone: lead.phone });
    await expect(group.getByRole('option')).toHaveCount(before + 1);
    await expect(customer).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/main\/customerOrders\//);
  });
});
