import { demoKeys } from '../scripts/demo-meta.mjs';
import { expectAccessible } from './support/accessible.ts';
import { chooseConnectionAction } from './support/connections.ts';
import { phoneScreen } from './support/screen-sizes.ts';
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
    await chooseConnectionAction(page, 'Showroom', 'Check');
    const check = page.getByRole('dialog', { name: 'Check Showroom' });
    await expect(check).toContainText('Nobody outside can reach http://127.0.0.1');
    await expect(check).toContainText('Set PUBLIC_URL to the address that others use');
    await expect(check).toContainText('Meta accepts its access token.');
    await expect(check).toContainText('Send a message to your number.');
    await expectAccessible(page);
  });

  const name = `Nusrat ${Date.now()}`;
  const from = `88017${String(Date.now()).slice(-8)}`;
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const chat = page.getByRole('region', { name: 'WhatsApp messages' });
  const reply = page.getByLabel('Reply on WhatsApp');

  await test.step('a message is a lead, answered from its panel, also where the clock is a day fast (F74)', async () => {
    await page.clock.setSystemTime(Date.now() + 30 * 3_600_000);
    expect(await whatsApp.write({ name, from, text: 'Are you open on Friday?' })).toBe(true);
    await page.goto('/main/leadsByStatus/pending');
    await page.getByRole('button', { name, exact: true }).click();
    await reply.focus();
    await page.keyboard.type('Yes, from 9 to 8');
    await page.keyboard.press('Control+Enter');
    await expect(reply).toHaveValue('');
    await expect(chat.getByRole('listitem')).toContainText(['Are you open on Friday?', 'Yes, from 9 to 8']);
    await expect(entry('Yes, from 9 to 8')).toContainText('Read');
    await expect(entry('Yes, from 9 to 8').getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('what they answer appears by itself, and is due', async () => {
    await whatsApp.write({ name, from, type: 'document', content: { filename: 'old bill.pdf' } });
    await expect(chat.getByRole('listitem').last()).toContainText(name);
    await expect(chat.getByRole('listitem').last()).toContainText('File: old bill.pdf');
    await expect(page.getByText(/^Retry was due/i)).toBeVisible();
  });

  await test.step('a picture appears small once it is fetched, and opens large by key; Escape leads back', async () => {
    await whatsApp.writePicture({ name, from, caption: 'This light is on' });
    const small = page.getByRole('button', { name: `Open the picture from ${name}` });
    await expect(small).toBeVisible();
    await expect(entry('This light is on')).not.toContainText('image/jpeg');
    await expectAccessible(page);
    await small.focus();
    await page.keyboard.press('Enter');
    const large = page.getByRole('dialog', { name: 'Picture' });
    await expect(large.getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 1_600);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(small).toBeFocused();
  });

  await test.step('an answer from the phone app stands among the messages, and nothing is due any more', async () => {
    await whatsApp.answerOnPhone({ to: from, text: 'Come on Sunday' });
    await expect(entry('Come on Sunday')).toContainText('From the phone app');
    await expect(page.getByText(/^Retry was due/i)).toHaveCount(0);
  });

  await test.step('on a phone and a small desktop the last three messages, the reply and the outcomes are in view, also while working', async () => {
    await whatsApp.write({ name, from, text: 'That is all' });
    const id = new URL(page.url()).searchParams.get('lead') ?? '';
    const [lead, work] = [`/main/leadsByStatus/pending?lead=${id}`, `/main/today?work=${id}`];
    const small = { width: 1280, height: 720 };
    for (const [path, outcome, size] of [
      [lead, 'Reached', phoneScreen.viewport],
      [work, 'No answer', phoneScreen.viewport],
      [lead, 'Reached', small],
      [work, 'No answer', small],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(chat.getByRole('listitem')).toContainText([
        ...['This light is on', 'Come on Sunday', 'That is all'],
      ]);
      await expect(chat.getByRole('listitem')).toHaveCount(3);
      for (const message of await chat.getByRole('listitem').all())
        await expect(message).toBeInViewport({ ratio: 1 });
      await expect(reply).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: outcome, exact: true })).toBeInViewport({ ratio: 1 });
    }
    const onPhone = page.getByRole('link', { name: 'WhatsApp', exact: true });
    const channel = page.getByRole('combobox', { name: 'Channel', exact: true });
    await expect(channel).toHaveValue('call');
    await onPhone.evaluate((link) =>
      link.addEventListener('click', (event: Event) => event.preventDefault()),
    );
    await onPhone.click();
    await expect(channel).toHaveValue('whatsapp');
    await page.getByRole('button', { name: 'Earlier messages' }).click();
    await expect(chat.getByRole('listitem').first()).toContainText('Are you open on Friday?');
  });

  await test.step('whom a wrong number leaves to WhatsApp stays in front, with the reply under the hand, though no longer due', async () => {
    const id = new URL(page.url()).searchParams.get('work') ?? '';
    await page.goto(`/main/today?lead=${id}`);
    await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible();
    await page.getByRole('button', { name: 'Wrong number', exact: true }).click();
    await page.keyboard.press('2');
    await expect(reply).toBeFocused();
    await expect(page.getByText(/^Try again/).first()).toBeVisible();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  });
});
