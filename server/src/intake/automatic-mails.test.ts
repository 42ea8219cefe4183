import { expect, test } from 'vitest';
import { parseDelivery } from './parse-delivery.ts';
import { removeAttachments } from './raw-mail.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-12-05', timeZone: 'Asia/Dhaka' },
  own: { phones: ['029133427'], emails: ['karim@dealer.example'] },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};

async function read(...lines: string[]) {
  const kept = removeAttachments('message/rfc822', Buffer.from(lines.join('\r\n')));
  const [parsed] = await parseDelivery(kept, by);
  if (!parsed) throw new Error('nothing is read');
  return readEnquiry(JSON.parse(JSON.stringify(parsed)), by, catalogue);
}

const from = 'From: Rahim Uddin <rahim@example.com>';
const away = 'I am away until Monday. In urgent cases call 01712345678.';
const part = (type: string, ...content: string[]) => ['--b', `Content-Type: ${type}`, '', ...content];
const multipart = (type: string) => `Content-Type: multipart/${type}; boundary=b`;
const report = (type: string) => multipart(`report; report-type=${type}`);

test.each<[string, string, string[]]>([
  [
    'Exchange, away',
    'autoReply',
    [
      from,
      'Subject: Automatic reply: Your appointment',
      'X-MS-Exchange-Inbox-Rules-Loop: rahim@example.com',
      'X-Auto-Response-Suppress: All',
      'Auto-Submitted: auto-generated',
      '',
      away,
    ],
  ],
  [
    'Exchange by its header alone',
    'autoReply',
    [
      from,
      'Subject: Your appointment',
      'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
      'Auto-Submitted: auto-replied',
      '',
      away,
    ],
  ],
  [
    'Outlook’s automatic reply without a header',
    'autoReply',
    [from, 'Subject: Automatic reply: Your appointment', '', away],
  ],
  [
    'Gmail’s vacation',
    'autoReply',
    [
      from,
      'Subject: Away Re: Your appointment',
      'Auto-Submitted: auto-replied',
      'Precedence: bulk',
      'X-Autoreply: yes',
      '',
      away,
    ],
  ],
  [
    'vacation of Unix',
    'autoReply',
    [from, 'Subject: away from my mail', 'Precedence: junk', 'X-Loop: rahim@example.com', '', away],
  ],
  [
    'cPanel',
    'autoReply',
    [
      from,
      'Subject: Re: Your appointment',
      'X-Autorespond: Your appointment',
      'Precedence: auto_reply',
      '',
      away,
    ],
  ],
  [
    'Zimbra',
    'autoReply',
    [from, 'Subject: Out of Office Re: Your appointment', 'X-Mailer: Zimbra', '', away],
  ],
  [
    'in Bangla',
    'autoReply',
    [
      from,
      'Subject: স্বয়ংক্রিয় উত্তর: আপনার অনুরোধ',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'আমি অফিসের বাইরে। ০১৭১২৩৪৫৬৭৮',
    ],
  ],
  [
    'Postfix',
    'bounce',
    [
      'From: MAILER-DAEMON@mail.example (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      report('delivery-status'),
      '',
      ...part('text/plain', 'This is the mail system at host mail.example. 550 5.1.1 user unknown'),
      ...part('message/delivery-status', 'Action: failed'),
      ...part(
        'message/rfc822',
        'Subject: We have your enquiry',
        '',
        'Name: Rahim',
        'Phone: 01712345678',
        'Message: oil',
      ),
      '--b--',
    ],
  ],
  [
    'Exim',
    'bounce',
    [
      'From: Mail Delivery System <Mailer-Daemon@mail.example>',
      'Subject: Mail delivery failed: returning message to sender',
      'X-Failed-Recipients: rahim@example.com',
      'Auto-Submitted: auto-replied',
      '',
      'This message was created automatically.',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      'Subject: We have your enquiry',
      '',
      'Call 01712345678',
    ],
  ],
  [
    'Outlook',
    'bounce',
    [
      'From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.com>',
      'Subject: Undeliverable: We have your enquiry',
      report('delivery-status'),
      '',
      ...part('text/html', '<p>Your message could not be delivered. 01712345678</p>'),
      '--b--',
    ],
  ],
  [
    'Outlook without a report',
    'bounce',
    [
      'From: Microsoft Outlook <postmaster@example.com>',
      'Subject: Undeliverable: We have your enquiry',
      '',
      'Delivery has failed to these recipients. 01712345678',
    ],
  ],
  [
    'qmail',
    'bounce',
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mail.example',
      'Subject: failure notice',
      '',
      'Hi. This is the qmail-send program. 01712345678',
    ],
  ],
  [
    'Gmail',
    'bounce',
    [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Subject: Delivery Status Notification (Failure)',
      'X-Failed-Recipients: rahim@example.com',
      '',
      'Address not found 01712345678',
    ],
  ],
  [
    'a bounce with failed receivers alone',
    'bounce',
    [
      'From: system@mail.example',
      'Subject: Message not delivered',
      'X-Failed-Recipients: rahim@example.com',
      '',
      'Call 01712345678',
    ],
  ],
  [
    'a delay',
    'bounce',
    [
      'From: postmaster@mail.example',
      'Subject: Delayed mail (still being retried)',
      report('delivery-status'),
      '',
      ...part('text/plain', 'Not delivered yet 01712345678'),
      '--b--',
    ],
  ],
  [
    'a read receipt',
    'receipt',
    [
      from,
      'Subject: Read: Your appointment',
      report('disposition-notification'),
      '',
      ...part('text/plain', 'Your message was read. 01712345678'),
      ...part('message/disposition-notification', 'Disposition: manual-action/MDN-sent-manually; displayed'),
      '--b--',
    ],
  ],
  [
    'a read receipt of Outlook',
    'receipt',
    [
      from,
      'Subject: Read: Your appointment',
      multipart('report; report-type="disposition-notification"'),
      '',
      ...part('text/plain', 'was read'),
      '--b--',
    ],
  ],
  [
    'a calendar’s reply',
    'receipt',
    [
      from,
      'Subject: Accepted: Appointment',
      multipart('alternative'),
      '',
      ...part('text/plain', 'Rahim has accepted. 01712345678'),
      ...part(
        'text/calendar; method=REPLY; charset=utf-8',
        'BEGIN:VCALENDAR',
        'METHOD:REPLY',
        'END:VCALENDAR',
      ),
      '--b--',
    ],
  ],
  [
    'a calendar’s reply alone',
    'receipt',
    [
      from,
      'Subject: Declined: Appointment',
      'Content-Type: text/calendar; charset=utf-8; method="REPLY"',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REPLY',
      'END:VCALENDAR',
    ],
  ],
  [
    'a newsletter',
    'bulk',
    [
      'From: News <news@shop.example>',
      'List-Unsubscribe: <mailto:out@shop.example>',
      'Precedence: bulk',
      '',
      'Call 01712345678',
    ],
  ],
  [
    'a newsletter of Mailchimp',
    'bulk',
    [
      'From: News <news@shop.example>',
      'X-MC-User: abc',
      'List-ID: abc <abc.list-manage.com>',
      '',
      'Sale 01712345678',
    ],
  ],
  ['a mailing list', 'bulk', [from, 'List-Post: <mailto:list@example.com>', '', 'Call 01712345678']],
  [
    'a campaign',
    'bulk',
    ['From: News <news@shop.example>', 'X-Campaign-Id: 7', 'Feedback-ID: 7:shop', '', 'Sale 01712345678'],
  ],
  [
    'an empty return path',
    'generated',
    ['Return-Path: < >', 'From: system@shop.example', 'Subject: Report', '', 'Backup done 01712345678'],
  ],
  [
    'a server’s notice',
    'generated',
    ['From: root@shop.example', 'Auto-Submitted: auto-generated', '', 'Disk full 01712345678'],
  ],
])('%s is ignored (F115)', async (_, ignored, lines) => {
  expect(await read(...lines)).toMatchObject({ ignored });
});

