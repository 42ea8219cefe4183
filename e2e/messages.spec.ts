import type { Locator, Page } from '@playwright/test';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { chooseOption, optionsOf } from './support/choice.ts';
import type { Demo } from './support/demo.ts';
import { moveLeadAsManager, recordServiceLead } from './support/move-lead.ts';
import { expectFitsPhone, forEachSize } from './support/screen-sizes.ts';
import { expect, includeInShortRun, test } from './support/test.ts';
import { dealerToday } from './support/written-dates.ts';

const picker = 'Message text';
const preview = (page: Page) =>
  page.getByRole('figure', { name: 'WhatsApp and Text open with this message' });

async function sentBy(link: Locator, parameter: string): Promise<string | null> {
  return new URL(String(await link.getAttribute('href'))).searchParams.get(parameter);
}

async function useTexts(demo: Demo, texts: object[]): Promise<void> {
  const boss = await demo.session('superAdmin');
  const answer = await demo.call('PATCH', '/management/messageTexts', { texts }, boss);
  expect(answer.status).toBe(200);
}

const texts = [
  { name: 'Reminder', language: 'en', text: 'Dear {name}, we expect you at {center} on {appointment}.' },
  { name: 'Reminder', language: 'bn', text: 'প্রিয় {name}, {appointment} তারিখে {center}-এ আসুন।' },
  { name: 'Ready', language: 'en', text: 'Dear {name},\nyour {vehicle} is ready.\nTest Motors' },
  {
    name: 'Thanks',
    language: 'en',
    text: 'Thank you, {name}. We take care of your {vehicle}. See you soon.',
  },
];

forEachSize(({ isPhone }) => {
  includeInShortRun(isPhone);
  test.use({ level: 'service' });

  test('a message is offered where it says something, told apart by its language, and read before it is sent (F133)', async ({
    page,
    demo,
  }) => {
    const session = await demo.session('superAdmin');
    const { body: before } = await demo.call('GET', '/serviceCenter/messageTexts', undefined, session);
    await useTexts(demo, texts);
    const lead: Lead = await recordServiceLead(demo);
    const words = ['Thank you', lead.name];
    await page.goto(`/main/lead/${lead._id}`);
    const whatsApp = page.getByRole('link', { name: 'WhatsApp', exact: true });
    const sms = page.getByRole('link', { name: 'Text', exact: true });

    await expect(optionsOf(page, picker)).toHaveText(['Message', 'Thanks (English)']);
    await chooseOption(page, picker, 'Thanks (English)');
    const short = `${words.join(', ')}. See you soon.`;
    await expect(preview(page).getByRole('status')).toHaveText(short);
    expect(await sentBy(whatsApp, 'text')).toBe(short);
    expect(await sentBy(sms, 'body')).toBe(short);

    await moveLeadAsManager(demo, lead, {
      ...{ status: 'booked', appointmentDate: addDays(dealerToday(), 1), appointmentTime: '16:30' },
    });
    await expect(optionsOf(page, picker)).toHaveText([
      'Message',
      'Reminder (English)',
      'Reminder (Bangla)',
      'Thanks (English)',
    ]);
    await chooseOption(page, picker, 'Reminder (Bangla)');
    const said = preview(page).getByRole('status');
    await expect(said).toContainText('তারিখে');
    await expect(said).toHaveAttribute('lang', 'bn');
    await chooseOption(page, picker, 'Reminder (English)');
    await expect(said).toContainText(/^Dear .*, we expect you at .* on .* \d{4}, 4:30.pm\.$/);
    expect(await sentBy(whatsApp, 'text')).toBe(await said.textContent());
    if (isPhone) await expectFitsPhone(page);
    await useTexts(demo, before as object[]);
  });
});
