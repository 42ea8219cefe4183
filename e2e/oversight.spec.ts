import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import {
  type Customer,
  listCustomerAddresses,
  listCustomerBookings,
  listCustomers,
} from '#contract/customers.ts';
import { offering } from '#contract/offerings.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseOption } from './support/choice.ts';
import type { Demo } from './support/demo.ts';
import { holdRequests } from './support/held.ts';
import { answerQuestion, heading, questionDialog, rows, searchBox, toast } from './support/lists.ts';
import { usePageClock } from './support/page-clock.ts';
import { recordLead } from './support/sample-lead.ts';
import { expectFitsPhone, forEachSize, phoneScreen as phoneSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const activeSwitch = (page: Page, name: string): Locator =>
  page.getByRole('switch', { name: `Active: ${name}` });

async function customerWithOrders(demo: Demo): Promise<{ customer: Customer; orders: number }> {
  const { customers } = listCustomers.reply.parse(
    await demo.read('/management/customers/getAllCustomers?limit=100'),
  );
  for (const customer of customers) {
    const { totalOrderCount } = listCustomerBookings.reply.parse(
      await demo.read(`/management/customers/${customer._id}/orders`),
    );
    const { addresses } = listCustomerAddresses.reply.parse(
      await demo.read(`/management/customers/${customer._id}/addresses`),
    );
    if (totalOrderCount > 1 && addresses.length === 0) return { customer, orders: totalOrderCount };
  }
  throw new Error('Every customer of the sample dealer who came twice gave an address');
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Service Center' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Address').fill('4 Harbour Street');
  await dialog(page).getByRole('button', { name: 'Create Service Center' }).click();
}

