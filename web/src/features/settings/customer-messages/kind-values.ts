import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type {
  ChosenTemplate,
  KindSettings,
  MessageSettings,
  MessageTemplate,
} from '#contract/customer-messages/message-settings.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import {
  hasKnownPlaceholders,
  type MessagePlaceholder,
  type MessageValues,
  messagePlaceholders,
} from '#contract/message-texts.ts';
import { requiredLines } from '#contract/text/text.ts';

export type MessageLanguage = (typeof messageLanguages)[number];

/** The placeholders of messages about bookings; the one that says by when an enquiry is called makes no sense in them. */
export const offeredPlaceholders = messagePlaceholders.filter((name) => name !== 'callBy');

/** Checks that a kind of message asks the customer for an answer. */
export function isAsking(kind: CustomerMessageKind): kind is 'dayBefore' | 'thankYou' {
  return kind === 'dayBefore' || kind === 'thankYou';
}

const typedText = z.object({
  language: z.enum(messageLanguages),
  text: requiredLines(textLength.message).refine(hasKnownPlaceholders, messages.unknownPlaceholder),
  template: z.string(),
  variables: z.array(z.string().pipe(z.enum(messagePlaceholders, messages.required))),
});

/** Checks the form of one kind of message. */
export const kindFormSchema = z.object({
  isOn: z.boolean(),
  offAt: z.array(z.uuid()),
  texts: z.array(typedText),
});
/** The form of one kind of message as it is typed. */
export type KindValues = z.input<typeof kindFormSchema>;
/** The form of one kind of message, checked. */
export type CheckedKind = z.output<typeof kindFormSchema>;

type TemplateName = Pick<ChosenTemplate, 'connection' | 'name' | 'language'>;

/** Names a template as the value of a choice. */
function toTemplateKey({ connection, name, language }: TemplateName): string {
  return [connection, name, language].join(' ');
}

/** Names a template of Meta's list as the value of a choice. */
export function toListedTemplateKey({ connection, ...named }: MessageTemplate): string {
  return toTemplateKey({ ...named, connection: connection._id });
}

/** Returns the values of the form of one kind; one without texts begins with an empty text in the dealer's language. */
export function toKindValues(settings: MessageSettings, kind: CustomerMessageKind): KindValues {
  const { isOn, offAt, texts } = settings.kinds[kind];
  const written: KindValues['texts'] = texts.map(({ language, text, template }) => ({
    language,
    text,
    template: template ? toTemplateKey(template) : '',
    variables: template?.variables ?? [],
  }));
  const empty = { language: settings.language, text: '', template: '', variables: [] };
  return { isOn, offAt, texts: written.length > 0 ? written : [empty] };
}

/**
 * Returns the settings of a kind as calls take them, from its checked form.
 *
 * @param templates that can be chosen.
 * @param stored the kind as it is: a template that Meta no longer lists stays as long as nobody chooses another one.
 */
export function toKindSettings(
  { isOn, offAt, texts }: CheckedKind,
  templates: readonly MessageTemplate[],
  stored: KindSettings,
): KindSettings {
  const known = [
    ...templates.map((template) => ({ key: toListedTemplateKey(template), body: template.body })),
    ...stored.texts.flatMap(({ template }) =>
      template ? { key: toTemplateKey(template), body: template.body } : [],
    ),
  ];
  return {
    isOn,
    offAt,
    texts: texts.map(({ language, text, template: key, variables }) => {
      const [connection = '', name = '', templateLanguage = ''] = key.split(' ');
      const found = known.find((each) => each.key === key);
      const template = found && {
        connection,
        name,
        language: templateLanguage,
        body: found.body,
        variables,
      };
      return { language, text, template: template ?? null };
    }),
  };
}

/** Begins the variables of a template with the name of the customer, as most do. */
export function startVariables(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 'name' : ''));
}

/** Fills Meta's `{{1}}`; a variable that nothing fills yet stays as it is. */
export function fillTemplate(body: string, variables: readonly string[], values: MessageValues): string {
  return body.replace(/\{\{(\d{1,2})\}\}/g, (found, number: string) => {
    const name = messagePlaceholders.find((one) => one === variables[Number(number) - 1]);
    return (name && values[name]) || found;
  });
}

/** Puts a placeholder in the place of what is selected, with the cursor behind it. */
export function insertPlaceholder(
  text: string,
  { start, end }: { start: number; end: number },
  name: MessagePlaceholder,
): { text: string; cursor: number } {
  const placeholder = `{${name}}`;
  return {
    text: `${text.slice(0, start)}${placeholder}${text.slice(end)}`,
    cursor: start + placeholder.length,
  };
}
