import { describe, expect, test } from 'vitest';
import type { FieldMapping } from '#contract/intake/connections.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import { parseDelivery, unreadableDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const south = { _id: '0198b3c0-0000-7000-8000-000000000002', name: 'South Workshop' };
const oil = { _id: '0198b3c0-0000-7000-8000-000000000003', name: 'Oil Change', type: 'service' } as const;
const catalogue = {
  centers: [north, south],
  offerings: [oil],
  phoneCountry: 'BD',
  today: '2026-03-10',
  timeZone: 'Asia/Dhaka',
  own: { phones: ['029133427'], emails: ['karim@dealer.example'] },
};

async function read(
  body: string | object,
  mapping: FieldMapping = {},
  contentType = 'application/json',
  kind: LeadChannel = 'webhook',
) {
  const own = { platform: 'website', serviceCenter: north, serviceOrCampaign: null, sources: [] } as const;
  const by = { kind, mapping, ...own };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const [parsed = unreadableDelivery] = await parseDelivery({ contentType, body: Buffer.from(text) }, by);
  return readEnquiry(parsed, by, catalogue);
}

const rahim = { name: 'Rahim', phone: '01712345678' };

describe('fields are recognised by what senders call them', () => {
  test.each([
    ['flat JSON', { full_name: 'Rahim', 'Mobile No': '+880 1712-345678' }],
    ['nested JSON', { lead: { contact: { 'First Name': 'Rahim', phone_number: '01712345678' } } }],
    [
      'questions and answers',
      {
        fields: [
          { name: 'full_name', values: ['Rahim'] },
          { label: 'Phone', value: '01712345678' },
        ],
      },
    ],
    ['Bangla', { নাম: 'Rahim', 'মোবাইল নম্বর': '০১৭১২৩৪৫৬৭৮' }],
    ['a number without its zero', { name: 'Rahim', phone: 1712345678 }],
  ])('%s', async (_, body) => {
    expect((await read(body)).body).toMatchObject({
      ...rahim,
      serviceCenter: north._id,
      platform: 'website',
    });
  });

  test('form fields', async () => {
    const form = 'your-name=Rahim&tel=01712345678&your-message=Hello%0Athere';
    expect((await read(form, {}, 'application/x-www-form-urlencoded')).body).toMatchObject({
      ...rahim,
      notes: 'Hello\nthere',
    });
  });

  test('lines of a mail', async () => {
    const mail = 'New enquiry from the shop\n\nName: Rahim\nPhone: 01712345678\nBranch: south\n';
    expect((await read(mail, {}, 'text/plain')).body).toMatchObject({ ...rahim, serviceCenter: south._id });
  });
});

test('what does not fit its field is not lost: it is in the notes', async () => {
  const odd = {
    email: 'none',
    service: 'Polishing',
    preferred_date: '1/2/2020',
    preferred_time: 'noon',
    message: 'Please call',
  };
  const { body } = await read({ ...rahim, ...odd });
  expect(body).toMatchObject({ ...rahim, email: null, serviceOrCampaign: null, appointmentDate: null });
  expect(body?.notes?.split('\n')).toEqual([
    'Please call',
    'service: Polishing',
    'preferred_date: 1/2/2020',
    'preferred_time: noon',
  ]);
});

test.each([
  ['12/3/2026', '4:30 pm', '2026-03-12', '16:30'],
  ['2026-03-12', '09:05', '2026-03-12', '09:05'],
  ['১২-০৩-২০২৬', '১১টা', '2026-03-12', null],
  ['30 November 2026', '15.30', '2026-11-30', '15:30'],
  ['2026-11-29T18:00:00.000Z', '', '2026-11-30', null],
  ['2026/11/30 3:30:00 PM GMT+6', '', '2026-11-30', '15:30'],
  ['tomorrow', '10:00', '2026-03-11', '10:00'],
  ['শনিবার', 'বিকাল ৪টা', '2026-03-14', '16:00'],
  ['5 Jan', '330p', '2027-01-05', '15:30'],
])(
  'an appointment on %s at %s (F121)',
  async (preferred_date, preferred_time, appointmentDate, appointmentTime) => {
    expect((await read({ ...rahim, preferred_date, preferred_time })).body).toMatchObject({
      appointmentDate,
      appointmentTime,
    });
  },
);

