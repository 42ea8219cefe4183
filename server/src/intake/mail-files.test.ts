import { describe, expect, test } from 'vitest';
import { limitParsedSize, parseDelivery } from './parse-delivery.ts';
import { removeAttachments } from './raw-mail.ts';
import { readEnquiry } from './read-enquiry.ts';
import { cutMail } from './reading/cut-mail.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-03-10', timeZone: 'Asia/Dhaka' },
  own: { phones: [], emails: ['karim@dealer.example'] },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};

async function readStored(lines: readonly string[], contentType = 'message/rfc822') {
  const kept = removeAttachments(contentType, Buffer.from(lines.join('\r\n')));
  const parsed = await parseDelivery({ ...kept, body: cutMail(kept.body) }, by);
  return parsed.map((each) => readEnquiry(JSON.parse(JSON.stringify(limitParsedSize(each))), by, catalogue));
}
async function read(lines: readonly string[], contentType?: string) {
  const [first] = await readStored(lines, contentType);
  if (!first) throw new Error('nothing is read');
  return first;
}

const from = 'From: Rahim Uddin <rahim@example.com>';
const staff = 'From: Karim <karim@dealer.example>';
const portal = 'From: Portal <no-reply@portal.example>';
const file = (type: string, name: string, ...content: string[]) => [
  ...['--a', `Content-Type: ${type}; name="${name}"`],
  ...[
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    ...(content.length > 0 ? content : ['JVBERi0=']),
  ],
];
const mixed = (headers: readonly string[], text: string, ...parts: string[][]) => [
  ...[...headers, 'Content-Type: multipart/mixed; boundary=a', '', '--a', '', text],
  ...[...parts.flat(), '--a--'],
];
const pdf = file('application/pdf', 'enquiry.pdf');

