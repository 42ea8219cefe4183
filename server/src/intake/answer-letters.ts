import type { MessageText } from '#contract/message-texts.ts';

type AnswerLetter = { subject: string; footnote: string };

const translated: Partial<Record<MessageText['language'], AnswerLetter>> = {
  bn: { subject: 'আপনার অনুরোধ আমরা পেয়েছি', footnote: 'এটি আপনার অনুরোধের একটি স্বয়ংক্রিয় উত্তর।' },
};
const english: AnswerLetter = {
  subject: 'We have your enquiry',
  footnote: 'This is an automatic answer to your enquiry.',
};

/** Returns the subject and the words around an automatic answer by email, in a language. */
export function getAnswerLetter(language: MessageText['language']): AnswerLetter {
  return translated[language] ?? english;
}

/** Tells whether a subject is that of an automatic answer, and no answer to one. */
export function isAnswerSubject(subject: string): boolean {
  const plain = subject.slice(0, 500).normalize('NFC').replace(/\s+/g, ' ').trim();
  return [english, ...Object.values(translated)].some((letter) =>
    plain.startsWith(`${letter.subject.normalize('NFC')}: `),
  );
}
