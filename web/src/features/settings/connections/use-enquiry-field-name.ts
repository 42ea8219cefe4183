import { useTranslations } from 'use-intl';
import type { EnquiryField } from '#contract/intake/deliveries.ts';

/** @returns a function that names a field of an enquiry, as of a lead: the day is the one that the customer would like. */
export function useEnquiryFieldName(): (field: EnquiryField) => string {
  const t = useTranslations('leads');
  return (field) =>
    t(field === 'appointmentDate' || field === 'appointmentTime' ? `inputs.${field}` : `fields.${field}`);
}
