import { expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import {
  explainPhoneRefusal,
  findFirstPhone,
  findPhones,
  formatPhone,
  normalisePhone,
  readPhones,
} from './phone.ts';

test.each([
  '01712345678',
  '+8801712345678',
  '8801712345678',
  '008801712345678',
  '+880 1712-345678',
  ' 01712 345 678 ',
  '০১৭১২৩৪৫৬৭৮',
])('%s is the domestic 01712345678', (typed) => {
  expect(normalisePhone(typed, 'BD')).toBe('01712345678');
});

test.each([
  '(+88) 01712345678',
  '(+880) 1712-345678',
  '+880 (0) 1712-345678',
  '\u202a+880 1712-345678\u202c',
  '\ufeff01712\u200b345678\u200e',
  '\u00a001712\u2011345678\u00a0',
  '＋８８０１７１２３４５６７８',
  'tel:+8801712345678',
  'tel:+880-1712-345678',
  'https://wa.me/8801712345678',
  'wa.me/8801712345678?text=oil%20change%205000',
  'https://api.whatsapp.com/send/?phone=%2B8801712345678&text&type=phone_number',
  'Call 01712-345678 (Rahim)',
  'ফোন: ০১৭১২৩৪৫৬৭৮',
])('pasted as %j it is 01712345678 (F20)', (pasted) => {
  expect(normalisePhone(pasted, 'BD')).toBe('01712345678');
});

test('a foreign number is stored in E.164', () => {
  expect(normalisePhone('+44 20 7946 0958', 'BD')).toBe('+442079460958');
  expect(normalisePhone('WhatsApp (+44) 20 7946 0958', 'BD')).toBe('+442079460958');
  expect(normalisePhone('020 7946 0958', 'GB')).toBe('02079460958');
});

test.each([
  '0171234',
  'call me',
  '',
  '+',
  '01712345678 or 9',
  '01712345678 / 01812345678',
  '01712345678, 01812345678',
  '01712345678 ext. 5',
  'Ga 20-6199',
])('%j is no number', (typed) => {
  expect(normalisePhone(typed, 'BD')).toBeUndefined();
});

test.each([
  ['0171234', 'phoneTooShort'],
  ['০১৭১২-৩৪৫৬৭', 'phoneTooShort'],
  ['017', 'phoneTooShort'],
  ['+88017', 'phoneTooShort'],
  ['+44 20 7946', 'phoneTooShort'],
  ['017123456789', 'phoneTooLong'],
  ['+880 1712-345678 90', 'phoneTooLong'],
  ['01712345678 / 01812345678', 'twoPhones'],
  ['0171234567801812345678', 'phoneTooLong'],
  ['01712345678 or 9', 'twoPhones'],
  ['555 123 4567', 'phoneOfNoCountry'],
  ['7700 900123', 'phoneOfNoCountry'],
  ['+999 12345678', 'invalidPhone'],
  ['call me', 'invalidPhone'],
  ['8.80171E+12', 'phoneRounded'],
  ['8.80171E12', 'phoneRounded'],
  ['1.7123E+9', 'phoneRounded'],
] as const)('%s is refused as %s', (typed, reason) => {
  expect(normalisePhone(typed, 'BD')).toBeUndefined();
  expect(explainPhoneRefusal(typed, 'BD')).toBe(messages[reason]);
});

test('with + or 00 a number of another country is one', () => {
  expect(normalisePhone('00919876543210', 'BD')).toBe('+919876543210');
});

test.each([
  ['[10:32, 12/03/2026] +880 1712-345678: Hello, oil change?', '01712345678'],
  ['Rahim Uddin, Dhaka Metro-Ga 20-6199, 01712 345678, oil change', '01712345678'],
  ['Dhaka Metro-Ga 20-6199 01712345678', '01712345678'],
  ['Corolla 2015 01712 345678 km 45000', '01712345678'],
  ['For 2026-03-10 10:30 please\nমোবাইল ০১৭১২-৩৪৫৬৭৮\nGa 20-6199', '01712345678'],
  ['Budget 15,00,000 Tk. My no: (+88)01712345678', '01712345678'],
  ['01712345678/01812345678', '01712345678'],
  ['see https://wa.me/8801712345678', '01712345678'],
  ['From London: +44 20 7946 0958', '+442079460958'],
])('%j holds %s (F20)', (text, phone) => {
  expect(findFirstPhone(text, 'BD')).toBe(phone);
});

test.each(['Dhaka Metro-Ga 20-6199 on 2026-03-10 at 10:30', 'Budget 1500000 taka', ''])(
  '%j holds no phone number',
  (text) => {
    expect(findFirstPhone(text, 'BD')).toBeUndefined();
  },
);

test('is shown as people write it', () => {
  expect(formatPhone('01712345678', 'BD')).toBe('01712-345678');
  expect(formatPhone('+442079460958', 'BD')).toBe('+44 20 7946 0958');
  expect(formatPhone('not a number', 'BD')).toBe('not a number');
});

test.each([
  '2026-11-05',
  '2026/11/05',
  '2026.11.05',
  '2026 11 05',
  '2026–11–05',
  '20261105',
  '05112026',
  '১৫০৮২০২৫',
  '12311990',
  '5/11/2026',
  '5-11-2026',
  '05 11 2026',
  '০৪/১২/২০২৬',
  '[5-11-2026]',
  '(2026-11-05)',
  '2026-11-05 10:30',
  '2026-11-05T10:30:00Z',
  '2026-11-05T10:30:00.000+06:00',
  '5 Nov 2026',
  '٠٥/١١/٢٠٢٦',
  '"2026-11-05"',
  '05 Nov 2026 - 06 Nov 2026',
  '2026-11-05 to 2026-11-07',
  '2026-11-05T10:30:00+06:00[Asia/Dhaka]',
  'Thu Nov 05 10:30:00 UTC 2026',
  '2020-2026',
  '2020 – 2026',
  '2025/2026',
])('%s is a date and no phone number (F119)', (text) => {
  expect(normalisePhone(text, 'BD')).toBeUndefined();
  expect(findFirstPhone(text, 'BD')).toBeUndefined();
  expect(findFirstPhone(`${text}, 01712-345678`, 'BD')).toBe('01712345678');
});

test('a number of eight digits that could be a date is one where such numbers are usual (F119)', () => {
  expect(normalisePhone('20121105', 'NO')).toBe('20121105');
  expect(normalisePhone('29133427', 'BD')).toBe('029133427');
});

test.each(['٠١٧١٢٣٤٥٦٧٨', '۰۱۷۱۲۳۴۵۶۷۸', '०१७१२ ३४५६७८', '+८८० १७१२-३४५६७८'])(
  '%s is 01712345678 (F123)',
  (text) => {
    expect(normalisePhone(text, 'BD')).toBe('01712345678');
  },
);

test('all numbers of a text, each once (F120)', () => {
  const text = '01712345678 / 01812345678, home 02-9133427; again +880 1712 345678 on 2026-11-05';
  expect(findPhones(text, 'BD')).toEqual(['01712345678', '01812345678', '029133427']);
  expect(findPhones('no number', 'BD')).toEqual([]);
  expect(findPhones('01712345678 '.repeat(2_000), 'BD')).toEqual(['01712345678']);
});

test('what a spreadsheet rounded is no number, and what it did not is one (F119)', () => {
  expect(readPhones('8.8017123456E+12', 'BD')).toEqual([]);
  expect(readPhones('8.801712345678E12', 'BD')).toEqual(['01712345678']);
  expect(readPhones('1.712345678E+9', 'BD')).toEqual(['01712345678']);
});

test('a date is not called too short a number (F119)', () => {
  for (const day of ['2026-11-05', '৫/১১/২০২৬', '2025-2026'])
    expect(explainPhoneRefusal(day, 'BD')).toBe(messages.invalidPhone);
});

test.each([
  '8801712345678.0',
  '1712345678.0',
  '01712345678.00',
  "'8.801712345678E+12",
  '+8.801712345678E+12',
  '8,801712345678E+12',
])('%s of a spreadsheet is 01712345678 (F119)', (text) => {
  expect(normalisePhone(text, 'BD')).toBe('01712345678');
});

test('a number of ten digits that could be a moment is a number (F119)', () => {
  expect(normalisePhone('1712345678', 'BD')).toBe('01712345678');
  expect(explainPhoneRefusal('8,80171E+12', 'BD')).toBe(messages.phoneRounded);
});
