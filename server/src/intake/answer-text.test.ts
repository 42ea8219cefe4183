import { expect, test } from 'vitest';
import { fillAnswerText } from './answer-text.ts';

const lead = {
  name: 'Rahim',
  vehicleNumber: null,
  serviceCenter: { name: 'North' },
  status: 'pending' as const,
  appointmentDate: null,
  appointmentTime: null,
  respondedAt: null,
};
const at = { timeZone: 'Asia/Dhaka', now: new Date('2026-03-10T06:00:00Z') };
const text =
  'Dear {name}, thank you. {center} calls you by {callBy}.\nYour {vehicle} is welcome.\n\nTest Motors';

test.each([
  ['2026-03-14T03:15:00Z', 'Saturday 9:15 AM'],
  ['2026-03-21T03:15:00Z', 'Saturday, March 21 at 9:15 AM'],
])('a call by %s is named so that no other week is meant', (responseDueAt, callBy) => {
  const said = fillAnswerText({ text, language: 'en' }, { ...lead, responseDueAt }, at);
  expect(said.replace(/\s+/g, ' ')).toBe(`Dear Rahim, thank you. North calls you by ${callBy}. Test Motors`);
});

test('what a stranger gives as name or vehicle is not sent to an address that they gave, too (F108)', () => {
  const said = fillAnswerText(
    {
      text: 'Dear {name}, thank you for writing. We look forward to your {vehicle}. Test Motors',
      language: 'en',
    },
    {
      ...lead,
      name: 'YOU WON a prize: https://prize.example',
      vehicleNumber: 'PRIZE.EXAMPLE',
      responseDueAt: null,
    },
    at,
  );
  expect(said).toBe('Test Motors');
});

test.each([
  ['nobody says when', { text, language: 'en' as const }, null, 'Dear Rahim, thank you.\n\nTest Motors'],
  [
    'it is too late',
    { text: '{name}, ধন্যবাদ। {callBy} ফোন করব। আবার আসবেন।', language: 'bn' as const },
    '2026-03-10T05:00:00Z',
    'Rahim, ধন্যবাদ। আবার আসবেন।',
  ],
])('a sentence with a gap is left out when %s', (_, text, responseDueAt, said) => {
  expect(fillAnswerText(text, { ...lead, responseDueAt }, at)).toBe(said);
});

test('no time is promised on a lead that somebody has answered: nobody sees it any more (F111)', () => {
  const answered = { ...lead, responseDueAt: '2026-03-14T03:15:00Z', respondedAt: '2026-03-10T05:00:00Z' };
  expect(fillAnswerText({ text, language: 'en' }, answered, at)).toBe(
    'Dear Rahim, thank you.\n\nTest Motors',
  );
});

test('nothing is sent of a text whose every sentence has a gap (F133)', () => {
  const gaps = { text: 'We call you by {callBy}.\nSee you on {appointment}!', language: 'en' as const };
  expect(fillAnswerText(gaps, { ...lead, responseDueAt: null }, at)).toBe('');
});

test.each([
  ['an appointment', 'booked', '16:30', 'Dear Rahim, thank you. See you on December 4 at 4:30 PM.'],
  ['an appointment without a time', 'booked', null, 'Dear Rahim, thank you. See you on December 4.'],
  ['a day that a customer only asked for', 'pending', '16:30', 'Dear Rahim, thank you.'],
] as const)('%s is named as one only once it is booked (F133)', (_, status, appointmentTime, said) => {
  const text = 'Dear {name}, thank you. See you on {appointment}.';
  const asked = { ...lead, status, appointmentDate: '2026-12-04', appointmentTime, responseDueAt: null };
  expect(fillAnswerText({ text, language: 'en' }, asked, at).replace(/\s+/g, ' ')).toBe(said);
});
