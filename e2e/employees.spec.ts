import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { choose, offered } from './support/choice.ts';
import { about, linkIn, mailsTo } from './support/mails.ts';
import { createAccount, invite, signIn, uniqueAddress } from './support/new-account.ts';
import { forEachSize } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'superAdmin' });

const uniqueName = () => `Rafiq ${randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const action = (page: Page, what: 'Assign' | 'Unassign', name: string) =>
  page.getByRole('button', { name: `${what} Employee: ${name}`, exact: true });

test('a new colleague is assigned to two centers, and their waiting page becomes their dashboard', async ({
  page,
  demo,
  openAs,
}) => {
  const name = uniqueName();
  const { session } = await createAccount(demo, name);
  const waiting = await openAs('unassigned', session);
  await waiting.goto('/');
  await expect(waiting).toHaveURL('/main/unassign');

  await page.goto('/main/managementDashboard');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Employees' }).click();
  await expect(page).toHaveURL('/main/employees');
  await page
    .getByRole('list', { name: 'Employees by level' })
    .getByRole('link', { name: /^Unassigned/ })
    .click();
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  await action(page, 'Assign', name).click();
  const dialog = page.getByRole('dialog', { name: `Assign ${name}` });
  await expect(page).toHaveURL(/assign=/);
  await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Assign To Service Center' }).check();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one service center');
  await dialog.getByRole('checkbox', { name: 'Mirpur Service Center' }).check();
  await dialog.getByRole('checkbox', { name: 'Uttara Service Center' }).check();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('Service Center Assigned')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);

  await expect(waiting).toHaveURL('/main/dashboard');
  await expect(waiting.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(offered(waiting, 'Service center')).toHaveText([
    'All Service Centers',
    'Mirpur Service Center',
    'Uttara Service Center',
  ]);

  await page.getByRole('link', { name: 'Service', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Service Centers' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  await expect(page).toHaveURL(/search=/);
  const row = rowOf(page, name);
  await expect(row).toContainText('Mirpur Service Center, Uttara Service Center');
  await expect(action(page, 'Assign', name)).toHaveCount(0);

  await test.step('other centers, without losing the level', async () => {
    await choose(waiting, 'Service center', 'Mirpur Service Center');
    await expect(waiting).toHaveURL(/\/main\/dashboard\?serviceCenter=/);
    await page.getByRole('button', { name: `Change service centers: ${name}`, exact: true }).click();
    const centers = page.getByRole('dialog', { name: `Change service centers of ${name}` });
    const save = centers.getByRole('button', { name: 'Save' });
    await expect(page).toHaveURL(/centers=/);
    await expect(centers.getByRole('group', { name: /^Service Centers/ })).toBeFocused();
    await expect(centers.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(save).toBeDisabled();
    await centers.getByRole('checkbox', { name: 'Mirpur Service Center' }).uncheck();
    await centers.getByRole('checkbox', { name: 'Uttara Service Center' }).uncheck();
    await save.click();
    await expect(centers.getByRole('alert')).toHaveText('Choose at least one service center');
    await centers.getByRole('checkbox', { name: 'Uttara Service Center' }).check();
    await centers.getByRole('checkbox', { name: 'Tejgaon Service Center' }).check();
    await save.click();
    await expect(row).toContainText('Tejgaon Service Center, Uttara Service Center');
    await expect(waiting, 'they lost their center').toHaveURL('/main/dashboard');
    await expect(offered(waiting, 'Service center')).toHaveText([
      'All Service Centers',
      'Tejgaon Service Center',
      'Uttara Service Center',
    ]);
  });

  await action(page, 'Unassign', name).click();
  await expect(page.getByText('Do You Really wanna Unassign This Employee?')).toBeVisible();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(row).toBeVisible();
  await action(page, 'Unassign', name).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText(`${name} is unassigned`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(waiting).toHaveURL('/main/unassign');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Tejgaon Service Center, Uttara Service Center');
  await expect(waiting).toHaveURL('/main/dashboard');

  await page.getByRole('link', { name: 'Audit Log' }).click();
  const employee = page.getByRole('combobox', { name: 'Employee' });
  await employee.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(page).toHaveURL(/employee=/);
  const log = page.getByRole('row');
  await expect(log.nth(1)).toContainText(
    `changed ${name} from Unassigned to Service at Tejgaon Service Center and Uttara Service Center`,
  );
  await expect(log.nth(2)).toContainText(`unassigned ${name}, who was Service`);
  await expect(log.nth(3)).toContainText(`changed the centers of ${name} to `);
  await page.reload();
  await expect(employee).toHaveValue(name);
  await choose(page, 'Kind', 'New accounts');
  await expect(log).toHaveCount(2);
  await expect(log.nth(1)).toContainText(`${name} created an account`);
});

test('an employee moves from data entry to management and back, and their screen follows', async ({
  page,
  demo,
  openAs,
}) => {
  const name = uniqueName();
  const { session } = await createAccount(demo, name);
  const own = await openAs('unassigned', session);
  await own.goto('/main/unassign');

  await page.goto(`/main/unassigned?search=${encodeURIComponent(name)}`);
  await action(page, 'Assign', name).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Assign', exact: true });
  await dialog.getByRole('radio', { name: 'Assign As Data Entry' }).check();
  await submit.click();
  await expect(page.getByText(`${name} is now Data entry`)).toBeVisible();
  await expect(own).toHaveURL('/main/leads');

  await page.goto(`/main/dataentry?search=${encodeURIComponent(name)}`);
  await expect(page).toHaveURL(/\/main\/dataEntry\?/);
  await expect(page.getByRole('link', { name: 'Data Entry' })).toHaveAttribute('aria-current', 'page');
  await action(page, 'Assign', name).click();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: 'Assign As Management' }).check();
  await choose(dialog, 'Level', 'Admin');
  await submit.click();
  await expect(page.getByText(`${name} is now Admin`)).toBeVisible();
  await expect(own.getByRole('link', { name: 'Management Dashboard' })).toBeVisible();
  await expect(own, 'a screen that both levels have').toHaveURL('/main/leads');

  await page.goto('/main/manager');
  await page.getByRole('radio', { name: 'Admins', exact: true }).check({ force: true });
  await action(page, 'Unassign', name).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(own).toHaveURL('/main/unassign');
});

test('managers can only read the lists, admins cannot change management, and nobody can change themselves', async ({
  page,
  openAs,
}) => {
  const headers = (of: Page) => of.getByRole('columnheader');
  const manager = await openAs('manager');
  for (const list of ['manager', 'dataEntry', 'unassigned'])
    await test.step(list, async () => {
      await manager.goto(`/main/${list}`);
      await expect(manager.getByRole('row').nth(1)).toContainText('@pitlane.test');
      await expect(headers(manager)).toHaveText(['Name', 'Email']);
    });
  await manager.goto('/main/service');
  await expect(headers(manager)).toHaveText(['Name', 'Email', 'Service Centers']);
  await expect(manager.getByRole('link', { name: 'Invite Employees' })).toHaveCount(0);
  await expect(manager.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
  for (const path of ['/main/inviteEmployees', '/main/audit', '/auth/inviteEmployee']) {
    await manager.goto(path);
    await expect(manager).toHaveURL('/main/managementDashboard');
  }

  const admin = await openAs('admin');
  await admin.goto('/main/manager');
  await expect(admin.getByRole('row').nth(1)).toContainText('@pitlane.test');
  await expect(headers(admin)).toHaveText(['Name', 'Email']);
  await admin.goto('/main/unassigned');
  await admin
    .getByRole('button', { name: /^Assign Employee: / })
    .first()
    .click();
  await expect(admin.getByRole('dialog').getByRole('radio')).toHaveCount(2);
  await expect(admin.getByRole('radio', { name: 'Assign As Management' })).toHaveCount(0);

  await page.goto('/main/manager?level=superAdmin');
  const self = rowOf(page, 'superadmin@pitlane.test');
  await expect(self).toContainText('You');
  await expect(self.getByRole('button')).toHaveCount(0);
});

test('a failed assignment says why and keeps what was chosen', async ({ page, demo }) => {
  const name = uniqueName();
  await createAccount(demo, name);
  await page.goto(`/main/unassigned?search=${encodeURIComponent(name)}`);
  await action(page, 'Assign', name).click();
  const dialog = page.getByRole('dialog', { name: `Assign ${name}` });
  await dialog.getByRole('radio', { name: 'Assign To Service Center' }).check();
  await dialog.getByRole('checkbox').first().check();
  await page.route('**/assignToServiceCenter', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText("Couldn't Update Data")).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('No connection to the server');
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
});

test('a superAdmin invites someone, copies the link, resends it and withdraws the invitation', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = uniqueAddress();
  await page.goto('/auth/inviteEmployee');
  await expect(page).toHaveURL('/main/inviteEmployees');
  const field = page.getByRole('textbox', { name: 'Email', exact: true });
  const send = page.getByRole('button', { name: 'Invite', exact: true });
  await field.fill('nobody@');
  await send.click();
  await expect(field).toHaveAccessibleDescription('Invalid Email Address');
  await field.fill(email);
  await send.click();
  await expect(page.getByText('Inviting Successful')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(rowOf(page, email)).toContainText('Pending');
  await expect(page.getByText(`The email is a file in ${demo.outbox}.`)).toBeVisible();

  const copied = async () => {
    const link = await page.getByRole('textbox', { name: `Link for ${email}` }).inputValue();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(link);
    return link;
  };
  const emailOf = (link: string) =>
    demo.call('GET', `/public/auth/getEmailFromToken/${link.split('/').at(-1)}`);
  const first = await copied();
  expect(first).toContain(`${demo.url}/auth/register/`);
  expect((await emailOf(first)).body).toMatchObject({ email });

  await field.fill(email);
  await send.click();
  await expect(field).toHaveAccessibleDescription('This address has a pending invitation');
  await field.fill('');

  await page.getByRole('button', { name: `Resend: ${email}` }).click();
  await expect(page.getByText(`Invitation resent to ${email}`)).toBeVisible();
  const second = await copied();
  expect(second).not.toBe(first);
  expect((await emailOf(second)).body).toMatchObject({ email });

  await page.getByRole('button', { name: `Delete: ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(dialog).toContainText('Please confirm you want to delete this item.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, email)).toBeVisible();
  await page.getByRole('button', { name: `Delete: ${email}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, email)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  expect((await emailOf(second)).status).toBe(404);

  await page.goto('/main/audit?action=inviteDeleted');
  await expect(page.getByRole('row').nth(1)).toContainText('deleted an invitation');
  await page.goto('/main/audit?action=denied&startDate=2020-01-01&endDate=2020-01-02');
  await expect(page.getByText('No Record Found!')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/main/audit');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('an invited advisor is at work after one visit; when they leave, a colleague takes over their leads (F36, F37)', async ({
  page,
  demo,
  openAs,
}) => {
  const [email, name, colleague] = [uniqueAddress(), uniqueName(), uniqueName()];
  await createAccount(demo, colleague, { level: 'dataEntry' });

  await page.goto('/main/inviteEmployees');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await choose(page, 'Level', 'Service');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one service center');
  await page.getByRole('checkbox', { name: 'Mirpur Service Center' }).check();
  await page.getByRole('checkbox', { name: 'Uttara Service Center' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(rowOf(page, email)).toContainText('Service: Mirpur Service Center, Uttara Service Center');
  const link = await page.getByRole('textbox', { name: `Link for ${email}` }).inputValue();

  const advisor = await openAs(undefined);
  await advisor.goto(link);
  const password = 'a long way to Khulna';
  await advisor.getByLabel('Name').fill(name);
  await advisor.getByLabel('Password', { exact: true }).fill(password);
  await advisor.getByLabel('Confirm Password').fill(password);
  await advisor.getByRole('button', { name: 'Create Account' }).click();
  const login = advisor.getByRole('button', { name: 'Login' });
  await expect(login).toBeVisible();
  await advisor.getByLabel('Password', { exact: true }).fill(password);
  await login.click();
  await expect(advisor).toHaveURL('/main/dashboard');
  await expect(offered(advisor, 'Service center')).toHaveText([
    'All Service Centers',
    'Mirpur Service Center',
    'Uttara Service Center',
  ]);

  const own = await signIn(demo, email, password);
  const lead = { name: `Lead of ${name}`, phone: '01712345678', serviceCenter: own.serviceCenter[0]?._id };
  expect((await demo.call('POST', '/dataEntry/manageLeads', lead, own)).status).toBe(201);
  await page.goto(`/main/service?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Deactivate: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Deactivate ${name}` });
  await expect(dialog).toContainText(`${name} has 1 open lead`);
  const receiver = dialog.getByRole('combobox', { name: 'Hand over to' });
  await expect(receiver).toBeFocused();
  await receiver.fill(colleague);
  await page.getByRole('option', { name: colleague }).click();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText(`${name} is deactivated. 1 lead handed over to ${colleague}.`)).toBeVisible();
  await expect(page.getByText('No Record Found!')).toBeVisible();
  await expect(advisor).toHaveURL(/\/auth\/login/);

  await page.getByRole('radio', { name: 'Inactive' }).check({ force: true });
  await page.getByRole('button', { name: `Hand over open leads: ${name}` }).click();
  await expect(page.getByRole('dialog')).toContainText(`${name} has no open leads`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Reactivate: ${name}` }).click();
  await expect(page.getByText(`${name} is active again: Service`)).toBeVisible();

  await page.getByRole('link', { name: 'Audit Log' }).click();
  const log = page.getByRole('row');
  await expect(log.filter({ hasText: `reactivated ${name}, now Service` })).toBeVisible();
  await expect(log.filter({ hasText: `handed over 1 open lead of ${name} to ${colleague}` })).toBeVisible();
  await expect(log.filter({ hasText: `deactivated ${name}` })).toBeVisible();
});

