import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { managementLevels } from '#contract/levels.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import { hasKnownPlaceholders, messagePlaceholders } from '#contract/message-texts.ts';
import { instant, timeOfDay } from '#contract/text/dates.ts';
import { settingsVersion } from '#contract/text/list-mark.ts';
import { id, requiredLines, requiredText, singleLine } from '#contract/text/text.ts';
import { customerMessageKinds, customerMessageWays } from './customer-message.ts';

/** The most messages of the dealer and of one person on a day, headers and fields of a gateway, hours until a thank-you, and characters of a template. */
export const messageSettingLimits = {
  perDay: 100_000,
  perPerson: 20,
  headers: 10,
  fields: 20,
  hours: 168,
  templateBody: 1_024,
} as const;

const language = z.enum(messageLanguages);

const chosenTemplate = z.strictObject({
  connection: id,
  name: singleLine(512),
  language: singleLine(20),
  body: requiredLines(messageSettingLimits.templateBody),
  variables: z.array(z.enum(messagePlaceholders)).max(10),
});
/** A template that Meta approved. `body`: the approved text, with `{{1}}`; `variables`: the placeholders that fill its numbered variables, in their order. */
export type ChosenTemplate = z.infer<typeof chosenTemplate>;

const kindText = z.strictObject({
  language,
  text: requiredLines(textLength.message).refine(hasKnownPlaceholders, messages.unknownPlaceholder),
  template: chosenTemplate.nullable(),
});
/** The text of a kind in one language, and the template that WhatsApp sends instead outside its reply window. */
export type KindText = z.infer<typeof kindText>;

const kindSettings = z.strictObject({
  isOn: z.boolean(),
  offAt: z.array(id).max(500),
  texts: z
    .array(kindText)
    .max(messageLanguages.length)
    .refine(
      (texts) => new Set(texts.map((each) => each.language)).size === texts.length,
      messages.invalidValue,
    ),
});
/**
 * The settings of one kind of automatic message. `offAt`: service centers that send none of the kind although it is on. One text for each
 * language.
 */
export type KindSettings = z.infer<typeof kindSettings>;

const kinds = z.strictObject(
  Object.fromEntries(customerMessageKinds.map((kind) => [kind, kindSettings])) as Record<
    (typeof customerMessageKinds)[number],
    typeof kindSettings
  >,
);

const settings = {
  kinds,
  language,
  quietFrom: timeOfDay,
  quietTo: timeOfDay,
  dayBeforeAt: timeOfDay,
  thankYouAfterHours: z.int().min(1).max(messageSettingLimits.hours),
  perDay: z.int().min(1).max(messageSettingLimits.perDay),
  perPerson: z.int().min(1).max(messageSettingLimits.perPerson),
};

const unapprovedTemplate = chosenTemplate
  .pick({ connection: true, name: true, language: true })
  .extend({ status: z.string().nullable() });
/** A chosen template of a kind that is on, which Meta did not approve when it was last asked. `status`: as Meta names it; null: it has none of that name. */
export type UnapprovedTemplate = z.infer<typeof unapprovedTemplate>;

/**
 * The dealer's settings of automatic messages to customers. `language`: of customers whose own is not known. Nothing is sent from
 * `quietFrom` to `quietTo` by the center's clock, or on its holidays. `dayBeforeAt`: when reminders of the next day's bookings go out.
 * `perDay`: messages of the dealer; `perPerson`: of one kind to one person.
 */
export const messageSettings = z.object({
  ...settings,
  version: settingsVersion,
  unapproved: z.array(unapprovedTemplate),
});
export type MessageSettings = z.infer<typeof messageSettings>;

const editMessageSettingsBody = z
  .strictObject(settings)
  .partial()
  .extend({ version: settingsVersion.optional() });
/** The settings to replace; absent ones stay. With the `version` that the editor saw, 409 if they changed since. */
export type EditMessageSettingsBody = z.infer<typeof editMessageSettingsBody>;

export const getMessageSettings = endpoint({
  method: 'GET',
  path: '/management/customerMessages/settings',
  summary: 'Which messages customers get by themselves, in which words, and when',
  tag: 'Customer messages',
  reads: 'messageSettings',
  freshSeconds: 60,
  who: managementLevels,
  reply: messageSettings,
});

export const editMessageSettings = endpoint({
  method: 'PATCH',
  path: '/management/customerMessages/settings',
  summary: 'Change which messages customers get by themselves; those that wait follow',
  tag: 'Customer messages',
  changes: ['messageSettings', 'customerMessages'],
  who: ['superAdmin'],
  body: editMessageSettingsBody,
  reply: messageSettings,
  refusals: [409],
});

const template = z.object({
  connection: z.object({ _id: id, name: z.string() }),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  body: z.string(),
  variables: z.int(),
  buttons: z.array(z.string()),
});
/**
 * A template of one of the dealer's WhatsApp accounts, as Meta lists it. `body`: with variables as Meta writes them, `{{1}}`; `buttons`:
 * quick replies. Only `APPROVED` ones can be sent.
 */
