import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { createConnection } from '#contract/intake/connections.ts';
import { serviceCenter } from '#contract/service-centers.ts';
import { expectAccessible } from './support/accessible.ts';
import { chooseConnectionAction } from './support/connections.ts';
import { expect, test } from './support/test.ts';

test('a connection is set up, what it sends appears by itself, and what lacks something is placed, by keyboard', async ({
  openAs,
  demo,
}) => {
  const page = await openAs('superAdmin');
  const name = `Site ${Date.now()}`;
  const center = { name: `Center of ${name}` };
  const made = await demo.call(
    'POST',
    '/management/manageServiceCenter',
    center,
    await demo.session('manager'),
  );
  const { _id: centerId } = serviceCenter.parse(made.body);
  let secret = '';
  let address = '';

  await test.step('the secret is told once', async () => {
    await page.goto('/main/settings/connections');
    await page.getByRole('heading', { name: /^Connections/ }).waitFor();
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await form.getByLabel('Service center').selectOption(center.name);
    await page.keyboard.press('Control+Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up the sender' });
    await expect(setUp.getByRole('status')).toHaveText('Waiting for the first enquiry…');
    [address = '', secret = ''] = await setUp.locator('pre').allTextContents();
    expect(secret).toMatch(/^whsec_/);
  });

  await test.step('a mailbox has an address that carries the secret, until it gets a new one', async () => {
    const other = await openAs('superAdmin');
    const mails = `Mails ${Date.now()}`;
    await other.goto('/main/settings/connections?dialog=connection.new');
    const form = other.getByRole('dialog', { name: 'Add connection' });
    await form.getByLabel('Name').fill(mails);
    await form.getByLabel('Enquiries come from').selectOption('Email');
    await other.keyboard.press('Control+Enter');
    const setUp = other.getByRole('dialog', { name: 'Set up the sender' });
    const first = (await setUp.locator('pre').first().textContent()) ?? '';
    expect(first).toMatch(/^http:\/\/mail:whsec_[^@]+@/);
    await setUp.getByRole('button', { name: 'Done' }).click();
    await chooseConnectionAction(other, mails, 'New secret');
    await other.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await expect(setUp.locator('pre').first()).toContainText('http://mail:whsec_');
    expect(await setUp.locator('pre').first().textContent()).not.toBe(first);
    await other.close();
  });

  const post = (body: object, key = secret) =>
    fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const who = `Nusrat ${Date.now()}`;
  const phone = `0171${String(Date.now()).slice(-7)}`;

  await test.step('what is sent is a lead on another screen at once', async () => {
    const other = await openAs('manager');
    const queue = await openAs('manager');
    await other.goto('/main/leadsByStatus/pending');
    await other.getByRole('heading', { name: /^Pending/ }).waitFor();
    await queue.goto(`/main/today?serviceCenter=${centerId}`);
    await queue.getByRole('heading', { name: 'To do now' }).waitFor();
    expect(await post({ name: who, phone })).toBe(200);
    expect(await post({ name: who, phone }, 'whsec_wrong')).toBe(401);
    await expect(queue.getByRole('button', { name: who, exact: true })).toBeVisible();
    await queue.close();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Received at');
    await other.getByRole('textbox', { name: 'Search', exact: true }).fill(phone);
    await expect(other.getByRole('button', { name: who, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('1 received, 1 refused');
    await other.goto('/main/manageMentLead/all');
    await other.getByRole('button', { name: /^More filters/ }).click();
    await other.getByLabel('Source', { exact: true }).selectOption(name);
    await expect(other.getByRole('button', { name: 'Show sources' })).toHaveAttribute('aria-pressed', 'true');
    await expect(other.locator('td[data-column="source"]')).toHaveText([name]);
    await expect(other.getByRole('button', { name: who, exact: true })).toBeVisible();
  });

  await test.step('all that waits on a page is read again at once', async () => {
    for (const one of ['A', 'B']) expect(await post({ name: `Nobody ${one} ${Date.now()}` })).toBe(200);
    await page.goto('/main/intake?state=toPlace');
    await page.getByRole('button', { name: /^Retry these \d+$/ }).click();
    await expect(page.getByText(/^Retrying \d+ enquiries$/)).toBeVisible();
  });

  await test.step('but not what somebody ignored', async () => {
    expect(await post({ name: `Spam ${Date.now()}` })).toBe(200);
    await page.goto('/main/intake');
    await page.getByLabel('Connection', { exact: true }).selectOption(name);
    await page.getByRole('button', { name: /^Spam/ }).click();
    const form = page.getByRole('dialog', { name: 'Place an enquiry' });
    await form.getByRole('button', { name: 'Ignore', exact: true }).click();
    await expect(form.getByLabel('Name')).toHaveValue(/^Nobody/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: /Spam/ })).toContainText('Ignored');
    await expect(page.getByRole('button', { name: 'Retry these 2' })).toBeVisible();
  });

  await test.step('what failed says why and how often, and is read again', async () => {
    const failed = `Karim ${Date.now()}`;
    const body = JSON.stringify({ name: failed, phone: `0191${String(Date.now()).slice(-7)}` });
    await demo.sql(
      `insert into deliveries (id, connection_id, key, received_at, body, state, reason, attempts, try_at, summary)
       values (uuidv7(), $1, $4, now(), $2, 'failed', '53100', 3, now() + interval '1 hour', $3)`,
      [address.split('/').at(-1), Buffer.from(body), failed, failed],
    );
    await page.goto('/main/intake?state=failed');
    const row = page.getByRole('row', { name: new RegExp(failed) });
    await expect(row).toContainText('Failed, will retry: a server error (53100), 3 attempts');
    await page.goto('/main/intake');
    await page.getByRole('button', { name: `Retry: ${failed}` }).click();
    await expect(row).toContainText('New lead');
  });

  await test.step('what has no phone waits, and is placed', async () => {
    const late = `Rahim ${Date.now()}`;
    expect(await post({ name: late })).toBe(200);
    // A list that is open already would only say that there is one more.
    const isWorked = "select 1 from deliveries where summary = $1 and state <> 'waiting'";
    await expect.poll(() => demo.sql(isWorked, [late])).toHaveLength(1);
    await page.goto('/main/today');
    await page.getByRole('link', { name: /to be placed$/ }).click();
    await expect(page).toHaveURL(/intake\?state=toPlace/);
    const row = page.getByRole('row', { name: new RegExp(late) });
    await expect(row).toContainText('To be placed: no phone number');
    await row.getByRole('button', { name: late, exact: true }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Place an enquiry' });
    await expect(form.getByLabel('Name')).toHaveValue(late);
    await expect(form.getByLabel('Phone Number')).toBeFocused();
    await expect(form.getByRole('term')).toHaveText(['name']);
    await expect(form.getByRole('definition')).toHaveText([late]);
    await expect(form.getByText(`{"name":"${late}"}`)).toBeHidden();
    await expect(form.getByRole('figure')).toContainText(`As received from ${name}, `);
    await form.getByLabel('Phone Number').fill('12');
    await page.keyboard.press('Control+Enter');
    await expect(form.getByLabel('Phone Number')).toHaveAccessibleDescription(
      'This phone number is too short',
    );
    await form.getByLabel('Phone Number').fill(`0181${String(Date.now()).slice(-7)}`);
    await page.keyboard.press('Control+Enter');
    await expect(form).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });

  await test.step('what is no enquiry is ignored, one after the other; then keys are keys again (F71)', async () => {
    const waiting = `state=toPlace&connection=${address.split('/').at(-1)}`;
    await page.goto(`/main/intake?${waiting}`);
    await page.getByRole('button', { name: /^Nobody A/ }).click();
    const form = page.getByRole('dialog', { name: 'Place an enquiry' });
    const lost = 'No connection to the server. Check your network and try again.';
    await page.route('**/intake/*/ignore', (route) => route.abort(), { times: 1 });
    await form.getByRole('button', { name: 'Ignore' }).click();
    await expect(form.getByRole('alert')).toHaveText(lost);
    for (const who of [/^Ignored: Nobody A/, /^Ignored: Nobody B/]) {
      await form.getByRole('button', { name: 'Ignore' }).click();
      await expect(page.getByText(who)).toBeVisible();
    }
    await expect(form).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.route('**/intake/replay', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.getByText(lost)).toBeVisible();
  });
});

test('a file that came with a mail is saved from Incoming enquiries and from the timeline of the lead that the mail became (F113)', async ({
  openAs,
  demo,
}) => {
  const page = await openAs('manager');
  const session = await demo.session('superAdmin');
  const name = `Mails ${Date.now()}`;
  const connected = await demo.call(
    'POST',
    '/management/connections',
    { name, kind: 'email', platform: 'website' },
    session,
  );
  const { connection, secret } = createConnection.reply.parse(connected.body);
  const who = `Rahim ${Date.now()}`;
  const file = 'আবেদন.pdf';
  const content = '%PDF-1.7 A fleet of 12 cars';
  const mail = [
    ...[
      `From: ${who} <rahim@example.com>`,
      'Subject: Fleet',
      'Content-Type: multipart/mixed; boundary=a',
      '',
    ],
    ...['--a', '', 'Please see attached', '--a', 'Content-Type: application/pdf'],
    ...[
      `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file)}`,
      '',
      content,
      '--a--',
      '',
    ],
  ].join('\r\n');
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${secret}` };
  const posted = await fetch(`${demo.url}/api/v1/intake/${connection._id}`, {
    method: 'POST',
    headers,
    body: mail,
  });
  expect(posted.status).toBe(200);
  const isWorked = "select 1 from deliveries where connection_id = $1 and state = 'toPlace'";
  await expect.poll(() => demo.sql(isWorked, [connection._id])).toHaveLength(1);

  const savedFrom = async (place: Locator) => {
    const saving = page.waitForEvent('download');
    await place.getByRole('button', { name: `${file}, 1 kB` }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(file);
    expect(await readFile(await saved.path(), 'utf8')).toBe(content);
  };
  await page.goto(`/main/intake?connection=${connection._id}`);
  await page.getByRole('button', { name: who, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Place an enquiry' });
  await savedFrom(form);
  await form.getByLabel('Phone Number').fill(`0171${String(Date.now()).slice(-7)}`);
  await form.getByLabel('Location').selectOption({ index: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  const placed = await demo.sql('select lead_id as id from deliveries where connection_id = $1', [
    connection._id,
  ]);
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(placed);
  await page.goto(`/main/lead/${id}`);
  await savedFrom(page.getByRole('list', { name: 'Attached files' }));
});

test('lead ads are set up in the steps that Meta asks for, and what Meta sends to try it is no customer @long', async ({
  openAs,
}) => {
  const page = await openAs('superAdmin');
  const name = `Page ${Date.now()}`;
  const appSecret = '0123456789abcdef';
  let address = '';
  let verifyToken = '';

  await test.step('both keys are needed, and kept out of sight', async () => {
    await page.goto('/main/settings/connections?dialog=connection.new');
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Enquiries come from').selectOption('Facebook and Instagram lead ads');
    const secret = form.getByLabel('App secret', { exact: true });
    await secret.fill(appSecret);
    await expect(secret).toHaveAttribute('type', 'password');
    await page.keyboard.press('Control+Enter');
    const token = form.getByLabel('Access token', { exact: true });
    await expect(token).toHaveAccessibleDescription(/This field is Required/);
    await token.fill('EAAtoken');
    await page.keyboard.press('Control+Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up the sender' });
    await expect(setUp.getByRole('listitem')).toHaveCount(5);
    await expectAccessible(page);
    [address = '', verifyToken = ''] = await setUp.locator('pre').allTextContents();
  });

  await test.step('Meta verifies the address and sends a sample, which is ignored', async () => {
    const asked = {
      'hub.mode': 'subscribe',
      'hub.verify_token': verifyToken,
      'hub.challenge': '1158201444',
    };
    const verified = await fetch(`${address}?${new URLSearchParams(asked)}`);
    expect(await verified.text()).toBe('1158201444');
    const sample = { leadgen_id: '444444444444', page_id: '444444444444', form_id: '444444444444' };
    const changes = [{ field: 'leadgen', value: sample }];
    const body = JSON.stringify({ object: 'page', entry: [{ id: '0', time: 1, changes }] });
    const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature };
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Received at');
    await page.getByRole('button', { name: 'Done' }).click();
    await chooseConnectionAction(page, name, 'Fetch earlier leads');
    const earlier = page.getByRole('dialog', { name: 'Fetch earlier leads' });
    await expect(earlier.getByLabel('Since')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(earlier).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/main/intake');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Ignored: a test lead from Meta');
  });
});
