import { expect, test } from 'vitest';
import { isSendableName, isSendableVehicle } from './sendable-text.ts';

test.each([
  'Rahim',
  'Md. Abdur Rahman Khan',
  "Sinéad O'Brien",
  'Siobhán O’Connor-Smith',
  'A.K.M. Fazlul Huq',
  'মোঃ রহিম উদ্দিন',
  'ড. মুহাম্মদ ইউনূস',
  'Łukasz Żółć',
  'রহিম আহমেদ',
  'ناصر حسین',
])('%s may be greeted (F108)', (name) => {
  expect(isSendableName(name)).toBe(true);
});

test.each([
  'YOU WON … https://prize.example',
  'YOU WON A PRIZE',
  'Congratulations',
  'visit prize.example',
  'prize.example',
  'www',
  'Call 01712345678',
  '০১৭১২৩৪৫৬৭৮',
  'a@b.example',
  'Rahim. Your account is closed',
  'Click\u00a0here',
  'Rahim\nnew line',
  'Wіnner Ѕpin',
  'wｗw․prize․example',
  'আপনি জিতেছেন',
  'অভিনন্দন! ফোন করুন',
  'Someone who writes a whole sentence as a name',
  'Verylongtextwithoutanyspacethatmaycarryinformation',
  '{name}',
  '<b>Rahim</b>',
  '',
  ' ',
])('%j is no name that is sent (F108)', (name) => {
  expect(isSendableName(name)).toBe(false);
});

test.each(['DHAKA METRO GA 20-6199', 'ঢাকা মেট্রো-গ ১২-৩৪৫৬', 'GA 123456', 'Toyota Axio 2018', 'KA 01 AB 1234'])(
  '%s may be sent as a vehicle (F108)',
  (vehicle) => {
    expect(isSendableVehicle(vehicle)).toBe(true);
  },
);

test.each([
  'prize.example',
  'HTTPS://PRIZE.EXAMPLE',
  'T.ME/PRIZE',
  'CALL 01712345678',
  '+8801712345678',
  'YOU WON 5000',
  'A@B.EXAMPLE',
  'GA 123456 AND A LONG TEXT BEHIND IT',
])('%j is no vehicle that is sent (F108)', (vehicle) => {
  expect(isSendableVehicle(vehicle)).toBe(false);
});
