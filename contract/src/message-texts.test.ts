import { expect, test } from 'vitest';
import { fillMessageText, isMessageComplete, type MessageText, type MessageValues } from './message-texts.ts';

const known: MessageValues = {
  name: 'Rahim',
  vehicle: 'DHAKA METRO GA 11-2233',
  center: 'North',
  appointment: '11 March, 4:30 pm',
  callBy: null,
};
const of = (text: string, language: MessageText['language'] = 'en') => ({ text, language });

test('a text is filled with what is known of a lead', () => {
  const text = of('Hello {name}, your {vehicle} is due at {center} on {appointment}.');
  expect(fillMessageText(text, known)).toBe(
    'Hello Rahim, your DHAKA METRO GA 11-2233 is due at North on 11 March, 4:30 pm.',
  );
  expect(isMessageComplete(text, known)).toBe(true);
  expect(isMessageComplete(of('We call you'), known)).toBe(true);
});

test.each([
  [
    of('Dear {name}, thank you. Your {vehicle} is ready. Come to {center}.'),
    'Dear Rahim, thank you. Come to North.',
  ],
  [of('Dear {name},\n\nYour {vehicle} is ready.\n\nCome to {center}.'), 'Dear Rahim,\n\nCome to North.'],
  [of('প্রিয় {name}, ধন্যবাদ। আপনার {vehicle} প্রস্তুত। {center}-এ আসুন।', 'bn'), 'প্রিয় Rahim, ধন্যবাদ। North-এ আসুন।'],
  [of('مرحبا {name}! سيارتك {vehicle} جاهزة. هل تأتي؟', 'ar'), 'مرحبا Rahim! هل تأتي؟'],
])('sentences about what a lead lacks are left out of %j (F133)', (text, left) => {
  const values = { ...known, vehicle: null };
  expect(fillMessageText(text, values)).toBe(left);
  expect(isMessageComplete(text, values)).toBe(true);
});

test.each([
  [
    'it is about an appointment',
    of('See you at {center} on {appointment}. Bring your papers.'),
    'appointment',
  ],
  ['nothing is left', of('Dear {name}, your {vehicle} is ready at {center}'), 'vehicle'],
  ['only greeting and name are left', of('Dear {name},\nyour {vehicle} is ready.\n\nTest Motors'), 'vehicle'],
  [
    'a reminder in Bangla has no day',
    of('প্রিয় {name}, {appointment} তারিখে {center}-এ আসুন।', 'bn'),
    'appointment',
  ],
] as const)('a text is not complete when %s (F133)', (_, text, lacks) => {
  for (const nothing of [null, '', ' '])
    expect(isMessageComplete(text, { ...known, [lacks]: nothing })).toBe(false);
});
