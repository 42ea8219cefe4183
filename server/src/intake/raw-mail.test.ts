import { describe, expect, test } from 'vitest';
import { removeAttachments } from './raw-mail.ts';

const kept = (lines: readonly string[]) => {
  const { body, name } = removeAttachments('message/rfc822', Buffer.from(lines.join('\r\n')));
  return { text: body.toString(), name: String(name) };
};

const photo = ['Content-Type: image/jpeg; name="car.jpg"', 'Content-Transfer-Encoding: base64', ''];
const forwarded = ['Content-Type: message/rfc822', '', 'Subject: Fwd', 'Content-Type: multipart/mixed;'];
const mail = [
  ...['From: Rahim <rahim@example.com>', 'Content-Type: multipart/mixed;', '   boundary="a b"', ''],
  ...['--a b', 'Content-Type: multipart/alternative; boundary=c', '', '--c', '', 'Call me', '-- ', 'Rahim'],
  ...[
    '--c',
    'Content-Type: text/html',
    '',
    '<p>Call me</p>',
    '--c--',
    '',
    '--a b',
    ...photo,
    'PHOTO',
    'PHOTO',
  ],
  ...['--a b', 'Content-Type: text/plain', 'Content-Disposition: attachment', '', 'LIST'],
  ...['--a b', ...forwarded, ' boundary=d', '', '--d', '', 'Inside', '--d', ...photo, 'PHOTO', '--d--'],
  ...['--a b--', 'After'],
];

test('of a mail all texts are kept, however deep, and of what is attached what it was', () => {
  const { text } = kept(mail);
  expect(text).not.toMatch(/PHOTO/);
  expect(text.split('\r\n')).toEqual(mail.filter((line) => !/^PHOTO$/.test(line)));
  const [alone, plain] = [kept([...photo, 'PHOTO']), kept(['Subject: a', '', 'b', '', '--c'])];
  expect(alone.text).toBe(`${photo.join('\r\n')}\r\n`);
  expect(plain.text).toBe('Subject: a\r\n\r\nb\r\n\r\n--c');
});

test('a mail is known by its id and date, without an id by what it says, in whatever form it is posted', () => {
  const dated = ['Message-Id: <1@shop.example>', 'Date: Tue, 10 Mar 2026 12:00:00 +0600', '', 'a'];
  const later = dated.map((line) => line.replace('12:00', '12:01').replace(/^a$/, 'b'));
  const [one, again, another] = [kept(dated), kept(['X-Again: 1', ...dated]), kept(later)];
  expect(again.name).toBe(one.name);
  expect(another.name).not.toBe(one.name);
  const posted = (boundary: string) =>
    removeAttachments(
      `multipart/form-data; boundary=${boundary}`,
      Buffer.from(
        [
          ...[`--${boundary}`, 'Content-Disposition: form-data; name="token"', '', boundary],
          ...[`--${boundary}`, 'Content-Disposition: form-data; name="body-mime"', '', 'Subject: a', '', 'b'],
          `--${boundary}--\r\n`,
        ].join('\r\n'),
      ),
    );
  const both = ['one', 'xYzZY'].map(posted);
  expect(both.map(({ body, contentType, name }) => [String(body), contentType, String(name)])).toEqual(
    both.map(() => ['Subject: a\r\n\r\nb', 'message/rfc822', 'Subject: a\r\n\r\nb']),
  );
});

test('what is not a mail, or a broken one, stays as it came, and hostile ones are read in bounded time', () => {
  for (const lines of [['a=b'], ['Content-Type: multipart/mixed; boundary=""', '', '--', 'x'], ['', '', '']])
    expect(kept(lines).text).toBe(lines.join('\r\n'));
  kept(['Content-Type: multipart/mixed; boundary=a', '', ...Array(300_000).fill('--a\r\nb: c')]);
  kept([`Subject:${' \r\n '.repeat(300_000)}`, '', 'a']);
});

test('what may hold an enquiry is kept when it is attached, such as a mail or ADF, and pictures in it go (F113)', () => {
  const parts = [
    ...['Content-Type: multipart/mixed; boundary=a', '', '--a', '', 'See attached'],
    ...['--a', 'Content-Type: message/rfc822', 'Content-Disposition: attachment; filename="mail.eml"', ''],
    ...[
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'INNER',
      '--b',
      ...photo,
      'PHOTO',
      '--b--',
    ],
    ...[
      '--a',
      'Content-Type: application/xml; name=lead.xml',
      'Content-Disposition: attachment',
      '',
      '<adf>XML</adf>',
    ],
    ...[
      '--a',
      'Content-Type: application/octet-stream',
      'Content-Disposition: attachment; filename="lead.adf"',
      '',
      'ADF',
    ],
    ...[
      '--a',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="xml.pdf"',
      '',
      'PDF',
    ],
    '--a--',
  ];
  const { text } = kept(parts);
  expect(text).toMatch(/INNER[\s\S]*XML[\s\S]*ADF/);
  expect(text).not.toMatch(/PHOTO|^PDF$/m);
});

