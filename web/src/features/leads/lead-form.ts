import { z } from 'zod';
import { farthestAppointmentDays } from '#contract/business.ts';
import { addDays } from '#contract/dates.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { createLeadBody, type editLead, type Lead, type Platform } from '#contract/leads.ts';
import { messages } from '#contract/messages.ts';
import { type OfferingType, offeringType } from '#contract/offerings.ts';
import type { FieldTexts } from './lead-conflict.ts';

/** What the lead form holds while it is typed in: text everywhere, '' for none. `type` only narrows the offerings. */
export type LeadFormValues = {
  name: string;
  phone: string;
  email: string;
  platform: '' | Platform;
  type: '' | OfferingType;
  serviceOrCampaign: string;
  serviceCenter: string;
  vehicleNumber: string;
  appointmentDate: string;
  appointmentTime: string;
  notes: string;
};

/** The fields that are saved, in the order of the form. */
export const leadFields = [
  'name',
  'phone',
  'email',
  'platform',
  'serviceOrCampaign',
  'serviceCenter',
  'vehicleNumber',
  'appointmentDate',
  'appointmentTime',
  'notes',
] as const satisfies readonly (keyof LeadFormValues)[];
export type LeadField = (typeof leadFields)[number];

/** What is known around the form: the dealer's phone country and today, and the lead as it was before the edit. */
export type LeadFormContext = { phoneCountry: string; today: string; before?: Lead };

/**
 * The contract's rules for a lead with those that need the dealer: the phone is one of its country and becomes its stored
 * form, a date that is set or changed lies between today and two years ahead.
 */
export function leadFormSchema({ phoneCountry, today, before }: LeadFormContext) {
  const { phone, appointmentDate } = createLeadBody.shape;
  const farthest = addDays(today, farthestAppointmentDays);
  return createLeadBody.extend({
    type: z.union([z.literal(''), offeringType]),
    phone: phone.transform(async (typed, context) => {
      if (typed === before?.phone) return typed;
      const { normalisePhone } = await import('#contract/phone.ts');
      const normal = typed && normalisePhone(typed, phoneCountry);
      if (typed && !normal) context.addIssue({ code: 'custom', message: messages.invalidPhone });
      return normal || typed;
    }),
    appointmentDate: appointmentDate.superRefine((date, context) => {
      if (!date || date === before?.appointmentDate) return;
      if (date < today) context.addIssue({ code: 'custom', message: messages.dateInPast });
      if (date > farthest) context.addIssue({ code: 'custom', message: messages.dateTooFar });
    }),
  });
}

/** The form as react-hook-form types it. */
export type LeadFormInput = z.input<ReturnType<typeof leadFormSchema>>;

/** What a valid form becomes. */
export type LeadFormOutput = z.output<ReturnType<typeof leadFormSchema>>;

/** @returns an empty form. @param serviceCenter the center to begin with, '' to have one chosen. */
export function emptyLead(serviceCenter: string): LeadFormValues {
  return {
    name: '',
    phone: '',
    email: '',
    platform: '',
    type: '',
    serviceOrCampaign: '',
    serviceCenter,
    vehicleNumber: '',
    appointmentDate: '',
    appointmentTime: '',
    notes: '',
  };
}

/** @returns a lead as the form shows it. */
export function formValuesOf(lead: Lead): LeadFormValues {
  return {
    name: lead.name,
    phone: lead.phone,
    email: lead.email ?? '',
    platform: lead.platform ?? '',
    type: lead.serviceOrCampaign?.type ?? '',
    serviceOrCampaign: lead.serviceOrCampaign?._id ?? '',
    serviceCenter: lead.serviceCenter._id,
    vehicleNumber: lead.vehicleNumber ?? '',
    appointmentDate: lead.appointmentDate ?? '',
    appointmentTime: lead.appointmentTime ?? '',
    notes: lead.notes ?? '',
  };
}

/** @returns what a valid form would save, as the form would show it. */
export function textsOf(output: LeadFormOutput): FieldTexts<LeadField> {
  return Object.fromEntries(leadFields.map((field) => [field, output[field] ?? ''])) as FieldTexts<LeadField>;
}

/** @returns the form's values that take over some fields of another state of the lead; an offering brings its type along. */
export function takeOver(theirs: Lead, fields: readonly LeadField[]): Partial<LeadFormValues> {
  const now = formValuesOf(theirs);
  const taken: Partial<LeadFormValues> = Object.fromEntries(fields.map((field) => [field, now[field]]));
  return fields.includes('serviceOrCampaign') ? { ...taken, type: now.type } : taken;
}

/** @returns the body of an edit: the fields that differ from the lead as it was, with the version that was edited. */
export function changesOf(texts: FieldTexts<LeadField>, before: Lead): BodyInput<typeof editLead> {
  const old = formValuesOf(before);
  const changed = leadFields.filter((field) => texts[field] !== old[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, texts[field] || null])),
    version: before.version,
  };
}