test.describe('a manager', () => {
  test.use({ level: 'manager' });

  test('creates, renames and switches off a service center', async ({ page }) => {
    await page.goto('/main/ServiceCenters');
    await expect(page).toHaveURL(/\/main\/serviceCenters$/);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Service Centers' })).toHaveAttribute('aria-current', 'page');

    await test.step('they create one, whose name must be there and must be new', async () => {
      await page.getByRole('button', { name: 'Create Service Center' }).click();
      await dialog(page).getByRole('button', { name: 'Create Service Center' }).click();
      await expect(dialog(page).getByText('Name is Required')).toBeVisible();
      await expect(dialog(page).getByLabel('Name')).toBeFocused();
      await page.keyboard.press('Escape');
      await create(page, 'Zinc Lane');
      await expect(toast(page, 'Service Center Created')).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      await create(page, 'zinc lane');
      await expect(dialog(page).getByText('This name is already taken')).toBeVisible();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
    });

    await test.step('they find and rename it', async () => {
      await searchBox(page).fill('Zinc');
      await page.getByRole('button', { name: 'Edit: Zinc Lane' }).click();
      await expect(dialog(page).getByLabel('Address')).toHaveValue('4 Harbour Street');
      await dialog(page).getByLabel('Name').fill('Zinc Harbour');
      await page.keyboard.press('Control+Enter');
      await expect(toast(page, 'Service Center Updated')).toBeVisible();
    });

    await test.step('they switch it off and find it among the inactive ones', async () => {
      const ours = activeSwitch(page, 'Zinc Harbour');
      await ours.click();
      await expect(ours).not.toBeChecked();
      await expect(toast(page, 'Zinc Harbour is switched off.')).toBeVisible();
      await page.getByText('Inactive', { exact: true }).click();
      await expect(page).toHaveURL(/status=inactive/);
      await expect(ours).toBeVisible();
      await expectAccessible(page);
      await page.getByText('Active', { exact: true }).and(page.locator('label')).click();
      await expect(ours).toBeHidden();
      await searchBox(page).fill('no such place');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(searchBox(page)).toHaveValue('');
      await expect(rows(page).first()).toBeVisible();
    });
  });

  test('is told how many open leads a switched-off center keeps, and undoes it', async ({ page, demo }) => {
    const manager = await demo.session('manager');
    const name = `Tongi ${randomUUID().slice(0, 8)}`;
    const made = await demo.call('POST', '/management/manageServiceCenter', { name }, manager);
    const { _id } = serviceCenter.parse(made.body);
    for (const _ of [1, 2]) await recordLead(demo, manager, { serviceCenter: _id });

    await page.goto(`/main/serviceCenters?search=${encodeURIComponent(name)}`);
    await activeSwitch(page, name).click();
    await expect(toast(page, 'is switched off. 2 open leads keep it.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(activeSwitch(page, name)).toBeChecked();
    await expect(toast(page, `${name} is switched on`)).toBeVisible();
    const path = `/management/manageServiceCenter/getSingleServicesCenter/${_id}`;
    expect(await demo.read(path)).toMatchObject({ isActive: true, openLeads: 2 });
  });

  test('sees a switch flip back when the server does not answer', async ({ page }) => {
    await page.goto('/main/servicesAndCampaign');
    const first = page.getByRole('switch').first();
    await expect(first).toBeChecked();
    const { refuse } = await holdRequests(page, '**/manageServiceAndCampaign/*');
    await first.click();
    await expect(first).not.toBeChecked();
    refuse();
    await expect(toast(page, 'No connection to the server')).toBeVisible();
    await expect(first).toBeChecked();
  });

  test('adds a campaign, is told what it needs, and edits it', async ({ page }) => {
    await page.goto('/main/ServicesAndCampaign');
    await expect(page).toHaveURL(/\/main\/servicesAndCampaign$/);
    for (const column of ['Name', 'Type', 'Start Date', 'End Date', 'Location', 'Toggle']) {
      await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Add Service / Campaign' }).click();
    const form = dialog(page);
    const submit = form.getByRole('button', { name: 'Add' });
    await chooseOption(form, 'Type', 'Service');
    await expect(form.getByLabel('Location')).toBeHidden();
    await chooseOption(form, 'Type', 'Campaign');
    await submit.click();
    for (const message of [
      'Name is Required',
      'location is Required',
      'Start Date is required',
      'End Date is required',
    ]) {
      await expect(form.getByText(message)).toBeVisible();
    }
    await form.getByLabel('Name').fill('Zephyr air check');
    await form.getByLabel('Minutes in the workshop').fill('half an hour');
    await form.getByLabel('Bookings a day and center').fill('4');
    await form.getByLabel('Location').fill('Harbour lot');
    await form.getByLabel('Start Date').fill('3 dec 2026');
    await form.getByLabel('End Date').fill('1 dec 2026');
    await submit.click();
    await expect(form.getByText('End Date must not be before Start Date')).toBeVisible();
    await expect(form.getByLabel('Minutes in the workshop')).toHaveAccessibleDescription(
      'Enter a whole number',
    );
    await expectAccessible(page);
    await form.getByLabel('Minutes in the workshop').fill('30');
    await form.getByLabel('End Date').fill('9 dec 2026');
    await submit.click();
    await expect(toast(page, 'Service Created')).toBeVisible();
    await expect(form).toBeHidden();

    await searchBox(page).fill('zephyr');
    const row = page.getByRole('row', { name: /Zephyr air check/ });
    await expect(row).toContainText('Campaign');
    await expect(row).toContainText('3 Dec 2026');
    await expect(row).toContainText('9 Dec 2026');
    await expect(row).toContainText('Harbour lot');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Edit: Zephyr air check' }).click();
    await expect(form.getByLabel('Type')).toBeDisabled();
    await expect(form.getByLabel('Minutes in the workshop')).toHaveValue('30');
    await expect(form.getByLabel('Bookings a day and center')).toHaveValue('4');
    await form.getByLabel('Location').fill('North lot');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('North lot');
  });

  test('is told the year of a campaign’s end that lacks it (F60)', async ({ page }) => {
    await usePageClock(page, '2026-11-24T06:00:00Z');
    await page.goto('/main/servicesAndCampaign');
    await page.getByRole('button', { name: 'Add Service / Campaign' }).click();
    const form = dialog(page);
    await chooseOption(form, 'Type', 'Campaign');
    const end = form.getByLabel('End Date');
    const said = 'Read as 20 Nov 2027. Type the year if you mean another one.';
    await end.fill('20/11');
    await expect(end).toHaveAccessibleDescription(said);
    await end.blur();
    await expect(end).toHaveValue('20 Nov 2027');
    await expect(end).toHaveAccessibleDescription(said);
    await end.fill('20/12');
    await expect(end).toHaveAccessibleDescription('');
    await form.getByLabel('Start Date').fill('1/11/2026');
    await end.fill('20/11');
    await end.blur();
    await expect(end).toHaveValue('20 Nov 2026');
    await expect(end).toHaveAccessibleDescription('');
  });

  test('sees in an open, untouched form who else changed what (F24) @long', async ({ page, demo }) => {
    const session = await demo.session('admin');
    const path = '/management/manageServiceAndCampaign';
    const made = await demo.call('POST', path, { name: 'Quartz wash', type: 'service' }, session);
    const { _id, lastModifiedBy } = offering.parse(made.body);
    await page.goto('/main/servicesAndCampaign?search=quartz');
    await page.getByRole('button', { name: 'Edit: Quartz wash' }).click();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Quartz wash');
    await demo.call('PATCH', `${path}/${_id}`, { name: 'Quartz polish' }, session);
    await expect(dialog(page).getByText(`${lastModifiedBy?.name} changed Name just now`)).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Quartz polish');
  });

  test('edits a customer, by a lead’s suggestion too, and their addresses (F9)', async ({ page, demo }) => {
    const { customer } = await customerWithOrders(demo);
    const open = (name: string) => page.getByRole('button', { name: `View: ${name}` }).click();
    const entries = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem');
    const byDefault = entries.filter({ hasText: 'Default' });
    await page.goto('/main/managementLeads');

    await test.step('they find the customer by phone number and edit the name', async () => {
      await page.getByRole('link', { name: 'Customers' }).click();
      await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
      await searchBox(page).fill(customer.mobile);
      await expect(rows(page), 'others may have the same name').toHaveCount(1);
      await expectAccessible(page);
      await open(customer.name);
      await expect(dialog(page).getByRole('definition').first()).toHaveText(customer.name);
      await expect(dialog(page).getByText(customer.mobile)).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Edit' }).click();
      await dialog(page).getByLabel('Name').fill('Zara Zaman');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Customer Updated')).toBeVisible();
      await expect(dialog(page).getByRole('definition').first()).toHaveText('Zara Zaman');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
    });

    await test.step('a lead gives another name, which they use', async () => {
      const given = { name: 'Zara Khatun', phone: customer.mobile };
      await recordLead(demo, await demo.session('service'), given);
      await page.getByText('With suggestions').click();
      await open('Zara Zaman');
      await expect(dialog(page)).toContainText(/Recorded as “Zara Khatun” by .+ on .+\(lead\)/);
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Use this: Zara Khatun' }).click();
      await expect(dialog(page).getByRole('definition').first()).toHaveText('Zara Khatun');
      await expect(dialog(page).getByText('Recorded as')).toBeHidden();
    });

    await test.step('they add two addresses, of which the first is the default', async () => {
      await dialog(page).getByRole('link', { name: 'Addresses' }).click();
      await expect(page).toHaveURL(`/main/addressesFromCustomer/${customer._id}`);
      for (const line of ['12 Lake Road', '4 Hill Street']) {
        await page.getByRole('button', { name: 'Add Address' }).first().click();
        await dialog(page).getByRole('button', { name: 'Add Address' }).click();
        await expect(dialog(page).getByText('This field is Required')).toBeVisible();
        await dialog(page).getByLabel('Address', { exact: true }).fill(line);
        await dialog(page).getByRole('button', { name: 'Add Address' }).click();
        await expect(entries.filter({ hasText: line })).toBeVisible();
        await expect(dialog(page)).toBeHidden();
      }
      await expect(byDefault).toHaveText(/12 Lake Road/);
    });

    await test.step('they make the second the default, and delete it again', async () => {
      await page.getByRole('button', { name: 'Edit: 4 Hill Street' }).click();
      await dialog(page).getByRole('switch', { name: 'Default address' }).check();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Update Address' }).click();
      await expect(byDefault).toHaveText(/4 Hill Street/);
      await page.getByRole('button', { name: 'Delete: 4 Hill Street' }).click();
      await expect(questionDialog(page)).toContainText('Please confirm you want to delete this item.');
      await answerQuestion(page, 'Delete');
      await expect(entries).toHaveCount(1);
      await expect(byDefault).toHaveText(/12 Lake Road/);
    });
  });

  test('reads a customer’s orders, each leading to its history', async ({ page, demo }) => {
    const { customer, orders } = await customerWithOrders(demo);
    await page.goto(`/main/customerOrders/${customer._id}`);
    await expect(heading(page)).toHaveText(`Orders (${orders} in total)`);
    await expect(page.getByText(customer.mobile)).toBeVisible();
    await expect(rows(page)).toHaveCount(Math.min(orders, 10));
    await expect(rows(page).first()).toContainText(/Booked|Completed/);
    await expectAccessible(page);
    await rows(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/main\/leadHistory\//);
  });

  test('is told that a customer does not exist', async ({ page }) => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody']) {
      await page.goto(`/main/customerOrders/${id}`);
      await expect(page.getByText('This customer does not exist.')).toBeVisible();
    }
  });
});

test.describe('on a phone', () => {
  test.use({ ...phoneSize, level: 'manager' });

  test('service centers, services, campaigns and customers are accessible', async ({ page, demo }) => {
    const { customer } = await customerWithOrders(demo);
    for (const path of [
      'serviceCenters',
      'serviceCenters?dialog=serviceCenter.new',
      'servicesAndCampaign',
      'servicesAndCampaign?dialog=offering.new',
      'customers',
      `customers?dialog=customer.view:${customer._id}`,
      `addressesFromCustomer/${customer._id}?dialog=address.new:${customer._id}`,
      `customerOrders/${customer._id}`,
    ]) {
      await page.goto(`/main/${path}`);
      if (/\.new(:|$)/.test(path)) {
        await expect(dialog(page).getByRole('textbox').first()).toBeVisible();
        const cancel = await dialog(page).getByRole('button', { name: 'Cancel' }).boundingBox();
        expect(cancel?.y, 'as low as in a long form').toBeGreaterThan(760);
      } else if (path.includes('.view:'))
        await expect(dialog(page).getByRole('button', { name: 'Edit' })).toBeVisible();
      else await expect(page.getByText(/^Show 1 to/)).toBeVisible();
      await expectAccessible(page);
      await expectFitsPhone(page);
    }
  });
});

const eraser = (page: Page) => page.getByRole('dialog', { name: 'Erase customer' });

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);

  test('a super admin views and edits a customer, exports what is stored, and erases them once no lead is open (F65)', async ({
    page,
    demo,
  }) => {
    const boss = await demo.signIn('superAdmin');
    const lead = await recordLead(demo, boss, { notes: 'Brakes', vehicleNumber: 'DHK-GA-1' });
    await page.goto(`/main/customers?search=${encodeURIComponent(lead.phone)}`);
    await page.getByRole('button', { name: lead.name }).first().click();
    const customer = page.getByRole('dialog', { name: 'Customer', exact: true });
    await expect(customer.getByRole('definition')).toHaveText([lead.name, '—', lead.phone]);
    await expect(customer.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
    if (isPhone) await expectFitsPhone(page);
    await customer.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit customer' });
    await form.getByLabel('Email').fill('rahim@example.com');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(customer.getByRole('link', { name: 'rahim@example.com' })).toBeVisible();
    const arrives = page.waitForEvent('download');
    await customer.getByRole('button', { name: 'Export data' }).click();
    expect((await arrives).suggestedFilename()).toBe(`customer-${lead.customer}.zip`);

    await customer.getByRole('button', { name: 'Erase…' }).click();
    const submit = eraser(page).getByRole('button', { name: 'Erase for good' });
    await expect(eraser(page)).toContainText('This customer still has 1 open lead');
    await expect(submit).toBeDisabled();
    await expectAccessible(page);
    if (isPhone) await expectFitsPhone(page);

    await demo.call('PATCH', `/dataEntry/manageLeads/archive/${lead._id}`, { isActive: false }, boss);
    await expect(submit).toBeEnabled();
    const phone = eraser(page).getByLabel(`Type ${lead.phone} to confirm`);
    await expect(eraser(page)).toContainText(`This erases ${lead.name} (${lead.phone})`);
    await phone.fill('01700000000');
    await phone.press('Enter');
    await expect(phone).toHaveAccessibleDescription('This is not the phone number of this customer');
    await expect(phone).toBeFocused();
    await expectAccessible(page);
    await phone.fill(lead.phone);
    await submit.click();
    await expect(page.getByText('Customer Erased')).toBeVisible();
    await expect(eraser(page)).toBeHidden();
    await expect(page.getByText('No Record Found!')).toBeVisible();

    await page.goto(`/main/lead/${lead._id}`);
    await expect(page.getByRole('heading', { name: 'Erased customer' }).first()).toBeVisible();
    await expect(page.getByText('This lead’s personal data has been erased.')).toBeVisible();
    await expect(page.getByText(lead.phone)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await page.goto('/main/audit?action=customerErased');
    await expect(page.getByText(/erased a customer with 1 lead/).first()).toBeVisible();
  });
}, 'superAdmin');

test.describe('a manager and a customer', () => {
  test.use({ level: 'manager' });
  test('may export a customer but not erase one', async ({ page, demo }) => {
    const lead = await recordLead(demo, await demo.signIn('manager'));
    await page.goto(`/main/customers?dialog=customer.view:${lead.customer}`);
    await expect(page.getByRole('button', { name: 'Export data' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
  });
});
