import { expect, test } from 'vitest';
import { arrived, isMessage } from './is-message.ts';
import { readMessage } from './read-message.ts';

test.each([
  [
    'a form filled in by hand',
    'Name: Karim Uddin\nPhone: 01712-345678\nVehicle no: Dhaka Metro-Ga 20-6199\nNeed oil change on Friday',
    { name: 'Karim Uddin', phone: '01712345678', vehicleNumber: 'DHAKA METRO-GA 20-6199' },
  ],
  [
    'a sentence',
    'Hello, my name is Nusrat Jahan and I need a full service for my car dhaka metro ga 11-2233. Call me at +880 1812-345678 please',
    { name: 'Nusrat Jahan', phone: '01812345678', vehicleNumber: 'DHAKA METRO GA 11-2233' },
  ],
  [
    'an exported chat',
    '[21/11/26, 10:32:05 AM] Tanvir Ahmed: Assalamu alaikum\n[21/11/26, 10:33:10 AM] Tanvir Ahmed: brake problem, 01912345678',
    { name: 'Tanvir Ahmed', phone: '01912345678' },
  ],
  [
    'an exported chat of a number that nobody has named',
    '21/11/2026, 10:32 - +880 1712-345678: is the campaign still on?',
    { phone: '01712345678' },
  ],
  [
    'Bangla with Bangla digits',
    'আসসালামু আলাইকুম, আমার নাম রহিম উদ্দিন। গাড়ি ঢাকা মেট্রো-গ ১১-২২৩৩, ফোন ০১৭১২৩৪৫৬৭৮',
    { name: 'রহিম উদ্দিন', phone: '01712345678', vehicleNumber: 'ঢাকা মেট্রো-গ ১১-২২৩৩' },
  ],
  ['who is speaking, in Bangla', 'আমি সাদিয়া ইসলাম বলছি\nকাল সকালে গাড়ি আনতে চাই', { name: 'সাদিয়া ইসলাম' }],
  [
    'a label in Bangla',
    'নাম: জামাল হোসেন\nমোবাইল: ০১৮১২-৩৪৫৬৭৮\nগাড়ি নং: চট্ট মেট্রো চ ৫১-০০৪২',
    { name: 'জামাল হোসেন', phone: '01812345678', vehicleNumber: 'চট্ট মেট্রো চ ৫১-০০৪২' },
  ],
  [
    'a signature',
    'Please tell me the price for tyres.\nwa.me/8801712345678\nThanks,\nFarhana Akter',
    { name: 'Farhana Akter', phone: '01712345678' },
  ],
  [
    'what only looks like a name',
    'This is urgent!\nI am interested in the campaign of 12/11/2026 at 10:30',
    {},
  ],
])('%s (F20)', (_what, text, facts) => {
  expect(isMessage(text)).toBe(true);
  expect(readMessage(text, 'BD')).toEqual(facts);
});

test.each([
  'Karim Uddin',
  '(+88) 01712-345678',
  'https://wa.me/8801712345678',
  'Dhaka Metro-Ga 20-6199',
  'call at noon',
])('%s is the content of a field, no message (F20)', (text) => {
  expect(isMessage(text)).toBe(false);
});

test.each([
  ['a clipboard chip', '', 'Karim01712345678', 'insertText', 'Karim\n01712345678', 'Karim\n01712345678'],
  ['a suggestion in the middle', 'Mr , hello', 'Mr Karim, hello', 'insertCompositionText', 'Karim', 'Karim'],
  ['what is dropped over a selection', 'old', 'new text', 'insertFromDrop', null, 'new text'],
  ['a typed letter', 'Kari', 'Karim', 'insertText', 'm', 'm'],
  ['a taken back edit', '', 'Karim 01712345678', 'historyUndo', null, ''],
  ['a deletion', 'Karim', 'Kari', 'deleteContentBackward', null, ''],
])('%s brings its text (F58)', (_what, before, after, inputType, data, text) => {
  expect(arrived(before, after, { inputType, data })).toBe(text);
});