export type MessageTemplate = z.infer<typeof template>;

/** Asks Meta for the templates of the dealer's WhatsApp accounts. `failed`: connections whose templates could not be read. */
export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/management/customerMessages/templates',
  summary: 'Templates of the dealer’s WhatsApp accounts, as Meta tells them now',
  tag: 'Customer messages',
  reads: 'messageSettings',
  who: ['superAdmin'],
  reply: z.object({ templates: z.array(template), failed: z.array(z.object({ _id: id, name: z.string() })) }),
});

const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,60}$/, messages.invalidValue);
// Printable ASCII: HTTP takes no other letters.
const headerValue = singleLine(2_000).regex(/^[\x20-\x7e]*$/, messages.invalidValue);

/**
 * How an SMS gateway is called, once for each message. `query`: all fields in the address; `form` and `json`: in the body. `toField` and
 * `textField` name the fields of number and text; `numberFormat`: how the number is written. `successText`: part of the answer that says
 * that the gateway took it; without one any status from 200 to 299 does. Values of headers and secret fields are never read back: they are
 * null in replies, and null keeps what is stored.
 */
const gateway = {
  url: z.url({ protocol: /^https?$/, error: messages.invalidValue }).max(1_000),
  method: z.enum(['GET', 'POST']),
  format: z.enum(['query', 'form', 'json']),
  headers: z
    .array(z.strictObject({ name: headerName, value: headerValue.nullable() }))
    .max(messageSettingLimits.headers),
  toField: requiredText(60),
  textField: requiredText(60),
  fields: z
    .array(
      z.strictObject({ name: requiredText(60), value: singleLine(2_000).nullable(), isSecret: z.boolean() }),
    )
    .max(messageSettingLimits.fields),
  numberFormat: z.enum(['international', 'withoutPlus', 'domestic']),
  successText: singleLine(200).nullable(),
  isPaused: z.boolean(),
};

const smsGatewayFailures = ['refused', 'unreachable', 'unauthorized', 'unknown', 'noKey'] as const;
/**
 * The reasons why the gateway fails: it refuses messages, cannot be reached, or refuses its keys; it did not say whether it took a message;
 * its keys were encrypted with another key than this server's.
 */
export type SmsGatewayFailure = (typeof smsGatewayFailures)[number];

/** The gateway as it is shown, without secrets: their values are null. `failingSince` and `failure`: while it fails. */
export const smsGateway = z
  .object(gateway)
  .extend({ failingSince: instant.nullable(), failure: z.enum(smsGatewayFailures).nullable() });
export type SmsGateway = z.infer<typeof smsGateway>;

/** The gateway to save; null removes it. A secret value of null stays as it is stored. */
export const editSmsGatewayBody = z.strictObject({ gateway: z.strictObject(gateway).nullable() });
export type EditSmsGatewayBody = z.infer<typeof editSmsGatewayBody>;

/** Returns how the SMS gateway is called, without its secrets; null where there is none. */
export const getSmsGateway = endpoint({
  method: 'GET',
  path: '/management/customerMessages/smsGateway',
  summary: 'How the SMS gateway is called, without its secrets; null where there is none',
  tag: 'Customer messages',
  reads: 'messageSettings',
  who: ['superAdmin'],
  reply: z.object({ gateway: smsGateway.nullable() }),
});

export const editSmsGateway = endpoint({
  method: 'PATCH',
  path: '/management/customerMessages/smsGateway',
  summary: 'Set or remove the SMS gateway',
  tag: 'Customer messages',
  changes: ['messageSettings'],
  who: ['superAdmin'],
  body: editSmsGatewayBody,
  reply: z.object({ gateway: smsGateway.nullable() }),
});

const testFailures = ['noText', 'noTemplate', 'noGateway', 'refused', 'unsent', 'unknown'] as const;
/**
 * The reasons why a test message was not sent: there is no text, no approved template or no gateway; the other side refused it, could not be reached or
 * rejected the key, or did not say whether it took it.
 */
export type TestFailure = (typeof testFailures)[number];

/** The test message to send. `to`: a phone number for WhatsApp and SMS, else an email address. */
export const testMessageBody = z.strictObject({
  kind: z.enum(customerMessageKinds),
  language,
  way: z.enum(customerMessageWays),
  to: requiredText(textLength.email),
});
export type TestMessageBody = z.infer<typeof testMessageBody>;

/** Sends a message with sample values now, to the address in the body; replies whether it was sent, and if not, why. */
export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/management/customerMessages/test',
  summary: 'Send a message with sample values to oneself, now; says what became of it',
  tag: 'Customer messages',
  changes: [],
  who: ['superAdmin'],
  body: testMessageBody,
  reply: z.object({
    isSent: z.boolean(),
    text: z.string(),
    parts: z.int().nullable(),
    failure: z.enum(testFailures).nullable(),
  }),
  refusals: [429],
});