test.describe('nobody signed in', () => {
  test.use({ level: undefined });

  test('an expired invitation says what to do next, and a resent one works', async ({
    page,
    demo,
    openAs,
  }) => {
    const email = uniqueAddress();
    const { id, link } = await invite(demo, email);
    await mailsTo(demo, email, about.invitation);
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
    await expect(page.getByRole('status').filter({ hasText: 'ask your super admin' })).toBeVisible();

    const boss = await openAs('superAdmin');
    await boss.goto('/main/inviteEmployees?state=expired');
    await boss.getByRole('textbox', { name: 'Search' }).fill(email);
    await expect(rowOf(boss, email)).toContainText('Expired');
    await boss.getByRole('button', { name: `Resend: ${email}` }).click();
    await expect(boss.getByText(`Invitation resent to ${email}`)).toBeVisible();
    await expect(rowOf(boss, email)).toHaveCount(0);
    await boss.getByRole('radio', { name: 'Pending' }).check({ force: true });
    await expect(rowOf(boss, email)).toContainText('Pending');

    const mails = await mailsTo(demo, email, about.invitation, 2);
    expect(mails, 'the request of the invited one mailed nothing').toHaveLength(2);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await page.goto(linkIn(mails.at(-1)));
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  test('invitations require a login', async ({ page }) => {
    await page.goto('/auth/inviteEmployee');
    await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fmain%2FinviteEmployees/);
  });
});

test('an accepted invitation is marked as accepted, and invitations by others appear by themselves', async ({
  page,
  demo,
}) => {
  await page.goto('/main/inviteEmployees');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
  const { email } = await createAccount(demo, uniqueName());
  await page.getByRole('radio', { name: 'Accepted' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Search' }).fill(email);
  await expect(rowOf(page, email)).toContainText('Accepted');
  await expect(page.getByRole('button', { name: `Resend: ${email}` })).toHaveCount(0);
  const other = uniqueAddress();
  await page.goto('/main/inviteEmployees');
  await expect(rowOf(page, email)).toBeVisible();
  await invite(demo, other);
  await expect(rowOf(page, other)).toBeVisible();
});

forEachSize(() => {
  test('the lists of people are accessible', async ({ page, demo }) => {
    await invite(demo, uniqueAddress());
    for (const path of [
      'employees',
      'manager',
      'service',
      'unassigned',
      'unassigned?search=nobody-has-this-name',
      'inviteEmployees',
      'audit',
    ])
      await test.step(path, async () => {
        await page.goto(`/main/${path}`);
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await expect(page.getByText(/@pitlane\.test|logged in|No Record Found!/).first()).toBeVisible();
        await expectAccessible(page);
      });

    await page.goto('/main/service');
    await page
      .getByRole('button', { name: /^Change service centers: / })
      .first()
      .click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(page);
    await page.goto('/main/unassigned');
    await page
      .getByRole('button', { name: /^Assign Employee: / })
      .first()
      .click();
    await page.getByRole('radio', { name: 'Assign To Service Center' }).check();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(page.getByText('Choose at least one service center')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Assign As Management' }).check();
    await expect(page.getByRole('combobox', { name: 'Level' })).toBeVisible();
    await expectAccessible(page);

    await page.goto('/main/service');
    await page
      .getByRole('button', { name: /^Deactivate: / })
      .first()
      .click();
    await expect(page.getByText(/has .+ open leads?$/)).toBeVisible();
    await expectAccessible(page);
    await page.goto(page.url().replace('deactivate=', 'handOver='));
    await expect(page.getByRole('group', { name: /has .+ open leads?$/ })).toBeVisible();
    await expectAccessible(page);
  });
});
