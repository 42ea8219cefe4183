import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { strongPassword } from './support/accounts.ts';
import { chooseOption, optionsOf } from './support/choice.ts';
import { holdRequests } from './support/held.ts';
import {
  answerQuestion,
  expectColumns,
  expectNothingFound,
  firstActionButton,
  hoverUndo,
  openFromMainMenu,
  questionDialog,
  rows,
  rowWith,
  searchBox,
  statusBarLines,
  toast,
} from './support/lists.ts';
import { getMailLink, mailSubjects, waitForMails } from './support/mails.ts';
import { createAccount, inviteEmployee, logInByApi, uniqueEmail } from './support/new-account.ts';
import { readCenters, recordLead } from './support/sample-lead.ts';
import { phoneScreen } from './support/screen-sizes.ts';
import { profileMenuButton, submitLoginForm } from './support/signing-in.ts';
import { allOrExamples, expect, test } from './support/test.ts';

test.use({ level: 'superAdmin' });

const uniqueName = () => `Rafiq ${randomUUID().slice(0, 8)}`;
const action = (page: Page, what: 'Assign' | 'Unassign', name: string) =>
  page.getByRole('button', { name: `${what} Employee: ${name}`, exact: true });

const expectCenters = (page: Page, ...centers: string[]) =>
  expect(optionsOf(page, 'Service center')).toHaveText([
    'All Service Centers',
    ...centers.map((center) => `${center} Service Center`),
  ]);

const center = (dialog: Locator | Page, name: string) =>
  dialog.getByRole('checkbox', { name: `${name} Service Center` });

async function openAssignment(page: Page, list: string, name: string): Promise<Locator> {
  await page.goto(`/main/${list}?search=${encodeURIComponent(name)}`);
  await action(page, 'Assign', name).click();
  return page.getByRole('dialog', { name: `Assign ${name}` });
}

const assign = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();

async function unassign(page: Page, name: string, answer: 'Yes' | 'No'): Promise<void> {
  await action(page, 'Unassign', name).click();
  await expect(page.getByText('Do You Really wanna Unassign This Employee?')).toBeVisible();
  await page.getByRole('button', { name: answer, exact: true }).click();
}

test('the buttons of employees read in full (F65, F69) @long', async ({ page }) => {
  for (const [list, words] of [
    ['unassigned', 'Assign Employee'],
    ['dataentry', 'Unassign Employee'],
    ['service', 'Unassign Employee'],
    ['service', 'Deactivate'],
  ] as const) {
    await page.goto(`/main/${list}`);
    const button = firstActionButton(page, words);
    await expect(button).toHaveText(words);
    const place = await button.boundingBox();
    await button.focus();
    expect(await button.boundingBox(), 'where it stands once it has the focus').toEqual(place);
  }
});

