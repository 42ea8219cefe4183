import { messages } from '#contract/call/messages.ts';
import { type WebsiteFormLanguage, websiteFormLanguages } from '#contract/intake/forms.ts';
import type { OfferingType } from '#contract/offerings.ts';

const en = {
  other: 'বাংলা',
  name: 'Your name',
  phone: 'Phone number',
  email: 'Email',
  vehicle: 'Vehicle number',
  service_center: 'Service center',
  service: 'What is it about?',
  preferred_date: 'Preferred day',
  preferred_time: 'Preferred time',
  message: 'Message',
  homepage: 'Leave this empty',
  optional: '{label} (optional)',
  choose: 'Choose…',
  send: 'Send',
  sending: 'Sending…',
  thanks: 'Thank you. We have your enquiry and will call you.',
  back: 'Send another enquiry',
  unread: 'It could not be sent. Check your connection and try again.',
  openPage: 'Open the form on a page of its own',
  check: 'Check what you entered, then send it.',
  mend: 'Some fields need another look.',
  expired: 'This form was open for a long time. Check what you entered, then send it once more.',
  fast: 'That was very quick, so we want to be sure that you are a person. Send it once more.',
  filled:
    'A field was filled in that only programs see, maybe by your browser. It is empty now: send it once more.',
  again: 'You have sent this form already. To send it as another enquiry, send it once more.',
  many: 'There are too many enquiries at the moment. Try again in {minutes} min.',
  call: 'You can also call us:',
  closed: 'This form is closed at the moment.',
  foreign: 'This form may not be sent from that site.',
  missing: 'There is no such form',
  missingWhy: 'The link may be old, or not copied whole. Go back to the page that you came from, or call us.',
  large: 'That was too long to send',
  largeWhy: 'Go back, shorten what you wrote, then send it again.',
  failed: 'That did not work just now',
  failedWhy: 'Wait a minute, then go back and try again.',
  nameMissing: 'Enter your name',
  phoneMissing: 'Enter your phone number',
  centerMissing: 'Choose a service center',
  consentMissing: 'Tick this to send your enquiry',
  wrong: 'Check this',
  wrongEmail: 'Check this email address',
  wrongDay: 'Choose a day from today to {last}',
  closedDay: 'We are closed on that day',
  closedTime: 'Choose a time when we are open: {hours}',
  dayMissing: 'Choose a day too',
  tooLong: 'This is too long',
  phones: {
    [messages.invalidPhone]: 'Check this phone number',
    [messages.phoneTooShort]: 'This phone number is too short',
    [messages.phoneTooLong]: 'This phone number is too long',
    [messages.twoPhones]: 'Enter one phone number only',
    [messages.phoneOfNoCountry]: 'For a number of another country, begin with + or 00',
  } as Record<string, string>,
  types: { service: 'Services', campaign: 'Offers', parts: 'Parts' } satisfies Record<OfferingType, string>,
};

type FormWords = typeof en;