test.each([
  ['noPhone', { name: 'Rahim' }],
  ['badPhone', { ...rahim, phone: '12' }],
  ['unreadable', '{"name": '],
  ['unreadable', 'hello'],
  ['unreadable', ''],
])('%s is left to a person', async (reason, body) => {
  expect(await read(body)).toMatchObject({ reason, body: null });
});

test('a mapping goes before names, and ids keep all their digits', async () => {
  const text =
    '{"name":"Campaign 7","phone":"01712345678","who":{"name":"Rahim","id":12345678901234567890},"extra":{"a":"x","b":"y"}}';
  const mapping = { name: ['who.name'], notes: ['extra.a', 'extra.b', 'who.id'] };
  expect((await read(text, mapping)).body).toMatchObject({ ...rahim, notes: 'x\ny\n12345678901234567890' });
});

test('of several texts of a field a name gets all, others the first that is there, and the notes the rest', async () => {
  const body = { given: 'Rahim', family: 'Uddin', tel1: '', tel2: '01712345678', tel3: '01812345678' };
  const mapping = { name: ['given', 'family'], phone: ['tel1', 'tel2', 'tel3'] };
  expect((await read(body, mapping)).body).toMatchObject({
    ...{ name: 'Rahim Uddin', phone: '01712345678', notes: 'tel3: 01812345678' },
  });
});

test('hostile texts are read in bounded time, or left to a person', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 'v'])));
  for (const body of [
    deep,
    wide,
    '{"phone":"\\ud800"}',
    '{"name":"a\\u0000b","phone":"01712345678"}',
    '{"__proto__":{"phone":"1"}}',
  ])
    expect((await read(body)).texts.length).toBeLessThanOrEqual(5_000);
});