describe('an enquiry that stands in a file which cannot be read is placed by a person, who is told of the file (F113)', () => {
  test.each([
    ['a customer without a number', mixed([from], 'Please see the attached form', pdf), 'enquiry.pdf'],
    ['a customer who writes nothing', mixed([from], '', pdf), 'enquiry.pdf'],
    ['a mail of Outlook', mixed([from], '', file('application/ms-tnef', 'winmail.dat')), 'winmail.dat'],
    [
      'the whole mail',
      [from, 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', 'JVBERi0='],
      'application/pdf',
    ],
    ['a portal with a number of its own', mixed([portal], 'Support: 01811111111', pdf), 'enquiry.pdf'],
    [
      'what the team forwards as a file, above a signature',
      mixed(
        [staff],
        'Name: Karim\r\nPhone: 01811111111',
        file('application/vnd.ms-outlook', 'RE enquiry.msg'),
      ),
      'RE enquiry.msg',
    ],
    [
      'a file within an attached mail',
      mixed(
        [staff],
        '',
        [...['--a', 'Content-Type: message/rfc822', '', portal], 'Content-Type: multipart/mixed; boundary=b'],
        ['', '--b', '', 'A lead for you', ...pdf.map((line) => line.replace('--a', '--b')), '--b--'],
      ),
      'enquiry.pdf',
    ],
    [
      'a text that nothing is labelled in',
      mixed([portal], 'A lead', file('text/plain', 'lead.txt', 'Rahim wants oil')),
      'lead.txt',
    ],
  ])('%s', async (_, lines, name) => {
    const { reason, body, enquiry } = await read(lines);
    expect({ reason, body }).toEqual({ reason: 'attachedFile', body: null });
    expect(enquiry?.notes ?? '').toContain(`Attached file: ${name}`);
  });

  test('a mail that says nothing else', async () => {
    expect(await read(mixed(['Subject: '], '', pdf))).toMatchObject({
      ...{ reason: 'attachedFile', body: null, enquiry: { notes: 'Attached file: enquiry.pdf' } },
    });
  });

  test.each([
    ['Mailgun', ['sender', 'body-plain', 'attachment-1']],
    ['SendGrid', ['from', 'text', 'attachment1']],
  ])('posted by %s in parts', async (_, [sender, text, attached]) => {
    const field = (name: string, value: string) => [
      '--x',
      `Content-Disposition: form-data; name="${name}"`,
      '',
      value,
    ];
    const posted = [
      ...[...field(`${sender}`, 'Rahim <rahim@example.com>'), ...field(`${text}`, 'See attached')],
      ...['--x', `Content-Disposition: form-data; name="${attached}"; filename="enquiry.pdf"`],
      ...['Content-Type: application/pdf', '', '%PDF-1.7', '--x--', ''],
    ];
    const { reason, enquiry } = await read(posted, 'multipart/form-data; boundary=x');
    expect(reason).toBe('attachedFile');
    expect(enquiry).toMatchObject({
      email: 'rahim@example.com',
      notes: expect.stringMatching(/enquiry\.pdf$/),
    });
  });
});

test('a file in parts of a provider that can be read is read, and the mail is the same when it is posted again (F113)', async () => {
  const posted = (boundary: string) =>
    removeAttachments(
      `multipart/form-data; boundary=${boundary}`,
      Buffer.from(
        [
          ...[`--${boundary}`, 'Content-Disposition: form-data; name="from"', '', 'leads@portal.example'],
          ...[`--${boundary}`, 'Content-Disposition: form-data; name="text"', '', 'A lead'],
          ...[`--${boundary}`, 'Content-Disposition: form-data; name="attachment1"; filename="lead.json"'],
          ...['Content-Type: application/json', '', '{"name":"Rahim","phone":"01712345678"}'],
          ...[`--${boundary}--`, ''],
        ].join('\r\n'),
      ),
    );
  const [one, again] = [posted('x'), posted('yY')];
  expect(String(again.name)).toBe(String(one.name));
  const [parsed] = await parseDelivery(one, by);
  expect(parsed && readEnquiry(parsed, by, catalogue).body).toMatchObject({
    name: 'Rahim',
    phone: '01712345678',
  });
});

test('a lead says which files its mail had, but for logos in the text, calendars and signatures (F113)', async () => {
  const call = 'Please call 01712345678';
  const photo = file('image/jpeg', 'car.jpg');
  const { body } = await read(mixed([from], call, pdf, photo, file('text/calendar', 'invite.ics')));
  expect(body?.notes).toBe(`${call}\nAttached file: enquiry.pdf, car.jpg`);
  const logo = ['--a', 'Content-Type: image/png; name=logo.png', 'Content-ID: <logo>', '', 'iVBORw0='];
  const related = mixed([from], call, logo).map((line) =>
    line.replace('multipart/mixed', 'multipart/related'),
  );
  expect((await read(related)).body?.notes).toBe(call);
  const signed = file('application/pkcs7-signature', 'smime.p7s');
  expect((await read(mixed([from], call, signed))).body?.notes).toBe(call);
});

test('what somebody enters for a customer by mail is a lead, with a photo attached, too (F113)', async () => {
  const photo = file('image/jpeg', 'car.jpg');
  const { body } = await read(mixed([staff], 'Name: Rahim\r\nPhone: 01712345678', photo));
  expect(body).toMatchObject({ phone: '01712345678', notes: 'Attached file: car.jpg' });
  const site = await read(mixed([portal], 'Rahim wants oil, 01712345678', photo));
  expect(site.body).toMatchObject({ phone: '01712345678' });
});

describe('what of a mail is too large or too deep to be read is named, and a person places what the rest does not say (F113)', () => {
  /** Mails within each other, of which the innermost is the customer's. */
  const nested = (depth: number, inner: readonly string[]): readonly string[] =>
    depth === 0
      ? inner
      : [
          ...[staff, `Subject: Level ${depth}`, `Content-Type: multipart/mixed; boundary=b${depth}`, ''],
          ...[`--b${depth}`, '', 'See attached', `--b${depth}`, 'Content-Type: message/rfc822', ''],
          ...[...nested(depth - 1, inner), `--b${depth}--`],
        ];
  const customer = [from, 'Subject: Axio', '', 'Is the Axio still there? Call 01712345678'];
  const long = (line: string, count: number) => Array(count).fill(line).join('\r\n');

  test.each([5, 8, 10])('a mail that %i colleagues attached is the customer’s', async (depth) => {
    const { body, reason } = await read(nested(depth, customer));
    expect({ body, reason }).toMatchObject({
      reason: null,
      body: { phone: '01712345678', name: 'Rahim Uddin' },
    });
  });

  test.each([
    ['mails deeper than are read', nested(12, customer), 'Level 1'],
    [
      'more mails than are read',
      mixed(
        [from],
        'See attached',
        ...Array.from({ length: 22 }, (_, at) => [
          '--a',
          'Content-Type: message/rfc822',
          '',
          `Subject: Mail ${at}`,
          '',
          'x',
        ]),
      ),
      'Mail 21',
    ],
    [
      'the end of an attached text',
      mixed([portal], 'Leads', file('text/plain', 'leads.txt', 'Question: Oil', long('Oil', 3_000))),
      'the rest of leads.txt',
    ],
    [
      'the end of the mail',
      [portal, '', long('Oil change', 6_000), 'Name: Rahim', 'Phone: 01712345678'],
      'the rest of the mail',
    ],
    [
      'more parts than are read',
      mixed(
        [portal],
        'Leads',
        ...Array.from({ length: 300 }, () => ['--a', 'Content-Type: text/plain', '', 'Oil']),
      ),
      'further parts of the mail',
    ],
    [
      'attached texts of more than a million characters',
      mixed(
        [portal],
        '',
        ...Array.from({ length: 8 }, () =>
          file('text/plain', 'a.txt', long(`Question: ${'x'.repeat(900)}`, 200)),
        ),
      ),
      'attached files',
    ],
  ])('%s', async (_, lines, name) => {
    const all = await readStored(lines);
    const waiting = all.filter(({ body }) => body === null);
    expect(waiting.map(({ reason }) => reason)).toContain('tooLarge');
    const said = waiting.map(({ enquiry }) => enquiry?.notes ?? '').join('\n');
    expect(said).toContain('Not read: ');
    expect(said).toContain(name);
  });

  test('what the rest says in full is a lead, whose notes name what is missing', async () => {
    const { body, reason } = await read([
      from,
      '',
      'Call 01712345678, oil change',
      long('Oil change', 6_000),
    ]);
    expect(reason).toBeNull();
    expect(body?.phone).toBe('01712345678');
    expect(body?.notes).toMatch(/^Call 01712345678[\s\S]*Not read: the rest of the mail/);
    const text = file('text/plain', 'list.txt', long('Oil', 3_000));
    const listed = await read(mixed([from], `Call 01712345678 ${'and oil '.repeat(1_000)}`, text, pdf));
    expect(listed.body?.notes).toMatch(/…\nNot read: the rest of list\.txt\nAttached file: .*enquiry\.pdf/);
  });

  test('of several people in one mail each is one, and the rest waits for a person', async () => {
    const one = (at: number) => [`Name: Person ${at}`, `Phone: 0171234${1000 + at}`, ''];
    const people = Array.from({ length: 150 }, (_, at) => one(at)).flat();
    const all = await readStored([portal, '', ...people, long('.', 6_000), ...one(999)]);
    expect(all.slice(0, -1).map(({ body }) => body?.name)).toEqual(
      Array.from({ length: 150 }, (_, at) => `Person ${at}`),
    );
    expect(all.at(-1)).toMatchObject({ reason: 'tooLarge', body: null });
  });
});
