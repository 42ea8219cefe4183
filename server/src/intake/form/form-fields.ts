import { textLength } from '#contract/business.ts';
import { type WebsiteFormLanguage, websiteFormLimits } from '#contract/intake/forms.ts';
import { offeringTypes } from '#contract/offerings.ts';
import { addDays } from '#contract/text/dates.ts';
import { formWords } from './form-texts.ts';
import type { OpenForm } from './open-form.service.ts';

type Choice = { value: string; label: string; group?: string };

/**
 * A question of a website form. `name` is recognised when the delivery is read; `most`: characters; `choices`: of a `choice`, beside
 * none; `value`: what a `box` or `fixed` sends.
 */
export type FormField = {
  name: string;
  kind: 'line' | 'tel' | 'email' | 'lines' | 'choice' | 'date' | 'time' | 'box' | 'fixed';
  label: string;
  isRequired?: boolean;
  autocomplete?: string;
  most?: number;
  min?: string;
  max?: string;
  choices?: Choice[];
  value?: string;
};

/** The name of a field that a person does not see and a program fills in. */
export const honeypotName = 'homepage';

/** The name of the field with the text that a form's sender agreed to. */
export const consentName = 'consent';

/** The names of hidden fields in which a form's page says where its visitor came from. */
export const visitorSourceNames = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
  ...['page', 'referrer'],
] as const;

/** Lists a form's fields in the order in which they are asked. */
export function listFormFields(form: OpenForm, language: WebsiteFormLanguage): FormField[] {
  const words = formWords[language];
  const optional = (label: string) => words.optional.replace('{label}', label);
  const [only, ...others] = form.centers;
  const centers = form.centers.map(({ _id: value, name: label }) => ({ value, label }));
  const offerings = offeringTypes.flatMap((type) =>
    form.offerings
      .filter((offering) => offering.type === type)
      .map(({ _id: value, name: label }) => ({ value, label, group: words.types[type] })),
  );
  const days = { min: form.today, max: addDays(form.today, websiteFormLimits.daysAhead) };
  const { consent } = form.texts[language] ?? {};
  const fields: (FormField | undefined)[] = [
    { ...ask('name', 'line', words.name, 'name'), isRequired: true, most: textLength.name },
    { ...ask('phone', 'tel', words.phone, 'tel'), isRequired: true, most: textLength.pastedPhone },
    { ...ask('email', 'email', optional(words.email), 'email'), most: textLength.email },
    { ...ask('vehicle', 'line', optional(words.vehicle), 'off'), most: 40 },
    only && others.length === 0
      ? { ...ask('service_center', 'fixed', words.service_center), value: only._id }
      : only && {
          ...ask('service_center', 'choice', words.service_center),
          isRequired: true,
          choices: centers,
        },
    offerings.length > 0
      ? { ...ask('service', 'choice', optional(words.service)), choices: offerings }
      : undefined,
    form.asksDay ? { ...ask('preferred_date', 'date', optional(words.preferred_date)), ...days } : undefined,
    form.asksDay ? ask('preferred_time', 'time', optional(words.preferred_time)) : undefined,
    { ...ask('message', 'lines', optional(words.message)), most: textLength.notes },
    consent ? { ...ask(consentName, 'box', consent), isRequired: true, value: consent } : undefined,
  ];
  return fields.filter((field) => field !== undefined);
}

function ask(name: string, kind: FormField['kind'], label: string, autocomplete?: string): FormField {
  return { name, kind, label, ...(autocomplete && { autocomplete }) };
}