const bn: FormWords = {
  other: 'English',
  name: 'আপনার নাম',
  phone: 'ফোন নম্বর',
  email: 'ইমেইল',
  vehicle: 'গাড়ির নম্বর',
  service_center: 'সার্ভিস সেন্টার',
  service: 'কোন বিষয়ে?',
  preferred_date: 'পছন্দের দিন',
  preferred_time: 'পছন্দের সময়',
  message: 'বার্তা',
  homepage: 'এটি খালি রাখুন',
  optional: '{label} (ঐচ্ছিক)',
  choose: 'বেছে নিন…',
  send: 'পাঠান',
  sending: 'পাঠানো হচ্ছে…',
  thanks: 'ধন্যবাদ। আপনার বার্তা আমরা পেয়েছি, শিগগিরই ফোন করব।',
  back: 'আরেকটি বার্তা পাঠান',
  unread: 'পাঠানো যায়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
  openPage: 'ফর্মটি আলাদা পাতায় খুলুন',
  check: 'যা লিখেছেন দেখে নিন, তারপর পাঠান।',
  mend: 'কয়েকটি ঘর আবার দেখুন।',
  expired: 'ফর্মটি অনেকক্ষণ খোলা ছিল। যা লিখেছেন দেখে নিয়ে আবার পাঠান।',
  fast: 'খুব দ্রুত পাঠানো হয়েছে, তাই আপনি মানুষ কি না আমরা নিশ্চিত হতে চাই। আবার পাঠান।',
  filled: 'এমন একটি ঘর পূরণ হয়েছে যা শুধু প্রোগ্রাম দেখে, হয়তো আপনার ব্রাউজার করেছে। এখন সেটি খালি: আবার পাঠান।',
  again: 'ফর্মটি আপনি আগেই পাঠিয়েছেন। নতুন বার্তা হিসেবে পাঠাতে চাইলে আবার পাঠান।',
  many: 'এখন অনেক বেশি বার্তা আসছে। {minutes} মিনিট পরে আবার চেষ্টা করুন।',
  call: 'আমাদের ফোনও করতে পারেন:',
  closed: 'ফর্মটি এখন বন্ধ।',
  foreign: 'ওই সাইট থেকে এই ফর্ম পাঠানো যায় না।',
  missing: 'এমন কোনো ফর্ম নেই',
  missingWhy: 'লিংকটি পুরোনো বা অসম্পূর্ণ হতে পারে। যে পাতা থেকে এসেছেন সেখানে ফিরে যান, অথবা আমাদের ফোন করুন।',
  large: 'লেখাটি পাঠানোর জন্য খুব বড়',
  largeWhy: 'আগের পাতায় ফিরে লেখাটি ছোট করুন, তারপর আবার পাঠান।',
  failed: 'এখন এটি করা গেল না',
  failedWhy: 'এক মিনিট পরে আগের পাতায় ফিরে আবার চেষ্টা করুন।',
  nameMissing: 'আপনার নাম লিখুন',
  phoneMissing: 'আপনার ফোন নম্বর লিখুন',
  centerMissing: 'একটি সার্ভিস সেন্টার বেছে নিন',
  consentMissing: 'পাঠাতে হলে এখানে টিক দিন',
  wrong: 'এটি আবার দেখুন',
  wrongEmail: 'ইমেইল ঠিকানাটি আবার দেখুন',
  wrongDay: 'আজ থেকে {last} পর্যন্ত একটি দিন বেছে নিন',
  closedDay: 'ওই দিন আমরা বন্ধ',
  closedTime: 'খোলা থাকার একটি সময় বেছে নিন: {hours}',
  dayMissing: 'একটি দিনও বেছে নিন',
  tooLong: 'লেখাটি খুব বড়',
  phones: {
    [messages.invalidPhone]: 'ফোন নম্বরটি আবার দেখুন',
    [messages.phoneTooShort]: 'ফোন নম্বরে অঙ্ক কম আছে',
    [messages.phoneTooLong]: 'ফোন নম্বরে অঙ্ক বেশি আছে',
    [messages.twoPhones]: 'শুধু একটি ফোন নম্বর লিখুন',
    [messages.phoneOfNoCountry]: 'অন্য দেশের নম্বর হলে + বা 00 দিয়ে শুরু করুন',
  },
  types: { service: 'সার্ভিস', campaign: 'অফার', parts: 'যন্ত্রাংশ' },
};

/** The words of the pages of forms, by language. */
export const formWords: Record<WebsiteFormLanguage, FormWords> = { en, bn };

/**
 * Chooses the first of the offered languages that a visitor asks for, else the first.
 *
 * @param asked `Accept-Language` headers or codes, the most wanted first.
 */
export function chooseLanguage(
  offered: readonly WebsiteFormLanguage[],
  ...asked: (string | undefined)[]
): WebsiteFormLanguage {
  for (const one of asked) {
    for (const part of (one ?? '').toLowerCase().split(',').slice(0, 20)) {
      const found = offered.find((language) => part.trim().split(/[-;]/)[0] === language);
      if (found) return found;
    }
  }
  return offered[0] ?? websiteFormLanguages[0];
}