test.each<[string, string[]]>([
  ['List-Unsubscribe', ['List-Unsubscribe: <https://portal.example/out>']],
  ['Auto-Submitted', ['Auto-Submitted: auto-generated']],
  [
    'a list and a precedence',
    ['List-Id: <leads.portal.example>', 'Precedence: bulk', 'X-Auto-Response-Suppress: All'],
  ],
  ['an empty return path', ['Return-Path: <>']],
  ['a campaign', ['Feedback-ID: 1:portal', 'X-Campaign-Id: leads']],
])('a form of a portal that sends with %s is an enquiry (F115)', async (_, headers) => {
  for (const sender of ['leads@portal.example', 'no-reply@portal.example'])
    for (const [type, text] of [
      ['text/plain', 'Name: Rahim\r\nPhone: 01712345678\r\nMessage: Oil'],
      [
        'text/html',
        '<table><tr><td>Name</td><td>Rahim</td></tr><tr><td>Phone</td><td>01712345678</td></tr><tr><td>Message</td><td>Oil</td></tr></table>',
      ],
    ])
      expect(
        await read(`From: Portal <${sender}>`, ...headers, `Content-Type: ${type}`, '', `${text}`),
      ).toMatchObject({
        ...{
          ignored: null,
          reason: null,
          body: { name: 'Rahim', phone: '01712345678', notes: 'Oil', email: null },
        },
      });
});

test('what a person writes is theirs, whatever words are in its subject, and so is an invitation or an answer to ours (F115)', async () => {
  for (const headers of [
    ['Subject: Is your office out of order?'],
    ['Subject: Read: my question'],
    [
      'Subject: Re: We have your enquiry',
      'In-Reply-To: <pitlane.0198b3c0-0000-7000-8000-000000000001@dealer.example>',
      'References: <pitlane.0198b3c0-0000-7000-8000-000000000001@dealer.example>',
    ],
    ['Subject: Undelivered car', 'Auto-Submitted: no'],
    ['Subject: Test', 'Return-Path: <rahim@example.com>', 'X-Auto-Response-Suppress: OOF'],
    [
      'Subject: Test',
      'Disposition-Notification-To: rahim@example.com',
      'X-Confirm-Reading-To: rahim@example.com',
    ],
  ])
    expect(await read(from, ...headers, '', 'Please call 01712345678')).toMatchObject({
      ...{ ignored: null, reason: null, body: { phone: '01712345678', email: 'rahim@example.com' } },
    });
  const invitation = [
    from,
    'Subject: Test drive',
    multipart('alternative'),
    '',
    ...part('text/plain', 'Call 01712345678'),
    ...part('text/calendar; method=REQUEST', 'METHOD:REQUEST'),
    '--b--',
  ];
  expect(await read(...invitation)).toMatchObject({ ignored: null, body: { phone: '01712345678' } });
});
