import { demoKeys } from '../scripts/demo-meta.mjs';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

test.use({ level: 'superAdmin' });

test('a WhatsApp number is connected, a message is a lead, and the reply says what became of it, by keyboard', async ({
  page,
  meta,
}) => {
  const { whatsApp } = meta;

  await test.step('what to enter at Meta is shown once', async () => {
    await page.goto('/main/settings/connections?dialog=connection.new');
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await form.getByLabel('Name').fill('Showroom');
    await form.getByLabel('Enquiries come from').selectOption('WhatsApp');
    await form.getByLabel('App secret').fill(demoKeys.appSecret);
    await form.getByLabel('Access token').fill(demoKeys.pageToken);
    await form.getByLabel('Service center', { exact: true }).selectOption({ index: 1 });
    await form.getByText('Several numbers').click();
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    const setUp = page.getByRole('dialog', { name: 'Set up the sender' });
    const address = (await setUp.locator('pre').first().textContent()) ?? '';
    expect(address).toMatch(/\/whatsapp$/);
    await expectAccessible(page);
    meta.connect({ whatsApp: address });
    await setUp.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Check: Showroom' }).click();
    const check = page.getByRole('dialog', { name: 'Check Showroom' });
    await expect(check).toContainText('Meta accepts its access token.');
    await expect(check).toContainText('Send a message to your number.');
    await expectAccessible(page);
  });

  const name = `Nusrat ${Date.now()}`;
  const from = `88017${String(Date.now()).slice(-8)}`;
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  await test.step('a message is a lead, answered from its panel, also where the clock is a day fast (F74)', async () => {
    await page.clock.setSystemTime(Date.now() + 30 * 3_600_000);
    expect(await whatsApp.write({ name, from, text: 'Are you open on Friday?' })).toBe(true);
    await page.goto('/main/leadsByStatus/pending');
    await page.getByRole('button', { name, exact: true }).click();
    const reply = page.getByLabel('Reply on WhatsApp');
    await reply.focus();
    await page.keyboard.type('Yes, from 9 to 8');
    await page.keyboard.press('Control+Enter');
    await expect(reply).toHaveValue('');
    await expect(entry('Yes, from 9 to 8')).toContainText('Wrote on WhatsApp');
    await expect(entry('Yes, from 9 to 8')).toContainText('Read');
    await expect(entry('Yes, from 9 to 8').getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('what they answer appears by itself, and is due', async () => {
    await whatsApp.write({ name, from, type: 'document', content: { filename: 'old bill.pdf' } });
    await expect(entry('File: old bill.pdf')).toContainText('The customer wrote');
    await expect(page.getByText(/Try again/).first()).toBeVisible();
  });
});