describe('what is attached is kept apart from the mail, as its sender had it (F113)', () => {
  const files = (lines: readonly string[], contentType = 'message/rfc822') =>
    removeAttachments(contentType, Buffer.from(lines.join('\r\n'), 'latin1')).files;
  const part = (headers: readonly string[], ...content: string[]) => ['--a', ...headers, '', ...content];
  const mixed = (...parts: string[][]) => [
    ...['Subject: a', 'Content-Type: multipart/mixed; boundary=a', '', ...part([], 'Call me')],
    ...[...parts.flat(), '--a--', ''],
  ];
  const named = (type: string, name: string, encoding: string) => [
    `Content-Type: ${type}`,
    ...[`Content-Disposition: attachment; filename="${name}"`, `Content-Transfer-Encoding: ${encoding}`],
  ];
  const bytes = Buffer.from([...Array(256).keys()]);
  const base64 = bytes.toString('base64').match(/.{1,76}/g) ?? [];

  test.each([
    ['base64', base64],
    ['BASE64', base64],
    ['8bit', [bytes.toString('latin1')]],
    ['quoted-printable', [[...bytes].map((each) => `=${each.toString(16).padStart(2, '0')}`).join('=\r\n')]],
  ])('%s', (encoding, lines) => {
    const found = files(mixed(part(named('application/pdf', 'enquiry.pdf', encoding), ...lines)));
    expect(found).toEqual([{ name: 'enquiry.pdf', type: 'application/pdf', bytes: 256, content: bytes }]);
  });

  test('a whole mail that is a file, a file of an attached mail, and a text of which only the beginning is read', () => {
    const scan = ['Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', ...base64];
    expect(files(scan)).toMatchObject([{ name: 'application/pdf', content: bytes }]);
    const inner = [
      ...['Subject: b', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'A lead', '--b'],
      ...[...named('application/pdf', 'inner.pdf', 'base64'), '', ...base64, '--b--', ''],
    ];
    expect(files(mixed(part(['Content-Type: message/rfc822'], ...inner)))).toMatchObject([
      { name: 'inner.pdf', content: bytes },
    ]);
    const long = Array(3_000).fill('Oil');
    expect(files(mixed(part(named('text/plain', 'leads.txt', '7bit'), ...long)))).toMatchObject([
      { name: 'leads.txt', content: Buffer.from(long.join('\r\n')) },
    ]);
  });

  test('names in Bangla, whole or in pieces, and none', () => {
    const name = 'গাড়ির ছবি অনেক লম্বা নাম.pdf';
    const encoded = encodeURIComponent(name);
    const half = encoded.slice(0, 60);
    const headers = [
      ['Content-Type: application/pdf', `Content-Disposition: attachment; filename*=UTF-8''${encoded}`],
      [
        'Content-Type: application/pdf',
        `Content-Disposition: attachment; filename*0*=UTF-8''${half};`,
        ` filename*1*=${encoded.slice(60)}`,
      ],
      [
        'Content-Type: application/pdf',
        `Content-Disposition: attachment; filename="=?UTF-8?B?${Buffer.from(name).toString('base64')}?="`,
      ],
      ['Content-Type: application/pdf; charset=x'],
    ];
    expect(files(mixed(...headers.map((each) => part(each, 'x')))).map((file) => file.name)).toEqual([
      ...[name, name, name],
      'application/pdf',
    ]);
  });

  test('not signatures, and of pictures within the text only those that may say something', () => {
    const picture = (kilobytes: number) =>
      part(['Content-Type: image/png; name=a.png', 'Content-ID: <a>'], 'x'.repeat(1_024 * kilobytes));
    const signature = part(named('application/pkcs7-signature', 'smime.p7s', 'base64'), ...base64);
    expect(files(mixed(signature, picture(9), picture(11))).map(({ bytes }) => bytes)).toEqual([11 * 1_024]);
  });

  test('of more than there is room for the smaller ones are stored and the others named with their size', () => {
    const megabyte = (count: number) =>
      part(named('image/jpeg', `${count}.jpg`, '8bit'), 'x'.repeat(1_048_576 * count));
    const found = files(mixed(megabyte(8), megabyte(1), megabyte(4)));
    expect(found.map(({ name, bytes, content }) => [name, bytes / 1_048_576, content !== null])).toEqual([
      ['8.jpg', 8, false],
      ['1.jpg', 1, true],
      ['4.jpg', 4, true],
    ]);
  });

  test('that a provider posts in parts', () => {
    const posted = [
      ...['--x', 'Content-Disposition: form-data; name="from"', '', 'rahim@example.com'],
      ...['--x', 'Content-Disposition: form-data; name="text"', '', 'See attached'],
      ...['--x', 'Content-Disposition: form-data; name="attachment1"; filename="enquiry.pdf"'],
      ...['Content-Type: application/pdf', '', bytes.toString('latin1'), '--x--', ''],
    ];
    expect(files(posted, 'multipart/form-data; boundary=x')).toEqual([
      { name: 'enquiry.pdf', type: 'application/pdf', bytes: 256, content: bytes },
    ]);
  });
});
