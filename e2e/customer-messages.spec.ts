import type { Locator, Page } from '@playwright/test';
import { type MessageSettings, messageSettings } from '#contract/customer-messages/message-settings.ts';
import { addDays, clockInTimeZone } from '#contract/text/dates.ts';
import { answerStatus, openStandInGateway } from '#server/testing/stand-in-gateway.ts';
import { expectAccessible } from './support/accessible.ts';
import type { Demo } from './support/demo.ts';
import { moveLeadAsManager, recordServiceLead } from './support/move-lead.ts';
import { expectFitsPhone, phoneScreen } from './support/screen-sizes.ts';
import { expect, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

test.use({ level: 'superAdmin' });

const path = '/management/customerMessages/settings';

async function readSettings(demo: Demo): Promise<MessageSettings> {
  return messageSettings.parse(await demo.read(path, 'superAdmin'));
}

/** Tells the time of the dealer's clock some hours from now. */
function clock(hours: number): string {
  const moment = new Date(Date.now() + hours * 3_600_000);
  return clockInTimeZone('Asia/Dhaka', moment).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}

type Kind = keyof MessageSettings['kinds'];

async function setSettings(demo: Demo, body: Partial<MessageSettings>): Promise<void> {
  const answer = await demo.call('PATCH', path, body, await demo.session('superAdmin'));
  expect(answer.status).toBe(200);
}

async function setKind(
  demo: Demo,
  kind: Kind,
  change: Partial<MessageSettings['kinds'][Kind]>,
): Promise<void> {
  const { kinds } = await readSettings(demo);
  await setSettings(demo, { kinds: { ...kinds, [kind]: { ...kinds[kind], ...change } } });
}

const english = (text: string) => [{ language: 'en' as const, text, template: null }];
const kindDialog = (page: Page) => page.getByRole('dialog', { name: 'Reminder the day before' });
const textIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Text in English' });

test('messages to customers are turned on, written and previewed by keyboard, and nobody writes over a colleague', async ({
  page,
  demo,
}) => {
  const { version: _version, unapproved: _unapproved, ...before } = await readSettings(demo);
  await setKind(demo, 'dayBefore', { isOn: false, texts: english('Dear {name}, see you soon.') });
  // Told of nothing by itself, the page hears of others by saving.
  await page.route('**/events', (route) => route.abort());
  try {
    await test.step('a kind is turned on, and that is undone', async () => {
      await page.goto('/main/settings/customerMessages');
      const turn = page.getByRole('switch', { name: 'Send “Reminder the day before”' });
      await expect(turn).not.toBeChecked();
      await expectAccessible(page);
      await turn.focus();
      await page.keyboard.press('Space');
      await expect(turn).toBeChecked();
      await expect(page.getByText('Dear {name}, see you soon.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(turn).not.toBeChecked();
      expect((await readSettings(demo)).kinds.dayBefore.isOn).toBe(false);
    });

    await test.step('its text takes a placeholder and shows what a customer sees', async () => {
      await page.getByRole('button', { name: 'Edit: Reminder the day before' }).press('Enter');
      const dialog = kindDialog(page);
      const text = textIn(dialog);
      await text.fill('Dear {name}, see you on .');
      await text.press('ArrowLeft');
      await dialog.getByRole('button', { name: 'Insert Booked time' }).click();
      await expect(text).toHaveValue('Dear {name}, see you on {appointment}.');
      await expect(text).toBeFocused();
      const preview = dialog.getByRole('figure', { name: 'Preview in English' });
      await expect(preview).toContainText(/Dear Rahim Uddin, see you on .*10:30.am\./);
      await expectAccessible(page);
      await dialog.getByRole('radio', { name: 'WhatsApp' }).press('ArrowRight');
      await expect(preview.getByRole('status')).toHaveText(/^1 SMS, \d+ characters$/);
      await text.fill('প্রিয় {name}, {appointment} তারিখে আপনার গাড়ির কাজের জন্য {center}-এ আসুন।');
      await expect(preview.getByRole('status')).toHaveText(
        /^2 SMS parts, \d+ characters \(70 per SMS in this script\)$/,
      );
      await text.fill('Dear {phone}');
      await page.keyboard.press('Control+Enter');
      await expect(dialog.getByText(/^Put only name, vehicle, center or appointment/)).toBeVisible();
    });

    await test.step('what a colleague changed meanwhile is theirs, of another kind it is no conflict', async () => {
      const dialog = kindDialog(page);
      const text = textIn(dialog);
      await setKind(demo, 'dayBefore', { texts: english('Theirs') });
      await text.fill('Mine');
      await page.keyboard.press('Control+Enter');
      await expect(dialog.getByText('Someone else changed these settings in the meantime')).toBeVisible();
      await dialog.getByRole('button', { name: 'Show theirs' }).click();
      await expect(text).toHaveValue('Theirs');
      await setKind(demo, 'thankYou', { texts: english('Thanks') });
      await text.fill('Dear {name}, see you tomorrow.');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Message saved')).toBeVisible();
      await expect(dialog).toBeHidden();
      const { kinds } = await readSettings(demo);
      expect(kinds.dayBefore.texts).toEqual(english('Dear {name}, see you tomorrow.'));
      expect(kinds.thankYou.texts).toEqual(english('Thanks'));
    });
  } finally {
    await setSettings(demo, before);
  }
});

test('an SMS gateway is set up and tried, its secrets are never shown again, and a failing one says so', async ({
  page,
  demo,
}) => {
  const gateway = await openStandInGateway();
  try {
    await page.goto('/main/settings/customerMessages?dialog=smsGateway.edit');
    const form = page.getByRole('dialog', { name: 'SMS gateway' });
    await form.getByLabel('Address').fill(gateway.url);
    await form.getByLabel('Fields are sent').selectOption('as JSON');
    await form.getByRole('button', { name: 'Add field' }).click();
    const field = form.getByRole('group', { name: 'Field 1' });
    await field.getByLabel('Name').fill('api_key');
    await field.getByLabel('Secret').check();
    await field.getByLabel('Value').fill('s3cret');
    await expect(form.locator('pre')).toContainText('"api_key": "••••••"');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save and send a test' }).click();

    const trial = page.getByRole('dialog', { name: 'Send a test' });
    await trial.getByLabel('Your phone number').fill('01712345678');
    await page.keyboard.press('Control+Enter');
    await expect(trial.getByText('Sent. This is what you get:')).toBeVisible();
    const [sent] = gateway.asked;
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ api_key: 's3cret', to: '8801712345678' });
    await expectAccessible(page);
    gateway.answerWith(answerStatus(401));
    await trial.getByRole('button', { name: 'Send test' }).click();
    await expect(trial.getByRole('alert')).toHaveText(/or rejected the key\.$/);
    await trial.getByRole('button', { name: 'Close' }).click();
    await page.reload();

    await expect(page.getByText(/^Failing since .*: the gateway rejected the key/)).toBeVisible();
    await page.getByRole('button', { name: 'Edit the SMS gateway' }).click();
    await expect(field.getByLabel('Value')).toHaveValue('');
    await expect(field.getByLabel('Value')).toHaveAttribute('placeholder', 'Stored. Type to replace it.');
    await field.getByLabel('Name').fill('key');
    await page.keyboard.press('Control+Enter');
    await expect(field.getByText('This field is Required')).toBeVisible();
    await field.getByLabel('Name').fill('api_key');
    await form.getByLabel('Field for the text').fill('body');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('SMS gateway saved')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the SMS gateway' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No gateway yet, so no SMS is sent.')).toBeVisible();
  } finally {
    await gateway.close();
    const none = { gateway: null };
    const where = '/management/customerMessages/smsGateway';
    await demo.call('PATCH', where, none, await demo.session('superAdmin'));
  }
});

