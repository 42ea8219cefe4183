import { expect, test } from 'vitest';
import type { MessageSettings, MessageTemplate } from '#contract/customer-messages/message-settings.ts';
import {
  fillTemplate,
  insertPlaceholder,
  kindFormSchema,
  startVariables,
  toKindSettings,
  toKindValues,
  toListedTemplateKey,
} from './kind-values.ts';

const connection = { _id: '0199a1b2-0000-7000-8000-000000000001', name: 'WhatsApp' };
const reminder: MessageTemplate = {
  connection,
  name: 'reminder',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  body: 'Dear {{1}}, see you {{2}}.',
  variables: 2,
  buttons: [],
};
const stored = {
  isOn: true,
  offAt: [],
  texts: [
    {
      language: 'en' as const,
      text: 'Dear {name}, see you on {appointment}.',
      template: {
        connection: connection._id,
        name: 'reminder',
        language: 'en_US',
        body: 'An earlier body, {{1}}',
        variables: ['name' as const],
      },
    },
  ],
};
const none = { isOn: false, offAt: [], texts: [] };
const settings: MessageSettings = {
  kinds: {
    bookingConfirmed: none,
    bookingMoved: none,
    bookingCancelled: none,
    dayBefore: stored,
    readyToCollect: none,
    thankYou: none,
  },
  language: 'bn',
  quietFrom: '20:00',
  quietTo: '09:00',
  dayBeforeAt: '17:00',
  thankYouAfterHours: 3,
  perDay: 500,
  perPerson: 2,
  version: 'a'.repeat(64),
  unapproved: [],
};

test('what is not changed stays, also a template that Meta does not list any more', () => {
  const values = toKindValues(settings, 'dayBefore');
  expect(toKindSettings(kindFormSchema.parse(values), [], stored)).toEqual(stored);
  const [text] = toKindSettings(kindFormSchema.parse(values), [reminder], stored).texts;
  expect(text?.template?.body, 'as Meta lists it now').toBe(reminder.body);
});

test('a kind without texts begins with one in the language of the dealer, and asks for it', () => {
  const values = toKindValues(settings, 'thankYou');
  expect(values.texts).toEqual([{ language: 'bn', text: '', template: '', variables: [] }]);
  expect(kindFormSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'texts.0.text',
  ]);
});

test('a chosen template asks for what fills each of its variables', () => {
  const values = toKindValues(settings, 'thankYou');
  const [text] = values.texts;
  Object.assign(text ?? {}, {
    text: 'Thank you',
    template: toListedTemplateKey(reminder),
    variables: startVariables(2),
  });
  expect(startVariables(2)).toEqual(['name', '']);
  expect(kindFormSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'texts.0.variables.1',
  ]);
  text?.variables.splice(1, 1, 'appointment');
  expect(toKindSettings(kindFormSchema.parse(values), [reminder], none).texts[0]?.template).toEqual({
    connection: connection._id,
    name: 'reminder',
    language: 'en_US',
    body: reminder.body,
    variables: ['name', 'appointment'],
  });
});

test('the variables of a template are filled, others are left as they are', () => {
  const values = { name: 'Rahim', vehicle: null, center: 'North', appointment: 'Monday', callBy: null };
  expect(fillTemplate('{{1}}, {{2}} {{3}} {{1}}', ['name', '', 'vehicle'], values)).toBe(
    'Rahim, {{2}} {{3}} Rahim',
  );
});

test('a placeholder comes in the place of what is selected', () => {
  expect(insertPlaceholder('Dear X, hello', { start: 5, end: 6 }, 'name')).toEqual({
    text: 'Dear {name}, hello',
    cursor: 11,
  });
});
