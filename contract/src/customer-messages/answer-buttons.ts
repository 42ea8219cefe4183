import type { MessageText } from '#contract/message-texts.ts';
import type { CustomerMessageKind } from './customer-message.ts';

/** Answers to a reminder: the customer comes, wants another time, or does not come. */
export type BookingAnswer = 'come' | 'anotherTime' | 'cancel';

/** The titles of the buttons by which a customer answers a reminder, in both languages. */
export const answerTitles: Record<'en' | 'bn', Record<BookingAnswer, string>> = {
  en: { come: "I'll come", anotherTime: 'Another time', cancel: 'Cancel' },
  bn: { come: 'আমি আসব', anotherTime: 'অন্য সময়', cancel: 'বাতিল' },
};

/** Lists the buttons with which WhatsApp shows a message as a reply, in their order: a reminder has three, others none. */
export function listAnswerButtons(kind: CustomerMessageKind, language: MessageText['language']): string[] {
  return kind === 'dayBefore' ? Object.values(answerTitles[language === 'bn' ? 'bn' : 'en']) : [];
}
