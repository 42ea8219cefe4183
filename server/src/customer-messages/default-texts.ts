import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { MessageSettings } from '#contract/customer-messages/message-settings.ts';

/** The texts with which every dealer begins; nothing is sent until a kind is switched on. */
const texts: Record<CustomerMessageKind, { en: string; bn: string }> = {
  bookingConfirmed: {
    en: 'Dear {name}, your appointment at {center} is on {appointment}. We look forward to seeing you.',
    bn: 'প্রিয় {name}, {center}-এ আপনার অ্যাপয়েন্টমেন্ট {appointment}। আপনার অপেক্ষায় থাকব।',
  },
  bookingMoved: {
    en: 'Dear {name}, your appointment at {center} is now on {appointment}.',
    bn: 'প্রিয় {name}, {center}-এ আপনার অ্যাপয়েন্টমেন্টের নতুন সময় {appointment}।',
  },
  bookingCancelled: {
    en: 'Dear {name}, your appointment at {center} on {appointment} has been cancelled. Call us for another one.',
    bn: 'প্রিয় {name}, {center}-এ আপনার {appointment}-এর অ্যাপয়েন্টমেন্ট বাতিল হয়েছে। নতুন সময়ের জন্য কল করুন।',
  },
  dayBefore: {
    en: 'Dear {name}, we expect you at {center} on {appointment}. Please tell us if you cannot come.',
    bn: 'প্রিয় {name}, {appointment}-এ {center}-এ আপনার অ্যাপয়েন্টমেন্ট আছে। আসতে না পারলে জানাবেন।',
  },
  readyToCollect: {
    en: 'Dear {name}, your vehicle is ready to collect at {center}.',
    bn: 'প্রিয় {name}, আপনার গাড়ি {center}-এ প্রস্তুত। এসে নিয়ে যেতে পারেন।',
  },
  thankYou: {
    en: 'Dear {name}, thank you for coming to {center}. How satisfied were you? Please answer with a number from 1 (not at all) to 5 (very).',
    bn: 'প্রিয় {name}, {center}-এ আসার জন্য ধন্যবাদ। আমাদের সেবায় আপনি কতটা সন্তুষ্ট? ১ (মোটেই না) থেকে ৫ (খুব) পর্যন্ত একটি সংখ্যা লিখে জানান।',
  },
};

/**
 * The settings of messages with which every dealer begins. `perDay` counts messages of the dealer, `perPerson` those of one kind to
 * one person.
 */
export const defaultMessageSettings: Omit<MessageSettings, 'kinds' | 'version' | 'unapproved'> = {
  language: 'en',
  quietFrom: '20:00',
  quietTo: '09:00',
  dayBeforeAt: '17:00',
  thankYouAfterHours: 24,
  perDay: 1_000,
  perPerson: 3,
};

/** Returns the texts of a kind with which every dealer begins, in English and Bangla. */
export function getDefaultTexts(
  kind: CustomerMessageKind,
): MessageSettings['kinds'][CustomerMessageKind]['texts'] {
  return (['en', 'bn'] as const).map((language) => ({
    language,
    text: texts[kind][language],
    template: null,
  }));
}
