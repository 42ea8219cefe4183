import { panelOf } from './support/lists.ts';
import { recordLead, uniquePhone } from './support/sample-lead.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'service' });

test('a caller is found by keyboard alone from any screen, opened beside it, and focus returns', async ({
  page,
  demo,
}) => {
  const lead = await recordLead(demo, await demo.session('service'));
  const palette = page.getByRole('dialog', { name: 'Find a person or lead' });
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
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(panelOf(page, lead.name)).toBeFocused();
    await expect(page).toHaveURL(/\/main\/profile\?/);
  });

  await test.step('what can be done with it is in the palette, as are screens and what was opened last', async () => {
    await page.keyboard.press('Control+k');
    await expect(
      palette.getByRole('group', { name: 'Opened last' }).getByRole('option').first(),
    ).toContainText(lead.name);
    await page.keyboard.type('move to lost');
    await expect(palette.getByRole('option', { name: 'Move to Lost Customer' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(panelOf(page, lead.name)).toHaveCount(0);
    await expect(name).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('booked');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/leadsByStatus\/booked/);
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
    await known.getByRole('button', { name: 'Use this name' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Add Lead' }).getByRole('textbox', { name: /^Name/ }),
    ).toHaveValue(lead.name);
    await known.getByRole('button', { name: 'Open it' }).click();
    await expect(panelOf(page, lead.name)).toBeVisible();
  });
});
