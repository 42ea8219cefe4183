import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { connectionWithSecret } from '#contract/intake/connections.ts';
import { addDays } from '#contract/text/dates.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { chooseOption } from '../support/choice.ts';
import type { Demo } from '../support/demo.ts';
import {
  addLeadDialog,
  archiveLead,
  fillInLead,
  pressAdd,
  pressUpdate,
  updateLeadDialog,
} from '../support/lead-form.ts';
import { getMailLink, mailSubjects, waitForMails } from '../support/mails.ts';
import {
  editLeadAsManager,
  moveSaveButton,
  moveStatusRadio,
  openMoveDialog,
  readLead,
  recordServiceLead,
} from '../support/move-lead.ts';
import { createAccount, uniqueEmail } from '../support/new-account.ts';
import { readCenters, recordLead } from '../support/sample-lead.ts';
import { submitLoginForm, turnOnTwoStepLogin } from '../support/signing-in.ts';
import { expect, test } from '../support/test.ts';
import { dealerToday } from '../support/written-dates.ts';

test.use({ level: 'superAdmin' });

async function refuseAll(page: Page): Promise<void> {
  await page.route('**/api/employeeApp/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET' || request.url().endsWith('/session/presence')) return route.continue();
    const fields = { surprise: 'Unknown field' };
    const error = { code: 'bad_request', message: 'The request is not valid', fields, requestId: 'x' };
    await route.fulfill({ status: 400, json: { error } });
  });
}

type Walk = (page: Page, demo: Demo) => Promise<void>;

const submit = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

async function hire(demo: Demo, level?: 'service') {
  const [center] = await readCenters(demo, await demo.session('manager'));
  const name = `Rafiq ${uniqueEmail().slice(4, 12)}`;
  const { session } = await createAccount(demo, name, level && { level, serviceCenter: [center?._id ?? ''] });
  return { name, session };
}
const findEmployee = (page: Page, list: string, name: string) =>
  page.goto(`/main/${list}?search=${encodeURIComponent(name)}`);
const ownLead = async (demo: Demo) => recordLead(demo, await demo.session('superAdmin'));

