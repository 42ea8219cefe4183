import { connectionWithSecret } from '#contract/intake/connections.ts';
import type { Demo } from '../support/demo.ts';
import { pressUpdate, updateLeadDialog } from '../support/lead-form.ts';
import { rows } from '../support/lists.ts';
import { moveStatusRadio, openMoveDialog, readLead } from '../support/move-lead.ts';
import { uniqueEmail } from '../support/new-account.ts';
import { unrouteAndRetry } from '../support/retry.ts';
import { recordLead, uniquePhone } from '../support/sample-lead.ts';
import { expect, test } from '../support/test.ts';
import { dealerToday } from '../support/written-dates.ts';

test.use({ level: 'superAdmin' });

const ownLead = async (demo: Demo) => recordLead(demo, await demo.session('superAdmin'));

test('a preferred date that has passed is recorded and stands in nobody’s way (F64)', async ({
  page,
  demo,
}) => {
  const lead = await ownLead(demo);
  const list = `/main/leads?search=${encodeURIComponent(lead.phone)}`;
  await page.goto(`${list}&dialog=lead.edit:${lead._id}`);
  const date = updateLeadDialog(page).getByLabel('Preferred Date');
  await date.fill('1/3/2020');
  await date.blur();
  await expect(date).toHaveAccessibleDescription('This day has passed');
  await expect(date).not.toHaveAttribute('aria-invalid', 'true');
  await pressUpdate(page);
  await expect(updateLeadDialog(page)).toBeHidden();
  expect((await readLead(demo, lead)).appointmentDate).toBe('2020-03-01');

  await page.goto(`${list}&dialog=lead.edit:${lead._id}`);
  await expect(date).toHaveAccessibleDescription('This day has passed');
  await updateLeadDialog(page).getByLabel('Notes').fill('Called');
  await pressUpdate(page);
  await expect(updateLeadDialog(page)).toBeHidden();
  expect(await readLead(demo, lead)).toMatchObject({ appointmentDate: '2020-03-01', notes: 'Called' });

  const path = `/serviceCenter/manageLeads/update/${lead._id}`;
  const booking = { status: 'booked', appointmentDate: dealerToday() };
  await demo.call('PATCH', path, booking, await demo.session('superAdmin'));
  await page.goto(`${list}&dialog=lead.edit:${lead._id}`);
  await date.fill('1/3/2020');
  await pressUpdate(page);
  await expect(date).toHaveAccessibleDescription(/Choose today or a later day/);
});

test('a follow-up date that has passed is refused for that (F66)', async ({ page, demo }) => {
  await openMoveDialog(page, 'pending', await ownLead(demo));
  await moveStatusRadio(page, 'Potential').check();
  const date = page.getByLabel('Next follow-up date');
  await date.fill('1/3/2020');
  await date.blur();
  await expect(date).toHaveAccessibleDescription('Choose today or a later day');
});

test('a center that is switched off is marked and stands last in every select (F66, F75) @long', async ({
  page,
  demo,
}) => {
  const session = await demo.session('superAdmin');
  const name = `Aaa ${uniqueEmail().slice(4, 12)}`;
  const made = await demo.call('POST', '/management/manageServiceCenter', { name }, session);
  const { _id } = made.body as { _id: string };
  const lead = await recordLead(demo, session, { serviceCenter: _id });
  const sender = { name, platform: 'website', serviceCenter: _id };
  const { body } = await demo.call('POST', '/management/connections', sender, session);
  const { connection, secret } = connectionWithSecret.parse(body);
  const texts = { en: { title: name, consent: null, thanks: null }, bn: null };
  const asked = { texts, offerings: [], asksDay: false, origins: [] };
  const ofSite = { name: `${name} site`, centers: [_id], ...asked };
  const site = (await demo.call('POST', '/management/forms', ofSite, session)).body as { _id: string };
  await demo.call('PATCH', `/management/manageServiceCenter/${_id}`, { isActive: false }, session);

  await fetch(`${demo.url}${connection.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name: `Late ${name}`, phone: uniquePhone() }),
  });

  await page.goto(`/main/leads?dialog=lead.edit:${lead._id}&search=${lead.phone}`);
  const location = updateLeadDialog(page).getByRole('combobox', { name: 'Location' });
  await expect(location.locator('option').last()).toHaveText(`${name} (inactive)`);
  await expect(location.locator('option:checked')).toHaveText(`${name} (inactive)`);
  await page.keyboard.press('Escape');
  const filter = page.getByRole('combobox', { name: 'Service center' });
  await expect(filter.locator('option').last()).toHaveText(`${name} (inactive)`);
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/main/workingHours');
  await page.getByRole('button', { name: 'Add holiday' }).click();
  for (const select of ['Hours of', 'Service center'])
    await expect(page.getByLabel(select, { exact: true }).last().locator('option').last()).toHaveText(
      `${name} (inactive)`,
    );
  page.once('dialog', (dialog) => void dialog.accept());

  await page.goto(`/main/intake?connection=${connection._id}`);
  await page.getByRole('button', { name: /^Late / }).click();
  const placing = page.getByRole('dialog', { name: 'Place an enquiry' });
  await expect(placing.getByLabel('Name')).toHaveValue(/^Late /);
  await expect(placing.getByRole('combobox', { name: 'Location' })).toHaveValue('');

  const centers = '**/manageLeads/getServiceCenters';
  await page.route(centers, (route) => route.abort());
  await page.goto(`/main/settings/connections?dialog=connection.edit:${connection._id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit connection' });
  const center = dialog.getByLabel('Service center', { exact: true });
  await expect(center).toHaveAccessibleDescription(/No connection to the server/);
  await unrouteAndRetry(page, centers);
  await expect(center.locator('option:checked')).toHaveText(`${name} (inactive)`);
  await dialog.getByLabel('Paused').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connection updated')).toBeVisible();

  await page.goto(`/main/settings/connections?dialog=websiteForm.edit:${site._id}`);
  const chosen = page.getByRole('dialog').getByRole('checkbox', { name: `${name} (inactive)` });
  await expect(chosen).toBeChecked();
});
