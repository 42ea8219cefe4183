import { describe, expect, test } from 'vitest';
import { parseDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-03-10', timeZone: 'Asia/Dhaka' },
  own: { phones: ['029133427'], emails: ['karim@dealer.example', 'mina@dealer.example'] },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};

async function readAll(headers: readonly string[], text: string) {
  const body = Buffer.from([...headers, '', text].join('\r\n'));
  const parsed = await parseDelivery({ contentType: 'message/rfc822', body }, by);
  return parsed.map((each) => readEnquiry(JSON.parse(JSON.stringify(each)), by, catalogue));
}
async function read(headers: readonly string[], text: string) {
  const [first] = await readAll(headers, text);
  if (!first) throw new Error('nothing is read');
  return first;
}

const from = 'From: Rahim Uddin <rahim@example.com>';
const staff = 'From: Karim <karim@dealer.example>';
const re = 'Subject: Re: Your appointment';
const html = 'Content-Type: text/html; charset=utf-8';
const theirs = 'Please cancel, I sold the car. 01712345678';

describe('what is quoted gives no field, and is no note (F113)', () => {
  const quote = ['Dear customer, call us: 02-9133427 or 01999999999', '', 'Phone: 01811111111'];
  const cited = quote.map((line) => `> ${line}`).join('\n');
  const outlook =
    'From: Dealer <info@dealer.example>\nSent: Monday, March 9, 2026 10:00 AM\nTo: Rahim\nSubject: Your appointment\n\n';
  test.each([
    [
      'Gmail, plain',
      [from, re],
      `${theirs}\n\nOn Mon, Mar 9, 2026 at 10:00 AM Dealer <info@dealer.example> wrote:\n\n${cited}`,
    ],
    [
      'broken over lines',
      [from, re],
      `${theirs}\n\nOn Mon, 9 Mar 2026 at 10:00, The Dealer <info@dealer.example>\nwrote:\n\n${cited}`,
    ],
    [
      'Gmail in Bangla',
      [from, re],
      `${theirs}\n\nসোম, ৯ মার্চ, ২০২৬ তারিখে ১০:০০ AM টায় Dealer <info@dealer.example> লিখেছেন:\n${cited}`,
    ],
    ['Outlook', [from, re], `${theirs}\n\n________________________________\n${outlook}${quote.join('\n')}`],
    [
      'Outlook of before',
      [from, re],
      `${theirs}\n\n-----Original Message-----\n${outlook}${quote.join('\n')}`,
    ],
    [
      'Outlook in Bangla',
      [from, re],
      `${theirs}\n\nপ্রেরক: Dealer <info@dealer.example>\nতারিখ: সোমবার\nপ্রতি: Rahim\nবিষয়: Appointment\n\n${quote.join('\n')}`,
    ],
    [
      'below the quote',
      [from, re],
      `On Mon, Mar 9, 2026 at 10:00 AM Dealer <info@dealer.example> wrote:\n${cited}\n\n${theirs}`,
    ],
    ['a header alone', [from, 'In-Reply-To: <1@dealer.example>'], `${cited}\n${theirs}`],
    [
      'without quotation marks',
      [from],
      `${theirs}\n\nOn 9 March 2026 at 10:00, Dealer wrote:\n${quote.join('\n')}`,
    ],
    [
      'Gmail, HTML',
      [from, re, html],
      `<div dir="ltr">${theirs}</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 9, 2026 at 10:00 AM Dealer &lt;<a href="mailto:info@dealer.example">info@dealer.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">${quote.join('<br>')}</blockquote></div>`,
    ],
    [
      'Apple Mail, HTML',
      [from, html],
      `${theirs}<br><div><blockquote type="cite"><div>On 9 Mar 2026, at 10:00, Dealer &lt;info@dealer.example&gt; wrote:</div><div>${quote.join('</div><div>')}</div></blockquote></div>`,
    ],
    [
      'Outlook, HTML',
      [from, re, html],
      `<p>${theirs}</p><div id="divRplyFwdMsg"><b>From:</b> Dealer &lt;info@dealer.example&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Rahim<br><b>Subject:</b> Your appointment</div><div>${quote.join('<br>')}</div>`,
    ],
  ])('%s', async (_, headers, text) => {
    const { body } = await read(headers, text);
    expect(body).toMatchObject({ phone: '01712345678', name: 'Rahim Uddin', email: 'rahim@example.com' });
    expect(body?.notes).toContain(theirs);
    expect(body?.notes).not.toMatch(/9133427|1999999999|1811111111|wrote|লিখেছেন|info@/);
  });

  test('without a number of their own a person has to place it', async () => {
    const text = `Please cancel.\n\nOn Mon, Mar 9, 2026 at 10:00 AM Dealer <info@dealer.example> wrote:\n${cited}`;
    expect(await read([from, re], text)).toMatchObject({ reason: 'noPhone', phone: null, body: null });
  });
});