test('a new colleague is assigned to two centers and begins work', async ({ page, demo, openAs }) => {
  const name = uniqueName();
  const { session } = await createAccount(demo, name);
  // From nine centers on they can be searched; other tests add some, too.
  for (const place of ['Bogura', 'Gazipur', 'Rangpur'])
    await demo.call(
      'POST',
      '/management/manageServiceCenter',
      { name: `${place} of ${name}` },
      await demo.session('manager'),
    );
  const colleague = await openAs('unassigned', session);
  const row = rowWith(page, name);
  await colleague.goto('/');
  await expect(colleague).toHaveURL('/main/unassign');

  await test.step('the superAdmin finds and assigns them, and they see their two centers at once', async () => {
    await page.goto('/main/managementDashboard');
    await openFromMainMenu(page, 'Employees');
    await expect(page).toHaveURL('/main/employees');
    await expect(page.getByRole('list', { name: 'Employees by level' })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('list', { name: 'Employees by level' })
      .getByRole('link', { name: /^Unassigned/ })
      .click();
    await searchBox(page).fill(name);
    await action(page, 'Assign', name).click();
    const dialog = page.getByRole('dialog', { name: `Assign ${name}` });
    await expect(page).toHaveURL(/employee\.assign:/);
    await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Assign To Service Center' }).check();
    await assign(page);
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one service center');
    await expectAccessible(page);
    await center(dialog, 'Mirpur').check();
    await center(dialog, 'Uttara').check();
    await assign(page);
    await expect(page.getByText('Service Center Assigned')).toBeVisible();
    await expect(row).toHaveCount(0);

    await expect(colleague).toHaveURL('/main/dashboard');
    await expect(colleague.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expectCenters(colleague, 'Mirpur', 'Uttara');
  });

  await test.step('they stand in the list of service with their centers', async () => {
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Service Centers' })).toBeVisible();
    await searchBox(page).fill(name);
    await expect(page).toHaveURL(/search=/);
    await expect(row).toContainText('Mirpur Service Center, Uttara Service Center');
    await expect(action(page, 'Assign', name)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('they say in their profile that they are away, which the list says at once', async () => {
    await colleague.goto('/main/profile');
    const away = colleague.getByRole('region', { name: 'Time away' });
    await away.getByLabel('Away until').fill('tomorrow');
    await away.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Away until');
    await away.getByLabel('Away until').fill('');
    await away.getByRole('button', { name: 'Save' }).click();
    await expect(row).not.toContainText('Away until');
    await colleague.goto('/main/dashboard');
  });

  await test.step('the superAdmin gives them other centers, and they keep their level', async () => {
    await chooseOption(colleague, 'Service center', 'Mirpur Service Center');
    await expect(colleague).toHaveURL(/\/main\/dashboard\?serviceCenter=/);
    await page.getByRole('button', { name: `Change service centers: ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Change service centers of ${name}` });
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect(page).toHaveURL(/employee\.centers:/);
    const search = dialog.getByRole('textbox', { name: 'Search centers' });
    await expect(search).toBeFocused();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(save).toBeDisabled();

    const centers = await holdRequests(page, '**/dataEntry/manageServiceCenter');
    await page.reload();
    await expect(dialog.getByRole('group', { name: /^Service Centers/ })).toBeFocused();
    centers.release();
    await expect(search, 'once the centers are there').toBeFocused();
    await page.keyboard.type('tejg');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expect(center(dialog, 'Tejgaon')).toBeVisible();
    await search.fill('');
    await center(dialog, 'Mirpur').uncheck();
    await center(dialog, 'Uttara').uncheck();
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one service center');
    await expectAccessible(page);
    await center(dialog, 'Uttara').check();
    await center(dialog, 'Tejgaon').check();
    await save.click();
    await expect(row).toContainText('Tejgaon Service Center, Uttara Service Center');
    await expect(colleague, 'they lost their center').toHaveURL('/main/dashboard');
    await expectCenters(colleague, 'Tejgaon', 'Uttara');
  });

  await test.step('the superAdmin unassigns them, on second thoughts, and takes it back', async () => {
    await unassign(page, name, 'No');
    await expect(row).toBeVisible();
    await unassign(page, name, 'Yes');
    await hoverUndo(page);
    await expect(page.getByText(`${name} is unassigned`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(colleague).toHaveURL('/main/unassign');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Tejgaon Service Center, Uttara Service Center');
    await expect(colleague).toHaveURL('/main/dashboard');
  });

  await test.step('the audit log tells all of it', async () => {
    await page.getByRole('link', { name: 'Audit Log' }).click();
    const employee = page.getByRole('combobox', { name: 'Employee' });
    await employee.fill(name);
    await page.getByRole('option', { name }).click();
    await expect(page).toHaveURL(/employee=/);
    // What they were reading when they lost their level is refused.
    const log = page.getByRole('row').filter({ hasNotText: 'was refused' });
    await expect(log.nth(1)).toContainText(
      `changed ${name} from Unassigned to Service at Tejgaon Service Center and Uttara Service Center`,
    );
    await expect(log.nth(2)).toContainText(`unassigned ${name}, who was Service`);
    await expect(log.nth(3)).toContainText(`changed the centers of ${name} to `);
    await expectAccessible(page);
    await page.reload();
    await expect(employee).toHaveValue(name);
    await chooseOption(page, 'Kind', 'New accounts');
    await expect(log).toHaveCount(2);
    await expect(log.nth(1)).toContainText(`${name} created an account`);
  });
});

test('an employee goes through the levels, and their screen follows (F66)', async ({
  page,
  demo,
  openAs,
}) => {
  const name = uniqueName();
  const { session } = await createAccount(demo, name);
  const own = await openAs('unassigned', session);
  await own.goto('/main/unassign');

  await test.step('the superAdmin makes them data entry, and they see the leads', async () => {
    const dialog = await openAssignment(page, 'unassigned', name);
    await dialog.getByRole('radio', { name: 'Assign As Data Entry' }).check();
    await assign(page);
    await expect(page.getByText(`${name} now works in data entry`)).toBeVisible();
    await expect(own).toHaveURL('/main/leads');
  });

  await test.step('then an admin, and they get the menu of management', async () => {
    const dialog = await openAssignment(page, 'dataentry', name);
    await expect(page).toHaveURL(/\/main\/dataEntry\?/);
    await expect(page.getByRole('link', { name: 'Data Entry' })).toHaveAttribute('aria-current', 'page');
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await dialog.getByRole('radio', { name: 'Assign As Management' }).check();
    await chooseOption(dialog, 'Level', 'Admin');
    await expectAccessible(page);
    await assign(page);
    await expect(page.getByText(`${name} is now an admin`)).toBeVisible();
    await expect(own.getByRole('link', { name: 'Management Dashboard' })).toBeVisible();
    await expect(own, 'a screen that both levels have').toHaveURL('/main/leads');
  });

  await test.step('then nothing at all, and they wait', async () => {
    await page.goto('/main/manager');
    await page.getByRole('radio', { name: 'Admins', exact: true }).check({ force: true });
    await unassign(page, name, 'Yes');
    await expect(own).toHaveURL('/main/unassign');
  });
});

test('a manager says until when an advisor is away, and gives their leads to a colleague in three clicks', async ({
  demo,
  openAs,
}) => {
  const session = await demo.session('manager');
  const [home] = await readCenters(demo, session);
  const start = { level: 'service' as const, serviceCenter: [home?._id ?? ''] };
  const [name, colleague] = [uniqueName(), uniqueName()];
  const advisor = await createAccount(demo, name, start);
  await createAccount(demo, colleague, start);
  const recorded = await Promise.all([recordLead(demo, session), recordLead(demo, session)]);
  for (const { _id } of recorded)
    await demo.call('PATCH', `/serviceCenter/manageLeads/take/${_id}`, undefined, advisor.session);

  const page = await openAs('manager');
  await page.goto(`/main/service?search=${encodeURIComponent(name)}`);
  const row = rowWith(page, name);
  await row.getByRole('link', { name, exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Reassign open leads' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: `Set as away: ${name}` }).click();
  await page.getByRole('textbox', { name: 'Away until' }).fill('tomorrow');
  await page.getByRole('button', { name: 'Save' }).click();
  await hoverUndo(page);
  await expect(row).toContainText('Away until');
  const [cell, twoLines] = await Promise.all([
    row.boundingBox(),
    row.getByText('Away until').locator('..').boundingBox(),
  ]);
  expect((cell?.height ?? 0) - (twoLines?.height ?? 0), 'room around two lines').toBeGreaterThanOrEqual(12);
  await statusBarLines(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Away until');
  await expectAccessible(page);

  await page.getByRole('button', { name: `Reassign open leads: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Reassign open leads of ${name}` });
  await expect(dialog.getByRole('checkbox', { name: new RegExp(`^${colleague} 0 open`) })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: colleague }).check();
  await dialog.getByRole('button', { name: 'Assign 2 leads' }).click();
  await expect(statusBarLines(page)).toContainText('2 leads assigned');
  await expect(row).not.toContainText('open');
});

test('managers only read, and nobody changes themselves @long', async ({ page, openAs }) => {
  const manager = await openAs('manager');
  for (const list of ['manager', 'dataEntry', 'unassigned'])
    await test.step(list, async () => {
      await manager.goto(`/main/${list}`);
      await expect(manager.getByRole('row').nth(1)).toContainText('@pitlane.test');
      await expectColumns(manager, 'Name', 'Email');
    });
  await manager.goto('/main/service');
  await expectColumns(manager, 'Name', 'Email', 'Service Centers');
  await expect(manager.getByRole('link', { name: 'Invite Employees' })).toHaveCount(0);
  await expect(manager.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
  for (const path of ['/main/inviteEmployees', '/main/audit', '/auth/inviteEmployee', '/main/settings']) {
    await manager.goto(path);
    await expect(manager).toHaveURL('/main/managementDashboard');
  }
  await profileMenuButton(manager).click();
  await expect(manager.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expect(manager.getByRole('menuitem', { name: 'Settings' })).toBeHidden();
  await expect(manager.getByRole('menuitem', { name: 'Connections' })).toBeHidden();
  await expect(manager.getByRole('menuitem', { name: 'System status' })).toBeHidden();

  const admin = await openAs('admin');
  await admin.goto('/main/manager');
  await expect(admin.getByRole('row').nth(1)).toContainText('@pitlane.test');
  await expectColumns(admin, 'Name', 'Email');
  await admin.goto('/main/unassigned');
  await firstActionButton(admin, 'Assign Employee').click();
  await expect(admin.getByRole('dialog').getByRole('radio')).toHaveCount(2);
  await expect(admin.getByRole('radio', { name: 'Assign As Management' })).toHaveCount(0);

  await page.goto('/main/manager?level=superAdmin');
  const self = rowWith(page, 'superadmin@pitlane.test');
  await expect(self).toContainText('You');
  await expect(self.getByRole('button')).toHaveCount(1);
  await expect(self.getByRole('button')).toHaveAccessibleName(/^Set as away/);
});

test('a failed assignment says why and keeps what was chosen', async ({ page, demo }) => {
  const name = uniqueName();
  await createAccount(demo, name);
  const dialog = await openAssignment(page, 'unassigned', name);
  await dialog.getByRole('radio', { name: 'Assign To Service Center' }).check();
  await dialog.getByRole('checkbox').first().check();
  await page.route('**/assignToServiceCenter', (route) => route.abort());
  await assign(page);
  await expect(page.getByText("Couldn't Update Data")).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('No connection to the server');
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
});

const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true });
const linkFor = (page: Page, email: string) =>
  page.getByRole('textbox', { name: `Link for ${email}` }).inputValue();

async function inviteAddress(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
}

test('an invitation is sent, copied, resent and withdrawn', async ({ page, context, demo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = uniqueEmail();
  const field = emailField(page);
  const copied = async () => {
    const link = await linkFor(page, email);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(link);
    return link;
  };

  await test.step('they invite an address and copy the link', async () => {
    await page.goto('/auth/inviteEmployee');
    await expect(page).toHaveURL('/main/inviteEmployees');
    await inviteAddress(page, 'nobody@');
    await expect(field).toHaveAccessibleDescription('Invalid Email Address');
    await inviteAddress(page, email);
    await expect(page.getByText('Inviting Successful')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(rowWith(page, email)).toContainText('Pending');
    await expect(page.getByText(`The email is a file in ${demo.outbox}.`)).toBeVisible();
  });
  const first = await copied();
  expect(first).toContain(`${demo.url}/auth/register/`);

  await test.step('they cannot invite it twice, but resend the invitation with a new link', async () => {
    await inviteAddress(page, email);
    await expect(field).toHaveAccessibleDescription('This address has a pending invitation');
    await field.fill('');
    await page.getByRole('button', { name: `Resend: ${email}` }).click();
    await expect(page.getByText(`Invitation resent to ${email}`)).toBeVisible();
    expect(await copied()).not.toBe(first);
  });

  await test.step('they withdraw it after a question', async () => {
    const withdraw = page.getByRole('button', { name: `Delete: ${email}` });
    await withdraw.click();
    await expect(questionDialog(page)).toContainText('Please confirm you want to delete this item.');
    await answerQuestion(page, 'Cancel');
    await expect(rowWith(page, email)).toBeVisible();
    await withdraw.click();
    await answerQuestion(page, 'Delete');
    await expect(rowWith(page, email)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  });

  await test.step('they find it in the audit log, whose filters can be cleared', async () => {
    await page.goto('/main/audit?action=inviteDeleted');
    await expect(page.getByRole('row').nth(1)).toContainText('deleted an invitation');
    await page.goto('/main/audit?action=denied&startDate=2020-01-01&endDate=2020-01-02');
    await expectNothingFound(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/main/audit');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
});

test('an invited advisor works, leaves and hands over (F36, F37)', async ({ page, demo, openAs }) => {
  const [email, name, colleague, entry] = [uniqueEmail(), uniqueName(), uniqueName(), uniqueName()];
  await createAccount(demo, colleague, { level: 'manager' });
  await createAccount(demo, entry, { level: 'dataEntry' });

  const advisor = await openAs(undefined);

  const link = await test.step('the superAdmin invites an advisor of two centers', async () => {
    await page.goto('/main/inviteEmployees');
    await chooseOption(page, 'Level', 'Service');
    await inviteAddress(page, email);
    await expect(page.getByRole('alert')).toHaveText('Choose at least one service center');
    await expectAccessible(page);
    await center(page, 'Mirpur').check();
    await center(page, 'Uttara').check();
    await inviteAddress(page, email);
    await expect(rowWith(page, email)).toContainText('Service: Mirpur Service Center, Uttara Service Center');
    return linkFor(page, email);
  });

  const lead = await test.step('the advisor registers, logs in and is at work', async () => {
    await advisor.goto(link);
    await advisor.getByLabel('Name').fill(name);
    await advisor.getByLabel('Password', { exact: true }).fill(strongPassword);
    await advisor.getByLabel('Confirm Password').fill(strongPassword);
    await advisor.getByRole('button', { name: 'Create Account' }).click();
    await expect(advisor).toHaveURL('/auth/login');
    await submitLoginForm(advisor, strongPassword);
    await expect(advisor).toHaveURL('/main/dashboard');
    await expectCenters(advisor, 'Mirpur', 'Uttara');
    const session = await logInByApi(demo, email, strongPassword);
    const recorded = await recordLead(demo, session);
    await demo.call('PATCH', `/serviceCenter/manageLeads/take/${recorded._id}`, undefined, session);
    return recorded.name;
  });

  await test.step('the superAdmin deactivates them and hands their lead over to a colleague', async () => {
    await page.goto(`/main/service?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Deactivate: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Deactivate ${name}` });
    await expectAccessible(page);
    await dialog.getByRole('link', { name: `${name} has 1 open lead` }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(lead);
    await page.goBack();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    const next = page.getByRole('dialog', { name: `Reassign open leads of ${name}` });
    const people = next.getByRole('textbox', { name: 'Search people' });
    await people.fill(entry);
    await expect(next.getByRole('checkbox')).toHaveCount(0);
    await people.fill(colleague);
    await next.getByRole('checkbox', { name: `${colleague} Manager · 0 open` }).check();
    await next.getByRole('button', { name: 'Assign 1 lead' }).click();
    await expect(statusBarLines(page)).toContainText('1 lead assigned');
    await expectNothingFound(page);
    await expectAccessible(page);
    await expect(advisor).toHaveURL(/\/auth\/login/);
  });

  await test.step('the superAdmin finds them among the inactive, without leads, and takes them back', async () => {
    await page.getByRole('radio', { name: 'Inactive' }).check({ force: true });
    await expect(rowWith(page, name)).not.toContainText('open');
    await page.getByRole('button', { name: `Reactivate: ${name}` }).click();
    await expect(page.getByText(`${name} is active again and works in service`)).toBeVisible();
  });

  await test.step('the audit log tells all of it', async () => {
    await page.getByRole('link', { name: 'Audit Log' }).click();
    for (const text of [
      `reactivated ${name}, now Service`,
      `made ${colleague} the advisor of 1 lead`,
      `deactivated ${name}`,
    ])
      await expect(rowWith(page, text)).toBeVisible();
  });
});

test.describe('nobody signed in', () => {
  test.use({ level: undefined });

  test('an expired invitation is no dead end: it is resent', async ({ page, demo, openAs }) => {
    const email = uniqueEmail();
    const { id, link } = await inviteEmployee(demo, email);
    await waitForMails(demo, email, mailSubjects.invitation);
    for (const [table, key] of [
      ['invites', 'id'],
      ['one_time_tokens', 'invite_id'],
    ])
      await demo.sql(`update ${table} set expires_at = created_at - interval '1 minute' where ${key} = $1`, [
        id,
      ]);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(toast(page, 'ask your super admin')).toBeVisible();

    const boss = await openAs('superAdmin');
    await boss.goto('/main/inviteEmployees?state=expired');
    await searchBox(boss).fill(email);
    await expect(rowWith(boss, email)).toContainText('Expired');
    await boss.getByRole('button', { name: `Resend: ${email}` }).click();
    await expect(boss.getByText(`Invitation resent to ${email}`)).toBeVisible();
    await expect(rowWith(boss, email)).toHaveCount(0);
    await boss.getByRole('radio', { name: 'Pending' }).check({ force: true });
    await expect(rowWith(boss, email)).toContainText('Pending');

    const mails = await waitForMails(demo, email, mailSubjects.invitation, 2);
    expect(mails, 'the request of the invited one mailed nothing').toHaveLength(2);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await page.goto(getMailLink(mails.at(-1)));
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  test('invitations require a login', async ({ page }) => {
    await page.goto('/auth/inviteEmployee');
    await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fmain%2FinviteEmployees/);
  });
});

test('accepted invitations are marked, and those by others appear @long', async ({ page, demo }) => {
  await page.goto('/main/inviteEmployees');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
  const { email } = await createAccount(demo, uniqueName());
  await page.getByRole('radio', { name: 'Accepted' }).check({ force: true });
  await searchBox(page).fill(email);
  await expect(rowWith(page, email)).toContainText('Accepted');
  await expect(page.getByRole('button', { name: `Resend: ${email}` })).toHaveCount(0);
  const other = uniqueEmail();
  await page.goto('/main/inviteEmployees');
  await expect(rowWith(page, email)).toBeVisible();
  await inviteEmployee(demo, other);
  await expect(rowWith(page, other)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phoneScreen);

  test('the lists of people are accessible', async ({ page, demo }) => {
    await inviteEmployee(demo, uniqueEmail());
    const others = ['employees', 'unassigned?search=nobody-has-this-name', 'inviteEmployees', 'audit'];
    for (const path of allOrExamples(['manager', 'service', 'unassigned', ...others], others))
      await test.step(path, async () => {
        await page.goto(`/main/${path}`);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await expect(page.getByText(/@pitlane\.test|logged in|No Record Found!/).first()).toBeVisible();
        await expectAccessible(page);
      });

    await page.goto('/main/service');
    await firstActionButton(page, 'Change service centers').click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(page);
    await page.goto('/main/unassigned');
    await firstActionButton(page, 'Assign Employee').click();
    await page.getByRole('radio', { name: 'Assign To Service Center' }).check();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await assign(page);
    await expect(page.getByText('Choose at least one service center')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Assign As Management' }).check();
    await expect(page.getByRole('combobox', { name: 'Level' })).toBeVisible();
    await expectAccessible(page);

    await page.goto('/main/service');
    await firstActionButton(page, 'Deactivate').click();
    await expect(page.getByText(/has .+ open leads?$/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/main/service');
    await firstActionButton(page, 'Reassign open leads').click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(page);
    await page.goto('/main/service');
    await firstActionButton(page, 'Set as away').click();
    await expect(page.getByRole('textbox', { name: 'Away until' })).toBeVisible();
    await expectAccessible(page);
  });
});