describe('a mail', () => {
  const mail = (headers: string[], text: string) =>
    read([...headers, '', text].join('\r\n'), {}, 'message/rfc822', 'email');
  const html = 'Content-Type: text/html; charset=utf-8';

  test('of a portal is read by the table in it; an answer goes to the customer', async () => {
    const table =
      '<style>Phone: 1</style><table><tr><td>নাম:</td><td><b>Rahim</b> &amp; Co</td></tr><tr><th>Phone</th><td>01712345678</td></tr></table>';
    const { body } = await mail(
      ['From: Portal <no-reply@portal.example>', 'Reply-To: rahim@example.com', html],
      table,
    );
    expect(body).toMatchObject({ ...rahim, name: 'Rahim & Co', email: 'rahim@example.com', notes: null });
  });

  test('of a person is theirs, with all that they wrote', async () => {
    const { body, source } = await mail(
      ['From: Rahim <rahim@example.com>', 'Subject: Oil change'],
      'Please call 01712-345678.\nThank you',
    );
    expect(body).toMatchObject({ ...rahim, email: 'rahim@example.com' });
    expect(body?.notes).toBe('Oil change\nPlease call 01712-345678.\nThank you');
    expect(source.channel).toBe('email');
    const away = await mail(
      ['From: Rahim <rahim@example.com>', 'Auto-Submitted: auto-replied'],
      'I am away. Call 01712345678',
    );
    expect(away).toMatchObject({ ignored: 'autoReply', enquiry: { email: null } });
  });

  test('of a person who signs with a number, or labels what they say, is theirs too', async () => {
    const from = 'From: Rahim Uddin <rahim@example.com>';
    const theirs = { phone: '01712345678', email: 'rahim@example.com' };
    const signed = await mail([from, 'Subject: Axio'], 'Is it still there?\n\nRahim\nMobile: 01712345678');
    expect(signed.body).toMatchObject({ ...theirs, name: 'Rahim Uddin' });
    expect(signed.body?.notes).toBe('Axio\nIs it still there?\n\nRahim\nMobile: 01712345678');
    const twice = await mail([from], 'Oil, please\n\nTel: 01712345678\nEmail: uddin@example.com');
    expect(twice.body).toMatchObject({
      name: 'Rahim Uddin',
      email: 'uddin@example.com',
      notes: 'Oil, please',
    });
    const labelled = await mail([from, 'Subject: Oil'], 'Name: Rahim\nMobile: 01712345678\nCall me at 10:30');
    expect(labelled.body).toMatchObject({ ...theirs, name: 'Rahim', notes: 'Oil\nCall me at 10:30' });
  });

  test('of a site says all that it says, but not who runs the site', async () => {
    const lines = [
      ...[
        'You have an enquiry',
        '',
        'Name: Rahim',
        'Phone:',
        '01712345678',
        'Car model: Axio',
        'Form name: Oil',
      ],
      ...['Message: First', '', 'second', 'https://dealer.example/axio'],
    ];
    const { body, source } = await mail(
      ['From: Shop <shop@dealer.example>', 'Subject: New'],
      lines.join('\n'),
    );
    expect(body).toMatchObject({ ...rahim, email: null });
    expect(body?.notes?.split('\n')).toEqual([
      ...['First', '', 'second', 'https://dealer.example/axio'],
      ...['Car model: Axio', 'You have an enquiry'],
    ]);
    expect(source.form).toBe('Oil');
    const alone = await mail(['From: no-reply@portal.example'], 'Mobile: 01712345678\nAsks for: a call');
    expect(alone.body).toMatchObject({ phone: '01712345678', email: null, notes: 'Asks for: a call' });
  });

  test('comes as a field of a form too, and what is none is left to a person', async () => {
    const raw = 'From: Rahim <rahim@example.com>\r\n\r\nCall 01712345678';
    const form = new URLSearchParams({ 'body-mime': raw }).toString();
    const type = 'application/x-www-form-urlencoded';
    expect((await read(form, {}, type, 'email')).body).toMatchObject(rahim);
    expect(await read('a=b', {}, type, 'email')).toMatchObject({ reason: 'noPhone' });
    for (const hostile of ['<'.repeat(200_000), `x${'<b> '.repeat(50_000)}y`, `x${' '.repeat(200_000)}y`])
      expect(await mail([html], hostile)).toMatchObject({ body: null });
    expect(await mail([], `x${' '.repeat(200_000)}y`)).toMatchObject({ body: null });
  });

  test.each([
    [
      'Mailgun',
      {
        ...{ sender: 'bounce@shop.example', from: 'Shop <no-reply@shop.example>', subject: 'নতুন' },
        'message-headers':
          '[["From","Shop <no-reply@shop.example>"],["Reply-To","Rahim <rahim@example.com>"],["Content-Type","image/png"]]',
        'body-plain': 'Name: Rahim\r\nফোন: 01712345678\r\n',
      },
    ],
    [
      'SendGrid',
      {
        headers: 'Reply-To: Rahim\n <rahim@example.com>\nContent-Type: image/png\n',
        ...{ from: 'Shop <no-reply@shop.example>', subject: 'নতুন', text: ' ' },
        html: '<table><tr><td>Name</td><td>Rahim</td></tr><tr><td>ফোন</td><td>01712345678</td></tr></table>',
      },
    ],
  ])('comes in parts as %s posts it', async (_, parts) => {
    const type = 'application/x-www-form-urlencoded';
    const { body } = await read(new URLSearchParams(parts).toString(), {}, type, 'email');
    expect(body).toMatchObject({ ...rahim, email: 'rahim@example.com' });
  });
});

test('where it came from is kept, but not what an address says of a person', async () => {
  const page = 'https://dealer.example/oil?phone=01712345678#rahim';
  const utm = { utm_source: 'facebook', utm_medium: 'cpc', utm_campaign: 'Spring', utm_term: 'oil dhaka' };
  const said = { ...rahim, page_url: page, ...utm, 'Form name': 'Oil change' };
  expect((await read(said)).source).toEqual({
    isLate: false,
    ...{ channel: 'webhook', form: 'Oil change', campaign: 'Spring', ad: null },
    ...{ page: 'https://dealer.example/oil', site: 'facebook', medium: 'cpc', term: 'oil dhaka' },
  });
});
