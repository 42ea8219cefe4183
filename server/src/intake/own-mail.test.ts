import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMailer } from '#server/lib/mailer.ts';
import { parseDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const dealt = {
  ...{ centers: [], offerings: [], phoneCountry: 'BD', today: '2026-03-10', timeZone: 'Asia/Dhaka' },
  own: { phones: [], emails: [] },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: null } as const),
  ...{ serviceOrCampaign: null, places: [] },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('an answer of ours that comes back is ignored, also if it repeats the fields of a form (F115)', async () => {
  const written: string[] = [];
  const mailer = fileMailer(folder, 'leads@dealer.example', (path) => written.push(path));
  const text = 'We call you.\n\nName: Rahim\nPhone: 01712345678\nMessage: Is the Axio still there?';
  const mail = { id: '1', to: 'rahim@example.com', senderName: 'Dealer', subject: 'We have your enquiry' };
  await mailer.send({ ...mail, text, html: '<p>We call you.</p>', at: new Date('2026-03-10T06:00:00Z') });
  const body = await readFile(String(written[0]));
  const [parsed] = await parseDelivery({ contentType: 'message/rfc822', body }, by);
  expect(parsed && readEnquiry(parsed, by, dealt).ignored).toBe('ownMail');
});
