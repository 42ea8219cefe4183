import { expect, test } from 'vitest';
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
