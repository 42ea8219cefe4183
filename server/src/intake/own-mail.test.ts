import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileMailer } from '#server/lib/mailer.ts';
import { createOwnMessageId } from '#server/lib/own-mail.ts';
import { getAnswerLetter } from './answer-letters.ts';
import { parseDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-03-10', timeZone: 'Asia/Dhaka' },
  own: { phones: [], emails: [], sender: 'leads@dealer.example' },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(body: Buffer | string) {
  const [parsed] = await parseDelivery({ contentType: 'message/rfc822', body: Buffer.from(body) }, by);
  if (!parsed) throw new Error('nothing is read');
  return readEnquiry(JSON.parse(JSON.stringify(parsed)), by, catalogue);
}

const id = '0198b3c0-0000-7000-8000-00000000000a';
const languages = {
  en: 'Name: Rahim\nPhone: 01712345678\nMessage: Oil',
  bn: 'নাম: Rahim\nমোবাইল: ০১৭১২৩৪৫৬৭৮\nবার্তা: Oil',
};

async function written(language: 'en' | 'bn'): Promise<string> {
  const paths: string[] = [];
  const mailer = createFileMailer(folder, 'leads@dealer.example', (path) => paths.push(path));
  const { subject, footnote } = getAnswerLetter(language);
  const mail = { id, to: 'rahim@example.com', senderName: 'Dealer', subject: `${subject}: Dealer` };
  const text = `We call you.\n\n${languages[language]}\n\n-- \nDealer\n${footnote}\n`;
  const html = `<p>We call you.</p><p>${languages[language].replaceAll('\n', '<br>')}</p>`;
  await mailer.send({ ...mail, text, html, at: new Date('2026-03-10T06:00:00Z') });
  return readFile(String(paths[0]), 'utf8');
}

const without = (mail: string, ...names: string[]) =>
  mail.replace(new RegExp(`^(?:${names.join('|')}):.*(?:\\r?\\n[ \\t].*)*\\r?\\n`, 'gim'), '');

describe.each(['en', 'bn'] as const)(
  'an answer of ours in %s that comes back is ignored, although it repeats the fields of a form (F115)',
  (language) => {
    test('as it was sent', async () => {
      expect((await read(await written(language))).ignored).toBe('ownMail');
    });

    test('by its Message-ID, without the headers that a server takes away', async () => {
      const mail = without(await written(language), 'X-Pitlane-Mail', 'Auto-Submitted').replace(
        /^From:.*$/im,
        'From: other@relay.example',
      );
      expect(mail).not.toMatch(/x-pitlane-mail|auto-submitted/i);
      expect((await read(mail)).ignored).toBe('ownMail');
    });

    test('by its sender and subject, with another Message-ID', async () => {
      const mail = without(await written(language), 'X-Pitlane-Mail', 'Auto-Submitted', 'Message-ID');
      expect((await read(`Message-ID: <1@relay.example>\r\n${mail}`)).ignored).toBe('ownMail');
    });

    test.each([
      ['plain, base64', 'text', 'base64'],
      ['plain, quoted-printable', 'text', 'quoted-printable'],
      ['HTML, base64', 'html', 'base64'],
      ['HTML, quoted-printable', 'html', 'quoted-printable'],
    ] as const)('%s', async (_, part, textEncoding) => {
      const { subject } = getAnswerLetter(language);
      const said = languages[language];
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail({
        ...{
          from: 'Dealer <Leads@Dealer.example>',
          to: 'rahim@example.com',
          subject: `${subject}: Dealer`,
          textEncoding,
        },
        [part]: part === 'text' ? said : `<p>${said.replaceAll('\n', '<br>')}</p>`,
      });
      expect((await read(Buffer.isBuffer(message) ? message : '')).ignored).toBe('ownMail');
    });

    test('within a bounce, attached or below it', async () => {
      const mail = without(await written(language), 'X-Pitlane-Mail');
      const fields = languages.en.replaceAll('\n', '\r\n');
      const attached = [
        ...[
          'From: MAILER-DAEMON@mail.example',
          'Subject: Undelivered Mail',
          'Content-Type: multipart/report; boundary=zz',
        ],
        ...[
          '',
          '--zz',
          'Content-Type: text/plain; charset=utf-8',
          '',
          fields,
          '--zz',
          'Content-Type: message/rfc822',
          '',
          mail,
          '--zz--',
        ],
      ].join('\r\n');
      expect(await read(attached)).toMatchObject({ ignored: 'bounce', body: expect.anything() });
      const below = `From: Mailer-Daemon@mail.example\r\nSubject: Mail delivery failed\r\n\r\nReturned:\r\n\r\nMessage-ID: ${createOwnMessageId(id, 'dealer.example')}\r\n\r\n${fields}`;
      expect((await read(below)).ignored).toBe('bounce');
      const loop = `From: system@relay.example\r\nAuto-Submitted: auto-generated\r\n\r\nX-Pitlane-Mail: ${id}\r\n\r\n${fields}`;
      expect((await read(loop)).ignored).toBe('generated');
    });

    test('what a customer answers to it is their enquiry', async () => {
      const { subject } = getAnswerLetter(language);
      const ours = createOwnMessageId(id, 'dealer.example');
      const quoted = languages[language].split('\n').map((line) => `> ${line}`);
      const answer = (...headers: string[]) =>
        [
          ...['From: Karim <karim@example.com>', ...headers, 'Content-Type: text/plain; charset=utf-8', ''],
          ...[
            'Please call me on 01812345678',
            '',
            'On Tue, Mar 10, 2026 at 12:00 PM Dealer <leads@dealer.example> wrote:',
            ...quoted,
          ],
        ].join('\r\n');
      for (const headers of [
        [`Subject: Re: ${subject}: Dealer`, `In-Reply-To: ${ours}`, `References: ${ours}`],
        [`Subject: ${subject}: Dealer`, `In-Reply-To: ${ours}`],
        [`Subject: RE: ${subject}: Dealer`],
        [`Subject: ${subject}: Dealer`],
      ])
        expect(await read(answer(...headers))).toMatchObject({
          ...{
            ignored: null,
            reason: null,
            body: { phone: '01812345678', name: 'Karim', email: 'karim@example.com' },
          },
        });
    });
  },
);

test('the address that Pitlane sends from is no customer’s, and a form that a site sends under it is an enquiry (F115)', async () => {
  const form =
    'From: Site <leads@dealer.example>\r\nSubject: New enquiry\r\n\r\nName: Rahim\r\nPhone: 01712345678';
  expect(await read(form)).toMatchObject({
    ...{ ignored: null, reason: null, body: { name: 'Rahim', phone: '01712345678', email: null } },
  });
});