test.describe('on a phone', () => {
  test.use({ ...phoneScreen, level: 'manager' });

  test('management reads what waits and what failed, retries it, and stops what a customer does not want', async ({
    page,
    demo,
  }) => {
    const { quietFrom, quietTo } = await readSettings(demo);
    // Quiet from an hour ago on: what waits is not sent meanwhile.
    await setSettings(demo, { quietFrom: clock(-1), quietTo: clock(6) });
    try {
      await setKind(demo, 'bookingConfirmed', { isOn: true, texts: english('Dear {name}, see you.') });
      const lead = await recordServiceLead(demo);
      await moveLeadAsManager(demo, lead, {
        ...{
          status: 'booked',
          appointmentDate: addDays(dealerToday(), 3),
          appointmentTime: '16:30',
          overbook: true,
        },
      });
      const row = page.getByRole('listitem').filter({ hasText: lead.name });

      await test.step('what waits opens its lead, where the customer is left alone', async () => {
        await page.goto('/main/settings/messageLog');
        await expect(row).toContainText('Booking confirmed');
        await expect(row).toContainText('Waiting until');
        await expectFitsPhone(page);
        await expectAccessible(page);
        await page.goto(`/main/lead/${lead._id}`);
        const entry = page.getByRole('listitem').filter({ hasText: 'Booking confirmed' });
        await expect(entry).toContainText('Waiting');
        await page.getByRole('button', { name: 'Change which automatic messages the customer gets' }).click();
        await page.getByLabel('Booking confirmed').uncheck();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Turned off for this customer: Booking confirmed.')).toBeVisible();
      });

      await test.step('what failed is tried again', async () => {
        await demo.sql(
          `insert into customer_messages (id, lead_id, booking_version, kind, service_center_id, due_at, state, reason, state_at)
           select gen_random_uuid(), id, version, 'readyToCollect', service_center_id, now(), 'failed', 'noWay', now() from leads where id = $1`,
          [lead._id],
        );
        await page.goto('/main/settings/messageLog?list=failed');
        await expect(row).toContainText('Not sent: there is no way to reach them');
        await expectAccessible(page);
        await row.getByRole('button', { name: `Retry: Ready to collect to ${lead.name}` }).click();
        await expect(page.getByText('The message will be sent again')).toBeVisible();
        await expect(row).toBeHidden();
      });
    } finally {
      await setSettings(demo, { quietFrom, quietTo });
    }
  });

  test.describe('of a super admin', () => {
    test.use({ level: 'superAdmin' });

    test('messages to customers fit and are accessible', async ({ page }) => {
      await page.goto('/main/settings/customerMessages');
      await expect(page.getByLabel('Send nothing from')).toHaveValue(/pm$/);
      await expectFitsPhone(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Edit: Reminder the day before' }).click();
      await expect(textIn(kindDialog(page))).toBeVisible();
      await expectAccessible(page);
    });
  });
});

test.describe('the message log beside the settings', () => {
  test.use({ level: 'superAdmin', viewport: { width: 1280, height: 720 } });

  test('has room for the names of customers', async ({ page }) => {
    await page.goto('/main/settings/messageLog');
    const customer = page.getByRole('columnheader', { name: 'Customer' });
    expect((await customer.boundingBox())?.width).toBeGreaterThan(110);
  });
});
