import { expect, test } from './support/test.ts';

test('a connection is set up, what it sends appears by itself, and what lacks something is placed, by keyboard', async ({
  openAs,
}) => {
  const page = await openAs('superAdmin');
  const name = `Site ${Date.now()}`;
  let secret = '';
  let address = '';

  await test.step('the secret is told once', async () => {
    await page.goto('/main/settings/connections');
    await page.getByRole('heading', { name: /^Connections/ }).waitFor();
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'Add a connection' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await form.getByLabel('Service center').selectOption({ index: 1 });
    await page.keyboard.press('Control+Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up the sender' });
    await expect(setUp.getByRole('status')).toHaveText('Waiting for the first delivery…');
    [address = '', secret = ''] = await setUp.locator('pre').allTextContents();
    expect(secret).toMatch(/^whsec_/);
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
    await other.goto('/main/leadsByStatus/pending');
    await other.getByRole('heading', { name: /^Pending/ }).waitFor();
    expect(await post({ name: who, phone })).toBe(200);
    expect(await post({ name: who, phone }, 'whsec_wrong')).toBe(401);
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Received at');
    await other.getByRole('textbox', { name: 'Search', exact: true }).fill(phone);
    await expect(other.getByRole('button', { name: who, exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('1 received, 1 refused');
  });

  await test.step('what has no phone waits, and is placed', async () => {
    const late = `Rahim ${Date.now()}`;
    expect(await post({ name: late })).toBe(200);
    await page.goto('/main/intake?state=toPlace');
    const row = page.getByRole('row', { name: new RegExp(late) });
    await expect(row).toContainText('To be placed: no phone number');
    await row.getByRole('button', { name: late, exact: true }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Place an enquiry' });
    await expect(form.getByLabel('Name')).toHaveValue(late);
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
});
