import { describe, expect, test } from 'vitest';
import { parseDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-12-05', timeZone: 'Asia/Dhaka' },
  own: { phones: ['029133427'], emails: ['karim@dealer.example', 'mina@dealer.example'] },
};
const by = {
  ...({ kind: 'email', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};

async function read(headers: readonly string[], text: string) {
  const body = Buffer.from([...headers, '', text].join('\r\n'));
  const [parsed] = await parseDelivery({ contentType: 'message/rfc822', body }, by);
  if (!parsed) throw new Error('nothing is read');
  return readEnquiry(JSON.parse(JSON.stringify(parsed)), by, catalogue);
}

const from = 'From: Rahim Uddin <rahim@example.com>';
const staff = 'From: Karim <karim@dealer.example>';
const re = 'Subject: Re: Your appointment';
const html = 'Content-Type: text/html; charset=utf-8';
const theirs = 'Please cancel, I sold the car. 01712345678';
const dealers = ['Dear customer, call us: 02-9133427 or 01999999999', 'Phone: 01811111111', 'Regards, Info'];
const plain = dealers.join('\n');
const cited = dealers.map((line) => `> ${line}`).join('\n');
const lines = (...all: string[]) => all.join('\n');

describe('an answer gives only what its writer says, whatever program they write with (F113)', () => {
  test.each<[string, readonly string[], string]>([
    [
      'iOS',
      [from, re],
      lines(
        theirs,
        '',
        'Sent from my iPhone',
        '',
        '> On 4 Dec 2026, at 10:00, Dealer <info@dealer.example> wrote:',
        '> ',
        cited,
      ),
    ],
    [
      'iOS without an address',
      [from],
      lines(theirs, '', 'On 4 Dec 2026, at 10:00, Dealer wrote:', '', plain),
    ],
    [
      'iOS, 12 hours',
      [from, re],
      lines(theirs, '', 'On Dec 4, 2026, at 10:00 AM, Dealer <info@dealer.example> wrote:', '', plain),
    ],
    [
      'Outlook for a phone',
      [from, re],
      lines(
        theirs,
        '',
        'Get Outlook for Android<https://aka.ms/AAb9ysg>',
        '________________________________',
        'From: Dealer <info@dealer.example>',
        'Sent: Friday, December 4, 2026 10:00:00 AM',
        'To: Rahim <rahim@example.com>',
        'Subject: Your appointment',
        '',
        plain,
      ),
    ],
    [
      'Outlook for iOS in HTML',
      [from, re, html],
      `<div>${theirs}</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><b>From:</b> Dealer &lt;info@dealer.example&gt;<br><b>Sent:</b> Friday, December 4, 2026 10:00:00 AM<br><b>To:</b> Rahim<br><b>Subject:</b> Your appointment</div><div>${dealers.join('<br>')}</div>`,
    ],
    [
      'Notes in a browser',
      [from, re],
      lines(
        theirs,
        '',
        '-----"Dealer" <info@dealer.example> wrote: -----',
        '',
        '>To: "Rahim" <rahim@example.com>',
        '>From: "Dealer" <info@dealer.example>',
        '>Date: 12/04/2026 10:00AM',
        '>Subject: Your appointment',
        '>',
        cited,
      ),
    ],
    [
      'Notes in a browser, with names of its directory and nothing cited',
      [from],
      lines(
        theirs,
        '',
        '-----Mina Akter/Service/Dealer wrote: -----',
        'To: Rahim <rahim@example.com>',
        'From: Mina Akter/Service/Dealer',
        'Date: 04-12-2026 10:00',
        'Subject: Your appointment',
        '',
        plain,
      ),
    ],
    [
      'Notes 8, sent by somebody else',
      [from],
      lines(
        theirs,
        '',
        'From:\tMina Akter/Service/Dealer',
        'To:\tRahim <rahim@example.com>',
        'Cc:\t',
        'Date:\t04-12-2026 10:00 AM',
        'Subject:\tYour appointment',
        'Sent by:\tKarim/Service/Dealer',
        '',
        '________________________________',
        '',
        plain,
      ),
    ],
    [
      'Notes in columns',
      [from],
      lines(
        theirs,
        '',
        '             Mina Akter                                             ',
        '             <mina@dealer.exam                                      ',
        '             ple>                                                To ',
        '             Sent by:                  Rahim <rahim@example.com>    ',
        '             info@dealer.exam                                    cc ',
        '             ple                                                    ',
        '                                                            Subject ',
        '             12/04/2026 10:00          Your appointment             ',
        '             AM                                                     ',
        '',
        plain,
      ),
    ],
    [
      'Notes 5 in columns',
      [from],
      lines(
        theirs,
        '',
        '                    "Mina Akter"                                                      ',
        '                    <mina@dealer.ex         To:     Rahim <rahim@example.com>         ',
        '                    ample>                  cc:                                       ',
        '                    Sent by: info@          Subject:     Your appointment             ',
        '                    04-12-2026 10:00                                                  ',
        '',
        plain,
      ),
    ],
    [
      'Gmail on a phone in Bangla',
      [from, re],
      lines(
        theirs,
        '',
        'শুক্র, ৪ ডিসেম্বর, ২০২৬ তারিখে ১০:০০ AM এ তে Dealer <info@dealer.example> লিখেছেন:',
        '',
        cited,
      ),
    ],
    [
      'Gmail in Bangla with a date first',
      [from, re],
      lines(theirs, '', '৪ ডিসেম্বর, ২০২৬, ১০:০০ AM তারিখে Dealer <info@dealer.example> লিখেছেন:', cited),
    ],
    [
      'Gmail in Bangla, broken',
      [from, re],
      lines(
        theirs,
        '',
        'শুক্রবার, ৪ ডিসেম্বর, ২০২৬ তারিখে ১০:০০ AM-এ, The Dealer of Dhaka <',
        'info@dealer.example> লিখেছেন:',
        '',
        cited,
      ),
    ],
    [
      'Gmail in Bangla without marks',
      [from],
      lines(theirs, '', 'শুক্র, ৪ ডিসেম্বর, ২০২৬ তারিখে ১০:০০ AM টায় Dealer লিখেছেন:', plain),
    ],
    [
      'Yahoo of before',
      [from, re],
      lines(
        theirs,
        '',
        '-----Original Message-----',
        'From: Dealer <info@dealer.example>',
        'To: Rahim',
        'Sent: Fri, 4 Dec 2026 10:00',
        'Subject: Your appointment',
        '',
        plain,
      ),
    ],
    [
      'Yahoo',
      [from, re],
      lines(
        theirs,
        '',
        '    On Friday, 4 December 2026 at 10:00:00 am GMT+6, Dealer <info@dealer.example> wrote:  ',
        ' ',
        ` ${plain}`,
      ),
    ],
    [
      'Yahoo on a phone',
      [from, re],
      lines(
        theirs,
        '',
        'Sent from Yahoo Mail on Android',
        ' ',
        '  On Fri, 4 Dec 2026 at 10:00, Dealer',
        '<info@dealer.example> wrote:   ',
        plain,
      ),
    ],
    [
      'Thunderbird',
      [from, 'In-Reply-To: <1@dealer.example>'],
      lines('On 12/4/26 10:00, Dealer wrote:', cited, '', theirs),
    ],
    ['Thunderbird with a dash', [from], lines(theirs, '', 'On 2026-12-04 10:00 AM, Dealer wrote:', cited)],
    [
      'Samsung',
      [from, re],
      lines(
        theirs,
        '',
        '-------- Original message --------',
        'From: Dealer <info@dealer.example> ',
        'Date: 04/12/2026  10:00  (GMT+06:00) ',
        'To: rahim@example.com ',
        'Subject: Your appointment ',
        '',
        plain,
      ),
    ],
    [
      'Samsung, what comes first',
      [from, re],
      lines(
        theirs,
        'Sent from my Galaxy',
        '',
        '-------- Original message --------From: Dealer <info@dealer.example> Date: 04/12/2026 10:00 (GMT+06:00) To: rahim@example.com Subject: Your appointment ',
        plain,
      ),
    ],
    [
      'Proton',
      [from, re],
      lines(
        theirs,
        '',
        'Sent with Proton Mail secure email.',
        '',
        'On Friday, December 4th, 2026 at 10:00 AM, Dealer <info@dealer.example> wrote:',
        '',
        cited,
      ),
    ],
    [
      'Zoho',
      [from, re],
      lines(
        theirs,
        '',
        '---- On Fri, 04 Dec 2026 10:00:00 +0600 Dealer <info@dealer.example> wrote ---',
        '',
        plain,
      ),
    ],
    [
      'Zoho in the newer form',
      [from, re],
      lines(theirs, '', ' ---- On Fri, 04 Dec 2026 10:00:00 +0600  info@dealer.example wrote ----', plain),
    ],
    [
      'Outlook in German',
      [from, re],
      lines(
        theirs,
        '',
        'Von: Dealer <info@dealer.example>',
        'Gesendet: Freitag, 4. Dezember 2026 10:00',
        'An: Rahim',
        'Betreff: Ihr Termin',
        '',
        plain,
      ),
    ],
    [
      'Outlook in bold',
      [from, re],
      lines(
        theirs,
        '',
        '*From:* Dealer <info@dealer.example>',
        '*Sent:* Friday, December 4, 2026 10:00 AM',
        '*To:* Rahim',
        '*Subject:* Your appointment',
        '',
        plain,
      ),
    ],
    [
      'interleaved',
      [from, re],
      lines(
        'On Fri, Dec 4, 2026 at 10:00 AM Dealer <info@dealer.example> wrote:',
        '> Dear customer, call us: 02-9133427 or 01999999999',
        theirs,
        '> Phone: 01811111111',
        'Thanks',
      ),
    ],
    [
      'below the quote',
      [from, re],
      lines('Dealer <info@dealer.example> wrote on 4 Dec 2026 10:00:', cited, '', theirs),
    ],
    [
      'two deep',
      [from, re],
      lines(
        theirs,
        '',
        'On Sat, Dec 5, 2026 at 9:00 AM Dealer <info@dealer.example> wrote:',
        '> We will. 01999999999',
        '>',
        '> On Fri, Dec 4, 2026 at 10:00 AM Rahim wrote:',
        '>> Call 01811111111',
        '> > and 02-9133427',
      ),
    ],
    [
      'Gmail in HTML, Bangla',
      [from, re, html],
      `<div dir="auto">${theirs}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">শুক্র, ৪ ডিসেম্বর, ২০২৬ তারিখে ১০:০০ AM এ তে Dealer &lt;<a href="mailto:info@dealer.example">info@dealer.example</a>&gt; লিখেছেন:<br></div><blockquote class="gmail_quote" style="margin:0">${dealers.join('<br>')}</blockquote></div>`,
    ],
    [
      'Gmail in HTML without a marked quote',
      [from, html],
      `<div>${theirs}</div><div class="gmail_quote"><div class="gmail_attr">On Fri, Dec 4, 2026 at 10:00 AM Dealer &lt;info@dealer.example&gt; wrote:</div><div>${dealers.join('</div><div>')}</div></div>`,
    ],
    [
      'Yahoo in HTML',
      [from, re, html],
      `<div class="yahoo-style-wrap">${theirs}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Friday, 4 December 2026 at 10:00:00 am GMT+6, Dealer &lt;info@dealer.example&gt; wrote:</div><div>${dealers.join('<br>')}</div></div>`,
    ],
    [
      'Thunderbird in HTML',
      [from, html],
      `<div class="moz-cite-prefix">On 04/12/2026 10:00, Dealer wrote:<br></div><blockquote type="cite" cite="mid:1@dealer.example">${dealers.join('<br>')}</blockquote><p>${theirs}</p>`,
    ],
    [
      'Outlook in HTML with a line above',
      [from, re, html],
      `<p>${theirs}</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Dealer &lt;info@dealer.example&gt; <br><b>Sent:</b> Friday, December 4, 2026 10:00 AM<br><b>To:</b> Rahim<br><b>Cc:</b> Mina<br><b>Subject:</b> Your appointment</p></div><p>${dealers.join('</p><p>')}</p>`,
    ],
  ])('%s', async (_, headers, text) => {
    const { body } = await read(headers, text);
    expect(body).toMatchObject({ phone: '01712345678', name: 'Rahim Uddin', email: 'rahim@example.com' });
    expect(body?.notes).toContain(theirs);
    expect(body?.notes).not.toMatch(/9133427|1999999999|1811111111|wrote|লিখেছেন|info@|Original/);
  });
});

test.each([
  '02-9133427',
  '+880 2-9133427',
  '029133427',
  '০২-৯১৩৩৪২৭',
  '+৮৮০২৯১৩৩৪২৭',
  '(02) 913-3427',
  '00880 2 9133427',
  '880-2-9133427',
  '02 91 33 42 7',
  '+88 02 9133427',
  '+88-02-9133427',
  'Tel: 02.913.3427',
  'Phone: 02/9133427',
  '☎ 02–9133427',
  'PABX 029133427-30',
  '02-9133427 (Ext. 12)',
])('%s, the number of a center, is nobody’s (F113)', async (number) => {
  const signature = lines('Please cancel.', '', '--', 'The Dealer', number);
  expect(await read([from], signature)).toMatchObject({
    reason: 'noPhone',
    phone: null,
    enquiry: { phone: null },
  });
  expect((await read([from], lines(signature, 'Rahim, 01712345678'))).body).toMatchObject({
    phone: '01712345678',
  });
  expect(
    await read(['From: no-reply@shop.example'], lines('Name: Rahim', 'Message: Oil', '', number)),
  ).toMatchObject({
    ...{ reason: 'noPhone', phone: null },
  });
});

describe('what is forwarded is the inner sender’s, however it was forwarded (F113)', () => {
  const inner = lines('Is the Axio still there? Call 01712345678', '', 'Rahim');
  const gmail = (sender: string, subject: string, text: string) =>
    lines(
      '---------- Forwarded message ---------',
      `From: ${sender}`,
      'Date: Fri, Dec 4, 2026 at 10:00 AM',
      `Subject: ${subject}`,
      'To: <info@dealer.example>',
      '',
      '',
      text,
    );
  const outlook = (sender: string, subject: string, text: string) =>
    lines(
      '________________________________',
      `From: ${sender}`,
      'Sent: Friday, December 4, 2026 10:00:00 AM',
      'To: Info <info@dealer.example>',
      `Subject: ${subject}`,
      '',
      text,
    );
  const customer = 'Rahim Uddin <rahim@example.com>';
  const mina = 'Mina <mina@dealer.example>';
  const note = 'Please call them today, 02-9133427';
  test.each<[string, string, string]>([
    ['Gmail', 'Fwd: Axio', lines(note, '', gmail(customer, 'Axio', inner))],
    [
      'Outlook for a phone',
      'Fw: Axio',
      lines(note, '', 'Get Outlook for iOS', outlook(customer, 'Axio', inner)),
    ],
    [
      'two deep',
      'Fwd: Axio',
      lines(note, '', gmail(mina, 'Fwd: Axio', lines('Yours?', '', gmail(customer, 'Axio', inner)))),
    ],
    [
      'two programs',
      'Fwd: Fw: Axio',
      lines(note, '', gmail(mina, 'Fw: Axio', lines('Yours?', outlook(customer, 'Axio', inner)))),
    ],
    [
      'three deep',
      'Fw: Axio',
      lines(
        note,
        outlook(mina, 'FW: Axio', lines('See', outlook(mina, 'FW: Axio', outlook(customer, 'Axio', inner)))),
      ),
    ],
    [
      'in Bangla',
      'Fwd: Axio',
      lines(
        note,
        '',
        '---------- ফরওয়ার্ড করা মেসেজ ---------',
        `প্রেরক: ${customer}`,
        'তারিখ: শুক্র, ৪ ডিসেম্বর, ২০২৬ তারিখে ১০:০০ AM এ',
        'বিষয়: Axio',
        'প্রতি: <info@dealer.example>',
        '',
        inner,
      ),
    ],
    [
      'Samsung',
      'Fwd: Axio',
      lines(
        note,
        '',
        '-------- Original message --------',
        `From: ${customer}`,
        'Date: 04/12/2026 10:00 (GMT+06:00)',
        'To: info@dealer.example',
        'Subject: Axio',
        '',
        inner,
      ),
    ],
    [
      'Yahoo',
      'Fw: Axio',
      lines(
        note,
        '',
        '   ----- Forwarded Message -----',
        `From: ${customer}`,
        'To: Info <info@dealer.example>',
        'Sent: Friday, 4 December 2026 at 10:00:00 am GMT+6',
        'Subject: Axio',
        '',
        inner,
      ),
    ],
    [
      'Thunderbird',
      'Fwd: Axio',
      lines(
        note,
        '',
        '-------- Forwarded Message --------',
        'Subject: \tAxio',
        'Date: \tFri, 4 Dec 2026 10:00:00 +0600',
        `From: \t${customer}`,
        'To: \tinfo@dealer.example',
        '',
        '',
        inner,
      ),
    ],
    [
      'a reply of the customer to us',
      'Fwd: Re: Offer',
      lines(
        note,
        '',
        gmail(
          customer,
          'Re: Offer',
          lines(
            inner,
            '',
            'On Thu, Dec 3, 2026 at 9:00 AM Dealer <info@dealer.example> wrote:',
            '> Call us: 01999999999',
          ),
        ),
      ),
    ],
  ])('%s', async (_, subject, text) => {
    const { body, reason } = await read([staff, `Subject: ${subject}`], text);
    expect(reason).toBeNull();
    expect(body).toMatchObject({ phone: '01712345678', name: 'Rahim Uddin', email: 'rahim@example.com' });
    expect(body?.notes).toContain('Please call them today');
    expect(body?.notes).toContain('Is the Axio still there?');
    expect(body?.notes).not.toMatch(/1999999999/);
  });
});