test.each([
  'Your number 02-9133427 is always engaged',
  'I called +880 2 9133427 and ০২-৯১৩৩৪২৭, nobody answered',
])('%s: the number of a center is nobody’s (F113)', async (text) => {
  expect(await read([from], text)).toMatchObject({
    reason: 'noPhone',
    phone: null,
    enquiry: { phone: null },
  });
  expect((await read([from], `${text}. Mine is 01712345678`)).body).toMatchObject({ phone: '01712345678' });
});

test('a form mail whose footer names the center is the customer’s (F113)', async () => {
  const text = 'Name: Rahim\nMessage: Oil\n\n--\nPhone: 02-9133427';
  expect(await read(['From: no-reply@shop.example'], text)).toMatchObject({ reason: 'noPhone', phone: null });
});

describe('what the team forwards is the inner sender’s, with what stands above as a note (F113)', () => {
  const inner = 'Is the Axio still there? Call 01712345678\n\nRahim';
  test.each([
    [
      'Gmail',
      `Please call them today, my number is 01999999999\n\n---------- Forwarded message ---------\nFrom: Rahim Uddin <rahim@example.com>\nDate: Mon, Mar 9, 2026 at 10:00 AM\nSubject: Axio\nTo: <info@dealer.example>\n\n\n${inner}`,
    ],
    [
      'Apple Mail',
      `Please call them today\n\nBegin forwarded message:\n\n> From: Rahim Uddin <rahim@example.com>\n> Subject: Axio\n> Date: 9 March 2026 at 10:00:00\n> To: info@dealer.example\n>\n${inner
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}`,
    ],
    [
      'Outlook',
      `Please call them today\n\nFrom: Rahim Uddin <rahim@example.com>\nSent: Monday, March 9, 2026 10:00 AM\nTo: Info <info@dealer.example>\nSubject: Axio\n\n${inner}`,
    ],
    [
      'twice',
      `Please call them today\n\n---------- Forwarded message ---------\nFrom: Mina <mina@dealer.example>\nDate: Mon\nSubject: Fwd: Axio\nTo: Karim\n\nYours?\n\n---------- Forwarded message ---------\nFrom: Rahim Uddin <rahim@example.com>\nDate: Mon\nSubject: Axio\nTo: Info\n\n${inner}`,
    ],
  ])('%s', async (_, text) => {
    const { body, reason } = await read([staff, 'Subject: Fwd: Axio'], text);
    expect(reason).toBeNull();
    expect(body).toMatchObject({ phone: '01712345678', name: 'Rahim Uddin', email: 'rahim@example.com' });
    expect(body?.notes).toMatch(/^Please call them today/);
    expect(body?.notes).toContain('Is the Axio still there?');
  });

  test('as an attachment', async () => {
    const parts = [
      ...[
        '--a',
        '',
        'Please call them',
        '--a',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment',
        '',
      ],
      ...[from, 'Subject: Axio', '', inner, '--a--'],
    ];
    const { body } = await read(
      [staff, 'Subject: Axio', 'Content-Type: multipart/mixed; boundary=a'],
      parts.join('\r\n'),
    );
    expect(body).toMatchObject({ phone: '01712345678', email: 'rahim@example.com', name: 'Rahim Uddin' });
    expect(body?.notes).toMatch(/^Please call them/);
  });

  test('if nothing tells whose it is, a person places it, and nobody is answered', async () => {
    for (const text of [
      'Call 01712345678, they want oil',
      `See below\n\n-----Original Message-----\n${inner}`,
    ]) {
      const { reason, body, enquiry } = await read([staff, 'Subject: Fwd: call'], text);
      expect({ reason, body, email: enquiry?.email }).toEqual({
        reason: 'fromTeam',
        body: null,
        email: null,
      });
    }
    const form = await read([staff], 'Name: Rahim\nPhone: 01712345678');
    expect(form.body).toMatchObject({ name: 'Rahim', email: null });
  });

  test('what a customer forwards is no enquiry of whom they forward', async () => {
    const text = `---------- Forwarded message ---------\nFrom: Other <other@example.com>\nDate: Mon\nSubject: Axio\nTo: x\n\n${inner}`;
    const { reason, enquiry } = await read([from, 'Subject: Fwd: Axio'], text);
    expect(reason).toBe('noPhone');
    expect(enquiry?.notes).toContain('Is the Axio still there?');
  });
});