const dialogs: Record<string, Walk> = {
  async 'create-lead-dialog'(page) {
    await page.goto('/main/leads?dialog=lead.new');
    await fillInLead(addLeadDialog(page), 'Nadia');
    await pressAdd(page);
  },
  async 'connection-dialog'(page) {
    await page.goto('/main/settings/connections?dialog=connection.new');
    await page.getByRole('dialog').getByLabel('Name').fill('Our site');
    await submit(page, 'Add connection');
  },
  async 'assignment-rule-dialog'(page) {
    await page.goto('/main/settings/connections?dialog=assignmentRules');
    await page.getByRole('dialog').getByRole('combobox').first().selectOption('inTurn');
    await submit(page, 'Save');
  },
  async 'website-form-dialog'(page) {
    await page.goto('/main/settings/connections?dialog=websiteForm.new');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Our page');
    await form.getByLabel('Title', { exact: true }).fill('Book a service');
    await submit(page, 'Add connection');
  },
  async 'field-mapping-dialog'(page, demo) {
    const { _id } = await connect(demo, { name: ['who'] });
    await page.goto(`/main/settings/connections?dialog=connection.mapping:${_id}`);
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).selectOption('');
    await submit(page, 'Save');
  },
  async 'meta-forms-dialog'(page, demo) {
    const keys = { kind: 'meta', appSecret: 'a', pageToken: 'b' };
    const { _id } = await connect(demo, {}, keys);
    const body = {
      forms: [{ _id: '1', name: 'Brakes', questions: [], serviceCenter: null, serviceOrCampaign: null }],
    };
    await page.route(`**/connections/${_id}/forms`, (route) =>
      route.fulfill({ json: { ...body, failure: null } }),
    );
    await page.goto(`/main/settings/connections?dialog=connection.metaForms:${_id}`);
    await page.getByRole('dialog').getByLabel('Service center').selectOption({ index: 1 });
    await submit(page, 'Save');
  },
  async 'earlier-meta-leads-dialog'(page, demo) {
    const { _id } = await connect(demo, {}, { kind: 'meta', appSecret: 'a', pageToken: 'b' });
    await page.goto(`/main/settings/connections?dialog=connection.earlier:${_id}`);
    await page.getByRole('dialog').getByLabel('Since').fill('2020-01-01');
    await submit(page, 'Fetch leads');
  },
  async 'delivery-dialog'(page, demo) {
    await openDelivery(page, demo);
    await fillInLead(page.getByRole('dialog', { name: 'Place an enquiry' }), 'Nadia');
    await submit(page, 'Add Lead');
  },
  async 'mend-row-dialog'(page, demo) {
    const session = await demo.session('superAdmin');
    const { body } = await demo.call('GET', '/management/imports', undefined, session);
    const { imports } = body as { imports: { _id: string; refused: number }[] };
    const { _id = '' } = imports.find(({ refused }) => refused > 0) ?? {};
    const found = await demo.call('GET', `/management/imports/${_id}/rows`, undefined, session);
    const [{ row }] = (found.body as { rows: [{ row: number }] }).rows;
    await page.goto(`/main/import/${_id}?dialog=import.mendRow:${_id}.${row}`);
    await submit(page, 'Import row');
  },
  async 'edit-lead-dialog'(page, demo) {
    await page.goto(`/main/leads?dialog=lead.edit:${(await ownLead(demo))._id}`);
    await updateLeadDialog(page).getByLabel('Name').fill('Nadia');
    await pressUpdate(page);
  },
  async 'move-lead-dialog'(page, demo) {
    await openMoveDialog(page, 'pending', await ownLead(demo));
    await moveStatusRadio(page, 'Completed').check();
    await moveSaveButton(page).click();
  },
  async 'reschedule-dialog'(page, demo) {
    const { _id } = await ownLead(demo);
    const booking = { status: 'booked', appointmentDate: addDays(dealerToday(), 2) };
    await demo.call(
      'PATCH',
      `/serviceCenter/manageLeads/update/${_id}`,
      booking,
      await demo.session('superAdmin'),
    );
    await page.goto(`/main/leads?lead=${_id}&dialog=lead.reschedule:${_id}`);
    await page.getByRole('dialog').getByLabel('Time').fill('4pm');
    await submit(page, 'Save');
  },
  async 'book-dialog'(page, demo) {
    const { name, phone, serviceCenter } = await ownLead(demo);
    const place = [serviceCenter._id, addDays(dealerToday(), 2), '1630'].join('.');
    await page.route('**/serviceCenter/find', (route) => route.continue());
    await page.goto(`/main/bookings?dialog=booking.new:${place}`);
    await page.getByRole('combobox', { name: 'Customer' }).fill(phone);
    await page.getByRole('option', { name: /Pending/ }).click();
    await expect(page.getByRole('dialog')).toContainText(name);
    await submit(page, 'Book');
  },
  async 'did-not-come-dialog'(page, demo) {
    const { _id } = await ownLead(demo);
    const path = `/serviceCenter/manageLeads/update/${_id}`;
    const booking = { status: 'booked', appointmentDate: dealerToday() };
    await demo.call('PATCH', path, booking, await demo.session('superAdmin'));
    await page.goto(`/main/leads?dialog=booking.didNotCome:${_id}`);
    await submit(page, 'Save');
  },
  async 'message-preferences-dialog'(page, demo) {
    await page.goto(`/main/leads?dialog=lead.messages:${(await ownLead(demo))._id}`);
    await page.getByRole('dialog').getByLabel('Booking confirmed').uncheck();
    await submit(page, 'Save');
  },
  async 'message-kind-dialog'(page) {
    await page.goto('/main/settings/customerMessages?dialog=customerMessage.edit:readyToCollect');
    await page.getByRole('textbox', { name: 'Text in English' }).fill('Dear {name}, your car is ready.');
    await page.keyboard.press('Control+Enter');
  },
  async 'test-message-dialog'(page) {
    await page.goto('/main/settings/customerMessages?dialog=customerMessage.test:email');
    await submit(page, 'Send test');
  },
  async 'sms-gateway-dialog'(page) {
    await page.goto('/main/settings/customerMessages?dialog=smsGateway.edit');
    await page.getByRole('dialog').getByLabel('Address').fill('https://sms.example.com/send');
    await page.keyboard.press('Control+Enter');
  },
  async 'merge-leads-dialog'(page, demo) {
    const one = await ownLead(demo);
    const two = await recordLead(demo, await demo.session('superAdmin'), { phone: one.phone });
    await page.goto(`/main/leads?dialog=leads.merge:${one._id}.${two._id}`);
    await submit(page, 'Merge 2 leads');
  },
  async 'bulk-change-dialog'(page, demo) {
    const { name } = await ownLead(demo);
    await page.goto(`/main/manageMentLead/pending?search=${encodeURIComponent(name)}`);
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Move' }).click();
    await page.route('**/management/bulk/advisors', (route) => route.continue());
    const dialog = page.getByRole('dialog');
    await chooseOption(dialog, 'Service center', 1);
    await chooseOption(dialog, 'Advisor', 1);
    await submit(page, 'Move 1 lead');
  },
  async 'lead-version-dialog'(page, demo) {
    const lead = await ownLead(demo);
    await editLeadAsManager(demo, lead, { name: 'Renamed' });
    await page.goto(`/main/leadHistory/${lead.entryId}`);
    await page.getByRole('button', { name: 'View version 1' }).click();
    await submit(page, 'Restore Name');
  },
  async 'edit-customer-dialog'(page, demo) {
    await page.goto(`/main/customers?dialog=customer.edit:${(await ownLead(demo)).customer}`);
    await page.getByRole('dialog').getByLabel('Name').fill('Nadia');
    await submit(page, 'Save');
  },
  async 'erase-customer-dialog'(page, demo) {
    const lead = await ownLead(demo);
    const path = `/dataEntry/manageLeads/archive/${lead._id}`;
    await demo.call('PATCH', path, { isActive: false }, await demo.session('superAdmin'));
    await page.goto(`/main/customers?dialog=customer.erase:${lead.customer}`);
    await page.getByRole('dialog').getByLabel(`Type ${lead.phone} to confirm`).fill(lead.phone);
    await submit(page, 'Erase for good');
  },
  async 'merge-customers-dialog'(page, demo) {
    const [one, other] = [await ownLead(demo), await ownLead(demo)];
    await page.goto(`/main/customers?dialog=customers.merge:${one.customer}.${other.customer}`);
    await submit(page, 'Merge 2 customers');
  },
  async 'address-dialog'(page, demo) {
    const { customer } = await ownLead(demo);
    await page.goto(`/main/addressesFromCustomer/${customer}?dialog=address.new:${customer}`);
    await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill('4 Harbour Street');
    await submit(page, 'Add Address');
  },
  async 'service-center-dialog'(page) {
    await page.goto('/main/serviceCenters?dialog=serviceCenter.new');
    await page.getByRole('dialog').getByLabel('Name').fill('Zinc Lane');
    await submit(page, 'Create Service Center');
  },
  async 'offering-dialog'(page) {
    await page.goto('/main/servicesAndCampaign?dialog=offering.new');
    await page.getByRole('dialog').getByLabel('Name').fill('Zinc polish');
    await submit(page, 'Add');
  },
  async 'assign-role-dialog'(page, demo) {
    const { name } = await hire(demo);
    await findEmployee(page, 'unassigned', name);
    await page.getByRole('button', { name: `Assign Employee: ${name}` }).click();
    await page.getByRole('radio', { name: 'Assign As Data Entry' }).check();
    await submit(page, 'Assign');
  },
  async 'employee-centers-dialog'(page, demo) {
    const { name } = await hire(demo, 'service');
    await findEmployee(page, 'service', name);
    await page.getByRole('button', { name: `Change service centers: ${name}` }).click();
    await page.getByRole('dialog').getByRole('checkbox').nth(1).check();
    await submit(page, 'Save');
  },
  async 'deactivate-dialog'(page, demo) {
    const { name } = await hire(demo);
    await findEmployee(page, 'unassigned', name);
    await page.getByRole('button', { name: `Deactivate: ${name}` }).click();
    await submit(page, 'Deactivate');
  },
  async 'away-dialog'(page, demo) {
    const { name } = await hire(demo, 'service');
    await findEmployee(page, 'service', name);
    await page.getByRole('button', { name: `Set as away: ${name}` }).click();
    await page.getByRole('textbox', { name: 'Away until' }).fill('tomorrow');
    await submit(page, 'Save');
  },
  async 'reassign-dialog'(page, demo) {
    const { session } = await hire(demo, 'service');
    const { _id } = await recordLead(demo, session);
    await demo.call('PATCH', `/serviceCenter/manageLeads/take/${_id}`, undefined, session);
    await page.route('**/management/bulk/advisors', (route) => route.continue());
    await page.goto(`/main/service?dialog=leads.reassign:${session._id}`);
    await page.getByRole('checkbox', { name: 'Nobody' }).check();
    await submit(page, 'Assign 1 lead');
  },
  async 'factor-dialog'(page) {
    await page.route('**/session/secondFactor/app', (route) =>
      route.fulfill({ json: { link: 'otpauth://totp/x', secret: 'ABCDEFGH' } }),
    );
    await page.goto('/main/profile');
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByLabel('Code from the app').fill('123456');
  },
};

