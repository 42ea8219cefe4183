import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { listMarkSchema } from '#contract/text/list-mark.ts';
import { id, requiredLines, requiredText } from '#contract/text/text.ts';
import { customerCallingLevels } from './levels.ts';
import { messageLanguages } from './message-languages.ts';

/** Names the placeholders of a text, written as `{name}`. `callBy`: by when a new enquiry should be answered. */
export const messagePlaceholders = ['name', 'vehicle', 'center', 'appointment', 'callBy'] as const;
export type MessagePlaceholder = (typeof messagePlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

/** How many message texts a dealer can have. */
export const maxMessageTexts = 30;

/**
 * A text that the dealer has prepared: employees choose one to send to a customer, and a connection one to answer its enquiries with. Several
 * may be in one language. What customers get about their bookings has texts of its own, see `KindText`.
 */
export const messageText = z.object({
  _id: id,
  name: z.string(),
  language: z.enum(messageLanguages),
  text: z.string(),
});
export type MessageText = z.infer<typeof messageText>;

/** Tells whether all that stands between braces is a placeholder. */
export function hasKnownPlaceholders(text: string): boolean {
  return [...text.matchAll(placeholder)].every(([, name]) =>
    messagePlaceholders.some((known) => known === name),
  );
}

/** A text without `_id` is new; missing ones are deleted. `seen`: the `computeListMark` of those that the editor saw, if it matters. */
export const editMessageTextsBody = z.strictObject({
  seen: listMarkSchema.optional(),
  texts: z
    .array(
      z.strictObject({
        _id: id.optional(),
        name: requiredText(textLength.name),
        language: z.enum(messageLanguages),
        text: requiredLines(textLength.message).refine(hasKnownPlaceholders, messages.unknownPlaceholder),
      }),
    )
    .max(maxMessageTexts),
});
export type EditMessageTextsBody = z.infer<typeof editMessageTextsBody>;

type FillableText = Pick<MessageText, 'text' | 'language'>;
/** The values are null where the lead has none. */
export type MessageValues = Record<MessagePlaceholder, string | null>;

const finished = /[.!?।…؟۔]["'”’)\]]*\s*$/mu;

/** Fills the placeholders. Sentences about what a lead lacks are left out, so that nothing is left of some texts. */
export function fillMessageText({ text, language }: FillableText, values: MessageValues): string {
  const missing = missingIn(text, values).map((name) => `{${name}}`);
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const lines = text.split('\n').map((line) => {
    // No sentence begins with a brace.
    const plain = line.replace(placeholder, (found) => 'X'.repeat(found.length));
    const whole = [...sentences.segment(plain)].map(({ index, segment }) =>
      line.slice(index, index + segment.length),
    );
    const kept = whole.filter((sentence) => !missing.some((name) => sentence.includes(name)));
    return kept.length === 0 && line ? undefined : kept.join('').trimEnd();
  });
  const left = lines.filter((line) => line !== undefined).join('\n');
  const filled = messagePlaceholders.map((name) => [name, values[name] ?? '']);
  return fillPlaceholders(left, Object.fromEntries(filled))
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Tells whether a text is worth sending to a customer: one about an appointment needs one, and when sentences are left out, a whole
 * sentence must remain besides greeting and name.
 */
export function isMessageComplete(message: FillableText, values: MessageValues): boolean {
  const missing = missingIn(message.text, values);
  if (missing.includes('appointment')) return false;
  return missing.length === 0 || finished.test(fillMessageText(message, values));
}

function missingIn(text: string, values: MessageValues): MessagePlaceholder[] {
  return messagePlaceholders.filter((name) => text.includes(`{${name}}`) && !values[name]?.trim());
}

export const listMessageTexts = endpoint({
  method: 'GET',
  path: '/serviceCenter/messageTexts',
  summary: 'The dealer’s texts for messages to customers, in the dealer’s order',
  tag: 'Dealer',
  reads: 'messageTexts',
  freshSeconds: 300,
  who: customerCallingLevels,
  reply: z.array(messageText),
});

/** Replaces the list of prepared texts whole: those that it lacks are deleted. */
export const editMessageTexts = endpoint({
  method: 'PATCH',
  path: '/management/messageTexts',
  summary: 'Replace the dealer’s texts for messages to customers',
  tag: 'Dealer',
  changes: ['messageTexts'],
  who: ['superAdmin'],
  body: editMessageTextsBody,
  reply: z.array(messageText),
  refusals: [409],
});