describe('what a program sends by itself is no enquiry (F115)', () => {
  test.each([
    ['autoReply', ['Auto-Submitted: auto-replied']],
    ['autoReply', ['X-Autoreply: yes']],
    ['autoReply', ['Return-Path: <>', 'Subject: Automatic reply: Axio']],
    ['bounce', ['Content-Type: multipart/report; report-type=delivery-status; boundary=a']],
    ['bounce', ['Return-Path: <>', 'Subject: Undelivered Mail Returned to Sender']],
    ['bulk', ['List-Unsubscribe: <https://news.example/1>']],
    ['bulk', ['List-Id: <news.example>']],
    ['bulk', ['Precedence: bulk']],
    ['generated', ['Auto-Submitted: auto-generated']],
    ['generated', ['X-Auto-Response-Suppress: All']],
    ['generated', ['Return-Path: <>']],
  ] as const)('%s by %j', async (ignored, headers) => {
    const text = '--a\r\n\r\nI am away. Phone: 01712345678\r\nEmail: rahim@example.com\r\n--a--';
    expect(await read([from, ...headers], text)).toMatchObject({ ignored });
  });

  test('unless it carries the fields of a form; what says that a person sent it is theirs', async () => {
    const form = 'Name: Rahim\nPhone: 01712345678';
    for (const header of [
      'Auto-Submitted: auto-generated',
      'Precedence: bulk',
      'List-Id: <portal.example>',
      'Return-Path: <>',
    ])
      expect(await read(['From: Portal <leads@portal.example>', header], form)).toMatchObject({
        ...{ ignored: null, body: { name: 'Rahim', phone: '01712345678' } },
      });
    expect(await read([from, 'Auto-Submitted: no'], 'Call 01712345678')).toMatchObject({
      ignored: null,
      reason: null,
    });
  });
});

describe('several enquiries of one mail are several (F114)', () => {
  const site = 'From: no-reply@portal.example';
  const summary = (all: Awaited<ReturnType<typeof readAll>>) =>
    all.map(({ enquiry, reason }) => [enquiry?.name, enquiry?.phone, reason]);
  test.each([
    [
      'blocks of lines',
      [site],
      'Two leads\n\nName: Rahim\nPhone: 01712345678\nCar: Axio\n\nName: Mina\nPhone: 01812345678\nCar: Noah',
    ],
    [
      'two tables',
      [site, html],
      '<table><tr><td>Name</td><td>Rahim</td></tr><tr><td>Phone</td><td>01712345678</td></tr></table><table><tr><td>Name</td><td>Mina</td></tr><tr><td>Phone</td><td>01812345678</td></tr></table>',
    ],
    [
      'rows of a table',
      [site, html],
      '<table><tr><th>Name</th><th>Car</th><th>Phone</th></tr><tr><td>Rahim</td><td></td><td>01712345678</td></tr><tr><td>Mina</td><td>Noah</td><td>01812345678</td></tr></table>',
    ],
  ])('%s', async (_, headers, text) => {
    const all = await readAll(headers, text);
    expect(summary(all)).toEqual([
      ['Rahim', '01712345678', null],
      ['Mina', '01812345678', null],
    ]);
    expect(all[0]?.enquiry?.notes ?? '').not.toMatch(/Mina|Noah|1812345678/);
  });

  test('a piece is read again as it was', async () => {
    const body = Buffer.from(
      `${site}\r\n\r\nName: Rahim\nPhone: 01712345678\nName: Mina\nPhone: 01812345678`,
    );
    const [, second] = await parseDelivery({ contentType: 'message/rfc822', body }, by);
    const { contentType = '', body: text = '' } = second?.piece ?? {};
    const again = await parseDelivery({ contentType, body: Buffer.from(text) }, by);
    expect(again).toHaveLength(1);
    expect(again[0]).toEqual({ ...second, piece: null });
  });
});

