import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { MessageText } from '#contract/message-texts.ts';
import type { EmailContent } from '#server/lib/email-content.ts';

type Subjects = Record<CustomerMessageKind, string>;

const english: Subjects = {
  bookingConfirmed: 'Your appointment',
  bookingMoved: 'Your appointment has moved',
  bookingCancelled: 'Your appointment has been cancelled',
  dayBefore: 'Your appointment is coming up',
  readyToCollect: 'Your vehicle is ready',
  thankYou: 'Thank you for coming',
};
const bangla: Subjects = {
  bookingConfirmed: 'আপনার অ্যাপয়েন্টমেন্ট',
  bookingMoved: 'আপনার অ্যাপয়েন্টমেন্টের সময় বদলেছে',
  bookingCancelled: 'আপনার অ্যাপয়েন্টমেন্ট বাতিল হয়েছে',
  dayBefore: 'আপনার অ্যাপয়েন্টমেন্ট সামনে',
  readyToCollect: 'আপনার গাড়ি প্রস্তুত',
  thankYou: 'আসার জন্য ধন্যবাদ',
};
const footnotes = {
  english: 'This is an automatic message about your appointment.',
  bangla: 'এটি আপনার অ্যাপয়েন্টমেন্ট বিষয়ে একটি স্বয়ংক্রিয় বার্তা।',
};

/** Writes the email by which a message to a customer is sent. */
export function writeMessageLetter(
  { kind, language, text }: { kind: CustomerMessageKind; language: MessageText['language']; text: string },
  sender: string,
): EmailContent {
  const [subjects, footnote] = language === 'bn' ? [bangla, footnotes.bangla] : [english, footnotes.english];
  return { subject: `${subjects[kind]}: ${sender}`, paragraphs: text.split(/\n+/), footnote };
}
