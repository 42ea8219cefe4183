import { dealer as dealerSchema } from '#contract/dealer.ts';
import { editMessageTextsBody } from '#contract/message-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { createPhoto } from './support/new-account.ts';
import { recordLead } from './support/sample-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { openFromProfileMenu } from './support/signing-in.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'superAdmin' });

async function dealerOf(demo: Demo) {
  return dealerSchema.parse((await demo.call('GET', '/public/dealer')).body);
}

test('a superAdmin changes the settings of the dealer', async ({ page, demo }) => {
  const before = await dealerOf(demo);
  try {
    await page.goto('/main/managementDashboard');
    await openFromProfileMenu(page, 'Settings');
    await expect(page).toHaveURL('/main/settings');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    await page.getByLabel('Dealer name').fill('');
    await page.getByLabel('Dealer name').blur();
    await expect(page.getByText('Name is Required')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Dealer name').fill('Jamuna Motors');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(await createPhoto());
    const country = page.getByRole('combobox', { name: 'Phone country' });
    await expect(country, 'there are leads').toBeDisabled();
    await expect(country).toHaveAccessibleDescription(/^Fixed since the first lead was recorded/);
    await save.click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    const home = page.getByRole('link', { name: /^Jamuna Motors/ });
    await expect(home.locator('img')).toHaveJSProperty('naturalHeight', 512);
    expect(await dealerOf(demo)).toMatchObject({ name: 'Jamuna Motors', phoneCountry: before.phoneCountry });

    await page.reload();
    await expect(page.getByLabel('Dealer name')).toHaveValue('Jamuna Motors');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(home.locator('img')).toBeHidden();
    expect((await dealerOf(demo)).logo).toBeNull();

    const zone = page.getByRole('combobox', { name: 'Time zone' });
    for (const [typed, found] of [
      ['new delhi', 'No Record Found!'],
      ['kolkata', /^Kolkata, India \(GMT\+5:30\)$/],
      ['+05:45 nepal', /^Kathmandu, Nepal \(GMT\+5:45\)$/],
      ['europe berlin', /^Berlin, Germany \(GMT\+[12]\)$/],
    ] as const) {
      await zone.fill(typed);
      if (typeof found === 'string') await expect(page.getByText(found)).toBeVisible();
      else await expect(page.getByRole('listbox').getByRole('option')).toHaveText([found]);
    }
    await expectAccessible(page);
    await page.getByRole('option', { name: /^Berlin/ }).click();
    await expect(page.getByText('Lists and reports will count days in this time zone.')).toBeVisible();
    await save.click();
    await expect.poll(async () => (await dealerOf(demo)).timeZone).toBe('Europe/Berlin');
    await expect(save).toBeDisabled();

    const pages = page.getByRole('navigation', { name: 'Settings' });
    await expect(pages.getByRole('link', { name: 'Dealer' })).toHaveAttribute('aria-current', 'page');
    await expect(pages.getByRole('list', { name: 'Incoming enquiries' }).getByRole('link')).toHaveText([
      'Connections',
      'Enquiry rules',
    ]);
    await pages.getByRole('link', { name: 'Service staff' }).click();
    await expect(page).toHaveURL('/main/settings/serviceStaff');
    await page.getByLabel('Service staff can edit leads').check();
    await page.getByLabel('Service staff can book more than a center takes').check();
    await save.click();
    await expect.poll(async () => (await dealerOf(demo)).serviceMayOverbook).toBe(true);
    await expect.poll(async () => (await dealerOf(demo)).serviceMayCorrect).toBe(true);
    await expect(save).toBeDisabled();
    await pages.getByRole('link', { name: 'Enquiry rules' }).click();
    await page.getByLabel('Pending (days)').fill('2');
    await save.click();
    await expect.poll(async () => (await dealerOf(demo)).neglectedAfterDays.pending).toBe(2);
    await expectAccessible(page);
  } finally {
    const { name, timeZone, neglectedAfterDays } = before;
    const answer = await demo.call(
      'PATCH',
      '/management/dealer',
      { name, timeZone, neglectedAfterDays, serviceMayCorrect: false, serviceMayOverbook: false, logo: null },
      await demo.session('superAdmin'),
    );
    expect(answer.status, 'the way back').toBe(200);
  }
});

test('a superAdmin writes the texts that staff send to customers, and hears who else did (F73)', async ({
  page,
  demo,
}) => {
  const session = await demo.session('superAdmin');
  const { body: before } = await demo.call('GET', '/serviceCenter/messageTexts', undefined, session);
  const { texts } = editMessageTextsBody.parse({ texts: before });
  // Told of nothing by itself, the page hears of the other by saving.
  await page.route('**/events', (route) => route.abort());
  try {
    await page.goto('/main/settings/messageTexts');
    await page.getByRole('button', { name: 'Add text' }).click();
    const added = page.getByRole('group', { name: /^Message text/ }).last();
    const save = page.getByRole('button', { name: 'Save message texts' });
    await added.getByLabel('Name').fill('Reminder');
    await added.getByLabel('Text', { exact: true }).fill('Dear {customer}');
    await save.click();
    await expect(added.getByText(/^Put only name, vehicle, center or appointment/)).toBeVisible();
    await added.getByLabel('Text', { exact: true }).fill('প্রিয় {name}');
    await added.getByLabel('Language').selectOption('bn');
    await save.click();
    await expect(page.getByText('Message texts saved')).toBeVisible();
    await expect(save).toBeDisabled();

    await page.reload();
    const place = texts.length + 1;
    await expect(
      page.getByRole('group', { name: `Message text ${place}` }).getByLabel('Language'),
    ).toHaveValue('bn');
    await expectAccessible(page);
    const theirs = [...texts, { name: 'Theirs', language: 'en', text: 'Hello' }];
    await demo.call('PATCH', '/management/messageTexts', { texts: theirs }, session);
    await added.getByLabel('Name').fill('Mine');
    await save.click();
    await expect(page.getByText('Someone else changed this list in the meantime')).toBeVisible();
    await page.getByRole('button', { name: 'Show theirs' }).click();
    await expect(added.getByLabel('Name')).toHaveValue('Theirs');
    await page.getByRole('button', { name: `Delete message text ${place}` }).click();
    await save.click();
    await expect(page.getByRole('group', { name: /^Message text/ })).toHaveCount(texts.length);
    await expect(save).toBeDisabled();
  } finally {
    const answer = await demo.call('PATCH', '/management/messageTexts', { texts }, session);
    expect(answer.status, 'the way back').toBe(200);
  }
});

test('a super admin sees how the installation is doing and what to do about it', async ({ page }) => {
  await page.goto('/main/managementDashboard');
  await openFromProfileMenu(page, 'System status');
  await expect(page).toHaveURL('/main/systemStatus');
  await expect(page.getByRole('heading', { name: 'System status' })).toBeVisible();

  const unprotected = page.getByRole('alert').filter({ hasText: 'No backups are scheduled' });
  await expect(unprotected).toContainText('Set BACKUP_DIR');
  const local = page.getByRole('alert').filter({ hasText: 'Links work on this machine only' });
  await expect(local).toContainText('Set PUBLIC_URL');
  const database = page.getByRole('region', { name: 'Database' });
  await expect(database).toContainText(/PostgreSQL 18[\d.]*, embedded/);
  await database.getByText('Largest tables').click();
  await expect(database.getByRole('row', { name: /^leads [\d,]+ [\d.]+ MB$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Backups' })).toContainText('Not scheduled');
  await expect(page.getByRole('region', { name: 'Live updates' })).toContainText(/Open screens\s*[1-9]/);
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText(/Database structure\s*\d{4}/);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('the settings are accessible', async ({ page }) => {
    await page.goto('/main/settings/enquiries');
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]');
    await expect(current).toHaveText('Enquiry rules');
    await expect(current).toBeInViewport({ ratio: 1 });
    await page.goto('/main/settings');
    await expect(current).toHaveText('Dealer');
    await page.getByLabel('Dealer name').fill('');
    await page.getByLabel('Dealer name').blur();
    await expect(page.getByText('Name is Required')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
  });

  test('the system status is accessible', async ({ page }) => {
    await page.goto('/main/systemStatus');
    await page.getByText('Largest tables').click();
    await expect(page.getByRole('row', { name: /^leads / })).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessible(page);
  });
});

test('a super admin sets how long personal data are kept, and sees what that concerns before (F79)', async ({
  page,
  demo,
}) => {
  const boss = await demo.signIn('superAdmin');
  const lead = await recordLead(demo, boss);
  await demo.call('PATCH', `/dataEntry/manageLeads/archive/${lead._id}`, { isActive: false }, boss);
  await demo.sql(
    "update leads set created_at = now() - interval '2 years', updated_at = now() - interval '2 years' where id = $1",
    [lead._id],
  );
  await page.goto('/main/settings/personalData');
  const section = page.getByRole('main');
  const months = section.getByLabel('Erase archived leads after (months)');
  await expect(section.getByRole('status')).toHaveText('Nothing is that old yet.');
  await section.getByLabel('Delete audit entries after (months)').fill('3');
  await section.getByLabel('Delete audit entries after (months)').blur();
  await expect(section.getByText('Enter 12 or more')).toBeVisible();
  await section.getByLabel('Delete audit entries after (months)').fill('');
  await months.fill('18');
  await expect(section.getByRole('status')).toContainText('1 archived lead is erased');
  await months.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Erase older data?' });
  await expect(question).toContainText('1 archived lead is erased');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Save and erase' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.reload();
  await expect(months).toHaveValue('18');
});