describe('ADF (F122)', () => {
  const prospect = (name: string, phone: string) =>
    `<prospect status="new"><requestdate>2026-03-09T10:00:00+06:00</requestdate><vehicle interest="buy"><year>2019</year><make>Toyota</make><model>Axio</model></vehicle><customer><contact><name part="first">${name}</name><name part="last">Uddin</name><email>a@example.com</email><phone type="voice">${phone}</phone></contact><comments>Is it there &amp; free?</comments></customer><vendor><vendorname>Dealer</vendorname><contact><name part="full">The Dealer</name><phone>02-7777777</phone></contact></vendor></prospect>`;
  const adf = (...all: string[]) => `<?xml version="1.0"?><?adf version="1.0"?><adf>${all.join('')}</adf>`;
  const one = { name: 'Rahim Uddin', phone: '01712345678', email: 'a@example.com' };
  test.each([
    ['as the text', ['Content-Type: text/plain'], adf(prospect('Rahim', '01712345678'))],
    [
      'attached',
      ['Content-Type: multipart/mixed; boundary=a'],
      `--a\r\n\r\nA lead\r\n--a\r\nContent-Type: application/xml; name=lead.xml\r\nContent-Disposition: attachment\r\n\r\n${adf(prospect('Rahim', '01712345678'))}\r\n--a--`,
    ],
  ])('%s', async (_, headers, text) => {
    const { body } = await read(['From: Portal <leads@portal.example>', ...headers], text);
    expect(body).toMatchObject(one);
    expect(body?.notes).toMatch(/Is it there & free\?[\s\S]*make: Toyota\nmodel: Axio/);
  });

  test('of several prospects is several', async () => {
    const all = await readAll(
      ['From: leads@portal.example'],
      adf(prospect('Rahim', '01712345678'), prospect('Mina', '01812345678')),
    );
    expect(all.map(({ body }) => [body?.name, body?.phone])).toEqual([
      ['Rahim Uddin', '01712345678'],
      ['Mina Uddin', '01812345678'],
    ]);
  });
});

test('entities of texts and names are characters (F123)', async () => {
  const { body } = await read(
    ['From: no-reply@shop.example'],
    'Name: O&#8217;Brien &amp; S&ouml;hne\nPhone: 01712345678\nMessage: &#2472;&#2478;&nbsp;&rarr; ok &lt;3',
  );
  expect(body).toMatchObject({ name: 'O’Brien & Söhne', notes: 'নম → ok <3' });
});

test('labels have their value on the next line, in bold, in lists and without a colon (F122)', async () => {
  for (const text of [
    'Name\nRahim\n\nPhone\n01712345678\n\nMessage\nOil',
    '*Name:* Rahim\n*Phone:* 01712345678\n*Message:* Oil',
    '- Name: Rahim\n- Phone: 01712345678\n- Message: Oil',
    'Name - Rahim\nPhone = 01712345678\nMessage | Oil',
    'নাম\nRahim\nমোবাইল\n০১৭১২৩৪৫৬৭৮\nবার্তা\nOil',
  ])
    expect((await read(['From: no-reply@shop.example'], text)).body).toMatchObject({
      ...{ name: 'Rahim', phone: '01712345678', notes: 'Oil' },
    });
});