async function connect(demo: Demo, mapping: object = {}, more: object = {}) {
  const session = await demo.session('superAdmin');
  const named = { name: `Site ${uniqueEmail().slice(4, 12)}`, platform: 'website', ...more };
  const { body } = await demo.call('POST', '/management/connections', named, session);
  const { connection, secret } = connectionWithSecret.parse(body);
  const path = `/management/connections/${connection._id}`;
  await demo.call('PATCH', path, { mapping }, session);
  return { ...connection, secret };
}

async function openDelivery(page: Page, demo: Demo) {
  const { _id, path, secret } = await connect(demo);
  await fetch(`${demo.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: 'Please call me',
  });
  await page.goto(`/main/intake?connection=${_id}`);
  await page.getByRole('button', { name: 'Unknown', exact: true }).click();
}

async function openLogged(page: Page, demo: Demo) {
  const lead = await ownLead(demo);
  const body = { channel: 'call', outcome: 'busy', key: randomUUID() };
  const session = await demo.session('superAdmin');
  await demo.call('POST', `/serviceCenter/manageLeads/contacts/${lead._id}`, body, session);
  await page.goto(`/main/leads?search=${encodeURIComponent(lead.name)}&lead=${lead._id}`);
}

const questions: Record<string, Walk> = {
  async 'archiving a lead'(page, demo) {
    const { name } = await ownLead(demo);
    await page.goto(`/main/leads?search=${encodeURIComponent(name)}`);
    await archiveLead(page, name);
  },
  async 'taking a role away'(page, demo) {
    const { name } = await hire(demo, 'service');
    await findEmployee(page, 'service', name);
    await page.getByRole('button', { name: `Unassign Employee: ${name}` }).click();
    await submit(page, 'Yes');
  },
  async 'resetting a two-step login'(page, demo) {
    const { name } = await hire(demo);
    const lock = async (route: Route) => {
      const answer = await route.fetch();
      const { employees, ...rest } = (await answer.json()) as { employees: object[] };
      const locked = employees.map((employee) => ({ ...employee, hasSecondFactor: true }));
      await route.fulfill({ json: { ...rest, employees: locked } });
    };
    // The page takes back what it asked for a list that it leaves.
    await page.route('**/getEmployeesByLevel/**', (route) => lock(route).catch(() => undefined));
    await findEmployee(page, 'unassigned', name);
    await page.getByRole('button', { name: `Reset two-step login: ${name}` }).click();
    await submit(page, 'Reset');
  },
};

const readOnly = [
  'connection-check-dialog',
  'customer-dialog',
  'lead-details-dialog',
  'connection-secret-dialog',
  'picture-dialog',
];

const forms: Record<string, Walk> = {
  async 'the settings'(page) {
    await page.goto('/main/settings');
    await page.getByLabel('Dealer name').fill('Jamuna Motors');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  },
  async 'the rights of service staff'(page) {
    await page.goto('/main/settings/serviceStaff');
    await page.getByLabel('Service staff can merge leads').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  },
  async 'the settings of enquiries'(page) {
    await page.goto('/main/settings/enquiries');
    await page.getByLabel('Pending (days)').fill('77');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  },
  async 'the message texts'(page) {
    await page.goto('/main/settings/messageTexts');
    await page.getByRole('button', { name: 'Add text' }).click();
    const added = page.getByRole('group', { name: /^Message text/ }).last();
    await added.getByLabel('Name').fill('Reminder');
    await added.getByLabel('Text', { exact: true }).fill('Dear {name}');
    await page.keyboard.press('Control+Enter');
  },
  async 'the lost reasons'(page) {
    await page.goto('/main/settings/lostReasons');
    await page.getByRole('button', { name: 'Retire Enquired twice' }).click();
    await page.getByRole('button', { name: 'Save lost reasons' }).click();
  },
  async 'how long personal data are kept'(page) {
    await page.goto('/main/settings/personalData');
    await page.getByLabel('Delete audit entries after (months)').fill('120');
    await page.getByRole('button', { name: 'Save personal data' }).click();
  },
  async 'the profile'(page) {
    await page.goto('/main/profile');
    const about = page.getByRole('region', { name: 'About you' });
    await about.getByLabel('Name').fill('Nadia');
    await about.getByRole('button', { name: 'Save' }).click();
  },
  async 'the time away'(page) {
    await page.goto('/main/profile');
    const away = page.getByRole('region', { name: 'Time away' });
    await away.getByLabel('Away until').fill('tomorrow');
    await away.getByRole('button', { name: 'Save' }).click();
  },
  async 'the password'(page) {
    await page.goto('/main/profile');
    await page.getByLabel('Current Password').fill('not my password');
    await page.getByLabel('New Password').fill('a long way to Khulna');
    await page.getByLabel('Confirm Password').fill('a long way to Khulna');
    await page.getByRole('button', { name: 'Change Password' }).click();
  },
  async 'an invitation'(page) {
    await page.goto('/main/inviteEmployees');
    await page.getByLabel('Email').fill(uniqueEmail());
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
  },
  async 'a comment'(page, demo) {
    const { _id, name } = await ownLead(demo);
    await page.goto(`/main/leads?search=${encodeURIComponent(name)}&lead=${_id}`);
    await page.getByRole('textbox', { name: 'Comment' }).fill('Please look');
    await page.keyboard.press('Control+Enter');
  },
  async 'a logged attempt'(page, demo) {
    const { _id, name } = await ownLead(demo);
    await page.goto(`/main/leads?search=${encodeURIComponent(name)}&lead=${_id}`);
    await page.getByRole('button', { name: 'No answer' }).click();
  },
  async 'a corrected attempt'(page, demo) {
    await openLogged(page, demo);
    await page.getByRole('button', { name: 'Correct: Call · Busy' }).click();
    const form = page.getByRole('form', { name: 'Correct what was logged' });
    await form.getByRole('button', { name: 'Reached' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
  },
  async 'a reply on WhatsApp'(page, demo) {
    const { _id, name } = await ownLead(demo);
    const conversation = { openUntil: new Date(Date.now() + 3_600_000).toISOString() };
    const write = async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), conversation } });
    };
    await page.route('**/manageLeads/panel/*', (route) => write(route).catch(() => undefined));
    await page.goto(`/main/leads?search=${encodeURIComponent(name)}&lead=${_id}`);
    await page.getByLabel('Reply on WhatsApp').fill('Yes, from 9 to 8');
    await page.keyboard.press('Control+Enter');
  },
  async 'an enquiry that is ignored'(page, demo) {
    await openDelivery(page, demo);
    await submit(page, 'Ignore');
  },
  async 'two records that are not the same'(page) {
    await page.goto('/main/duplicates');
    await page.getByRole('button', { name: 'Work through' }).click();
    await page.getByRole('button', { name: 'Not the same', exact: true }).click();
  },
  async 'the rule of two-step login'(page) {
    const rule = { isRequired: false, mayRequire: true, without: 0, people: 3 };
    await page.route('**/management/secondFactorRule', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: rule }) : route.fallback(),
    );
    await page.goto('/main/settings/twoStepLogin');
    await page.getByLabel('Require two-step login for management').click();
    await submit(page, 'Require it');
  },
  async 'hours, holidays and targets'(page) {
    const saves = async (part: string, count: number) => {
      await page.getByRole('button', { name: `Save ${part}` }).click();
      await expect(page.getByText('The server refused “surprise”'), part).toHaveCount(count);
    };
    await page.goto('/main/workingHours');
    await page.getByRole('button', { name: 'Remove hours 1 of' }).first().click();
    await saves('hours', 1);
    await page.getByLabel('Usual target (minutes)').fill('77');
    await saves('targets', 2);
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByLabel('Name').last().fill('Stocktaking');
    await page.getByLabel('First day').last().fill('2027-03-17');
    await saves('holidays', 3);
  },
  async 'the booking rules'(page) {
    await page.goto('/main/bookingRules');
    await page.getByRole('radio', { name: 'Limited' }).check({ force: true });
    await page.getByLabel('Cars a day on Sunday').fill('7');
    await page.getByRole('button', { name: 'Save booking rules' }).click();
  },
};

const proven = {
  ...{ isOn: false, isRequired: false, app: null, passkeys: [], mayAddPasskey: true, recoveryCodesLeft: 0 },
};

const steps: Record<string, Walk> = {
  async 'a new passkey'(page) {
    await page.route('**/session/secondFactor', (route) => route.fulfill({ json: proven }));
    await page.route('**/session/secondFactor/passkeys/start', (route) =>
      route.fulfill({
        json: {
          ...{ rp: { id: 'x', name: 'x' }, user: { id: 'AAAA', name: 'x', displayName: 'x' } },
          ...{ challenge: 'AAAA', pubKeyCredParams: [], timeout: 60_000, excludeCredentials: [] },
          authenticatorSelection: {
            ...{ residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
          },
          attestation: 'none',
        },
      }),
    );
    // Browsers make none for an address of digits.
    await page.addInitScript(`if (navigator.credentials) navigator.credentials.create = async () => ({
      id: 'AAAA', rawId: new ArrayBuffer(3), type: 'public-key', getClientExtensionResults: () => ({}),
      response: { clientDataJSON: new ArrayBuffer(3), attestationObject: new ArrayBuffer(3), getTransports: () => [] },
    })`);
    await page.goto('/main/profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Create passkey' }).click();
  },
  async 'turning it off'(page) {
    const app = { addedAt: new Date().toISOString() };
    const on = { ...proven, isOn: true, app, recoveryCodesLeft: 10 };
    await page.route('**/session/secondFactor', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: on }) : route.fallback(),
    );
    await page.goto('/main/profile');
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step login?' });
    await dialog.getByLabel('Password', { exact: true }).fill('a password');
    await dialog.getByLabel('Code from the app, or a recovery code').fill('123456');
    await dialog.getByRole('button', { name: 'Turn off', exact: true }).click();
  },
};

const walkedAs: Record<string, string> = {
  ...{
    settings: 'the settings',
    'settings_.messageTexts': 'the message texts',
    'settings_.lostReasons': 'the lost reasons',
  },
  ...{ retention: 'how long personal data are kept', 'about-form': 'the profile' },
  'absence-form': 'the time away',
  ...{ 'password-form': 'the password', 'invite-form': 'an invitation' },
  ...{ 'center-hours': 'hours, holidays and targets', holidays: 'hours, holidays and targets' },
  ...{
    'center-rules': 'the booking rules',
    targets: 'hours, holidays and targets',
    'edit-lead-form': 'edit-lead-dialog',
  },
  ...{ 'use-move-editing': 'move-lead-dialog', 'app-step': 'factor-dialog' },
  ...{
    'assign-form': 'reassign-dialog',
    'assign-dialogs': 'assign-role-dialog',
    'lead-timeline': 'a comment',
  },
  ...{ 'correct-contact': 'a corrected attempt', 'reply-form': 'a reply on WhatsApp' },
  ...{ login: 'the login', forgotPassword: 'a forgotten password', emailVerification: 'a code' },
  ...{ 'register-form': 'a registration', 'link-gone': 'asking for an invitation' },
  ...{ 'resetEmployeePassword.$token': 'a new password', 'second-step-form': 'the second step' },
  ...{ 'passkey-step': 'a new passkey', 'turn-off-step': 'turning it off', 'set-up-form': 'the set-up' },
};

const outside: Record<string, Walk> = {
  async 'the login'(page) {
    await page.goto('/auth/login');
    await submitLoginForm(page, 'a password', 'nadia@pitlane.test');
  },
  async 'a forgotten password'(page) {
    await page.goto('/auth/forgotPassword');
    await page.getByLabel('Email').fill('nadia@pitlane.test');
    await page.getByRole('button', { name: 'Send Link' }).click();
  },
  async 'a registration'(page) {
    await page.goto('/auth/register');
    await page.getByLabel('Name').fill('Nadia');
    await page.getByLabel('Email').fill('nadia@pitlane.test');
    await page.getByLabel('Password', { exact: true }).fill('a long way to Khulna');
    await page.getByLabel('Confirm Password').fill('a long way to Khulna');
    await page.getByRole('button', { name: 'Create Account' }).click();
  },
  async 'a code'(page) {
    await page.goto('/auth/emailVerification');
    await page.getByLabel('Email').fill('nadia@pitlane.test');
    await page.getByLabel('Verification code').fill('123456');
    await page.getByRole('button', { name: 'Verify' }).click();
  },
  async 'asking for an invitation'(page) {
    await page.goto('/auth/requestInvitation');
    await page.getByLabel('Email').fill('nadia@pitlane.test');
    await page.getByRole('button', { name: 'Ask for an invitation' }).click();
  },
  async 'a new password'(page, demo) {
    const { email } = await createAccount(demo);
    await demo.call('POST', '/public/auth/forgotPassword', { email });
    await page.goto(getMailLink((await waitForMails(demo, email, mailSubjects.reset)).at(-1)));
    await page.getByLabel('New Password').fill('a long way to Khulna');
    await page.getByLabel('Confirm Password').fill('a long way to Khulna');
    await page.getByRole('button', { name: 'Set New Password' }).click();
  },
  async 'the second step'(page, demo) {
    const { email, password, session } = await createAccount(demo);
    await turnOnTwoStepLogin(demo, session);
    await page.route(/\/public\/auth\/login\/?$/, (route) => route.continue());
    await page.goto('/auth/login');
    await submitLoginForm(page, password, email);
    await page.getByLabel('Code', { exact: true }).fill('123456');
  },
  async 'the set-up'(page) {
    await page.route('**/public/setup/*', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { ok: true } }) : route.fallback(),
    );
    await page.goto('/setup/printed');
    await page.getByLabel('Dealer name').fill('Padma Motors');
    await page.getByRole('group', { name: 'First service center' }).getByLabel('Name').fill('Tejgaon');
    const account = page.getByRole('group', { name: 'Your account' });
    await account.getByLabel('Name').fill('Rokeya Begum');
    await account.getByLabel('Email').fill('rokeya@padma.test');
    await account.getByRole('textbox', { name: 'Password', exact: true }).fill('a long way to Khulna');
    await account.getByLabel('Confirm Password').fill('a long way to Khulna');
    await page.getByRole('button', { name: 'Finish set-up' }).click();
  },
};

const inOneBrowser = 8;

/** One of each kind: a form of a record, of a lead, of settings, of a list, a question, a text, a step. */
const examples = [
  ...['create-lead-dialog', 'edit-lead-dialog', 'assignment-rule-dialog', 'archive-lead-dialog'],
  ...['the message texts', 'hours, holidays and targets', 'a comment', 'turning it off', 'the login'],
];
const walked = (walks: Record<string, Walk>) =>
  Object.entries(walks).filter(([name]) => isLongRun || examples.includes(name));

const namesOf = (walks: [string, Walk][]) => walks.map(([name]) => name).join(', ');

const expectSaid = (page: Page) =>
  expect(page.getByText('The server refused “surprise”: Unknown field.').first()).toBeVisible();

async function expectEachSaid(page: Page, demo: Demo, walks: [string, Walk][]): Promise<void> {
  // No form begins with what was typed in another.
  await page.addInitScript(`if (location.protocol !== 'about:') sessionStorage.clear()`);
  for (const [name, walk] of walks) {
    await test.step(name, async () => {
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await refuseAll(page);
      await walk(page, demo);
      await expectSaid(page);
    });
  }
}

test.describe('a refusal for a field that the form lacks is said', () => {
  test('by every dialog: none is left out (F56)', () => {
    const folder = join(import.meta.dirname, '../../web/src/features');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.tsx'),
    );
    const exported = files.flatMap((path) => [
      ...readFileSync(join(folder, path), 'utf8').matchAll(/^export function ([A-Z]\w*Dialog)\b/gm),
    ]);
    // As `AssignDialog` is the test of 'assign-role-dialog'.
    const names = exported.map(([, name = '']) =>
      name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
    );
    expect(names.toSorted()).toEqual([...Object.keys(dialogs), ...readOnly].toSorted());
  });

  test('by every form: none is left out (F56)', () => {
    const folder = join(import.meta.dirname, '../../web/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.tsx') && !path.startsWith('ui'),
    );
    const making = files.filter((path) =>
      /= use(Hours|Shared)?Form[(<]|useLeadEditing\(/.test(readFileSync(join(folder, path), 'utf8')),
    );
    const names = making.map((path) => basename(path, '.tsx')).filter((name) => !name.endsWith('-dialog'));
    expect(names.toSorted()).toEqual(Object.keys(walkedAs).toSorted());
    const walks = { ...dialogs, ...forms, ...steps, ...outside };
    expect(Object.values(walkedAs).filter((walk) => !(walk in walks))).toEqual([]);
  });

  const all = walked({ ...dialogs, ...questions, ...forms, ...steps });
  for (let first = 0; first < all.length; first += inOneBrowser) {
    const walks = all.slice(first, first + inOneBrowser);
    test(`by ${namesOf(walks)} (F56)`, async ({ page, demo }) => {
      await expectEachSaid(page, demo, walks);
    });
  }

  test('on a phone in view, however far its fields are scrolled (F56)', async ({ page, demo }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await refuseAll(page);
    await page.goto(`/main/leads?dialog=lead.edit:${(await ownLead(demo))._id}`);
    await updateLeadDialog(page).getByLabel('Notes').fill('Called');
    await pressUpdate(page);
    await expect(page.getByText('The server refused “surprise”: Unknown field.')).toBeInViewport();
  });

  test('while working through the queue, beside what was answered (F56)', async ({ demo, openAs }) => {
    const { session } = await hire(demo, 'service');
    const page = await openAs('service', session);
    await page.route('**/manageLeads/contacts/**', (route) =>
      route.fulfill({
        status: 400,
        json: {
          error: {
            code: 'bad_request',
            message: 'The request is not valid',
            fields: { tryAgainAt: 'Choose a time in the future', surprise: 'Unknown field' },
            requestId: 'x',
          },
        },
      }),
    );
    await page.goto('/main/dashboard');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'No answer', exact: true }).click();
    await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
    await expect(page.getByText('Choose a time in the future')).toBeVisible();
    await expectSaid(page);
  });
});

test.describe('as nobody', () => {
  test.use({ level: undefined });

  const walks = walked(outside);
  test(`${namesOf(walks)} say why they are refused (F56)`, async ({ page, demo }) => {
    await expectEachSaid(page, demo, walks);
  });
});

test('on a device whose clock is three hours slow, a reminder in two hours is set (F56)', async ({
  demo,
  openAs,
}) => {
  const page = await openAs('service');
  const lead = await recordServiceLead(demo);
  await page.clock.setSystemTime(new Date(Date.now() - 3 * 3_600_000));
  await page.goto(`/main/leadsByStatus/pending?search=${encodeURIComponent(lead.name)}&lead=${lead._id}`);
  await chooseOption(page, 'Try again', 'Again in 2 hours');
  await page.getByRole('button', { name: 'No answer' }).click();
  await expect(page.getByText('Logged: No answer')).toBeVisible();
  const { tryAgainAt } = await readLead(demo, lead);
  expect(Math.abs(Date.parse(tryAgainAt ?? '') - Date.now() - 2 * 3_600_000)).toBeLessThan(120_000);
});
