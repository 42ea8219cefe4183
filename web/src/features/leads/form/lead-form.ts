import { z } from 'zod';
import { maxDaysAhead } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { createLeadBody, type editLead, type Lead, type Platform } from '#contract/leads/leads.ts';
import { type OfferingType, offeringType } from '#contract/offerings.ts';
import { addDays } from '#contract/text/dates.ts';
import { getBodyValue } from '#web/features/leads/record/body-value.ts';
import { type LeadInputField, leadInputFields } from '#web/features/leads/record/lead-fields.tsx';
import { loadPhoneRules } from '#web/lib/format/phone.ts';
import type { FieldTexts } from './lead-conflict.ts';

type LeadFormValues = Record<LeadInputField, string> & { platform: '' | Platform; type: '' | OfferingType };

type LeadFormContext = { phoneCountry: string; today: string; before?: Lead; phone?: string | null };

/**
 * Makes the schema of a lead's form by the contract's rules and the dealer's: the phone as stored; a booking is moved to a day to come;
 * the preferred date of a new lead lies within two years.
 */
export function leadFormSchema({
  phoneCountry,
  today,
  before,
  phone: kept = before?.phone,
}: LeadFormContext) {
  const { phone, appointmentDate } = createLeadBody.shape;
  const farthest = addDays(today, maxDaysAhead);
  return createLeadBody.extend({
    type: z.union([z.literal(''), offeringType]),
    phone: phone.transform(async (typed, context) => {
      if (typed === kept) return typed;
      // Offline nothing checks it; the server refuses an invalid number.
      const rules = await loadPhoneRules().catch(() => undefined);
      if (!rules) return typed;
      const normal = typed && rules.normalisePhone(typed, phoneCountry);
      if (typed && !normal)
        context.addIssue({ code: 'custom', message: rules.explainPhoneRefusal(typed, phoneCountry) });
      return normal || typed;
    }),
    appointmentDate: appointmentDate.superRefine((date, context) => {
      if (!date || date === before?.appointmentDate) return;
      const isBooking = before?.status === 'booked';
      if (isBooking && date < today) context.addIssue({ code: 'custom', message: messages.dateInPast });
      if ((isBooking || !before) && date > farthest)
        context.addIssue({ code: 'custom', message: messages.dateTooFar });
    }),
  });
}

/** The values of a lead's form as they are typed. */
export type LeadFormInput = z.input<ReturnType<typeof leadFormSchema>>;

/** The values of a lead's form once its schema has checked them. */
export type LeadFormOutput = z.output<ReturnType<typeof leadFormSchema>>;

/** Returns the values of the form of a new lead at a center. */
export function emptyLeadValues(serviceCenter: string): LeadFormValues {
  return { ...toLeadFormValues(undefined), serviceCenter };
}

/** Returns a lead's values as its form holds them; all '' without a lead. */
export function toLeadFormValues(lead: Lead | undefined): LeadFormValues {
  const values = leadInputFields.map((name) => [name, (lead && getBodyValue(lead, name)) ?? '']);
  return { ...Object.fromEntries(values), type: lead?.serviceOrCampaign?.type ?? '' };
}

/** Completes the validated values of a form to a text for every field, with an empty one for what is absent or null. */
export function fillFieldTexts(
  output: Readonly<Partial<Record<LeadInputField, string | null>>>,
): FieldTexts<LeadInputField> {
  return Object.fromEntries(
    leadInputFields.map((field) => [field, output[field] ?? '']),
  ) as FieldTexts<LeadInputField>;
}

/** Returns the form's values of these fields alone. */
export function pickLeadFields(
  values: LeadFormInput,
  fields: readonly LeadInputField[],
): Partial<LeadFormInput> {
  const picked: Partial<LeadFormInput> = Object.fromEntries(fields.map((field) => [field, values[field]]));
  return fields.includes('serviceOrCampaign') ? { ...picked, type: values.type } : picked;
}

/** @returns the fields that differ from `before`, with its version. */
export function collectChanges(
  fields: readonly LeadInputField[],
  texts: FieldTexts<LeadInputField>,
  before: Lead,
): EndpointBodyInput<typeof editLead> {
  const old = toLeadFormValues(before);
  const changed = fields.filter((field) => texts[field] !== old[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, texts[field] || null])),
    version: before.version,
  };
}

/** Returns the name of the draft in which a lead's edits are kept. */
export const getEditDraftName = ({ _id }: Pick<Lead, '_id'>) => `editLead:${_id}`;
