import { messages } from '#contract/call/messages.ts';
import { createAddressBody } from '#contract/customers.ts';
import type { ImportField } from '#contract/import-fields.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { explainPhoneRefusal, normalisePhone } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { ImportedCustomer } from '#server/customers/import-customers.service.ts';
import type { ReadRow, RowFault, RowReading } from './read-lead.service.ts';
import { openRowTexts } from './row-texts.ts';

const contact = createLeadBody.pick({ name: true, email: true });

const partOf = {
  label: 'addressLabel',
  line: 'addressLine',
  area: 'addressArea',
  city: 'addressCity',
} as const;

/**
 * A customer as a row gives it. `furtherPhones`: other numbers of theirs; `owner`: the number of whom its number belongs to, for a row
 * of a merged customer.
 */
export type CustomerOfRow = ImportedCustomer & { furtherPhones: string[]; owner: string | null };

/** Reads a customer from a row, or says what is wrong with the row. */
export function readCustomer(reading: RowReading, cells: readonly string[]): ReadRow<CustomerOfRow> {
  const { phoneCountry } = reading.context.dealer;
  const faults: RowFault[] = [];
  const leftOut: RowFault[] = [];
  const texts = openRowTexts(reading, cells);
  const { said } = texts;
  const { phone, said: typed, further } = texts.phone(phoneCountry);
  const refuse = (field: ImportField, message: string) => {
    const { text, column } = field === 'phone' ? typed : said(field);
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, column, value: text, message });
  };
  if (!phone)
    refuse('phone', typed.text === '' ? messages.required : explainPhoneRefusal(typed.text, phoneCountry));
  const email = texts.email();
  const fault = contact.shape.email.safeParse(email.text).error?.issues[0]?.message;
  const isLeftOut = fault !== undefined && reading.settings.leavesOutUnreadable;
  if (isLeftOut) leftOut.push({ field: 'email', column: email.column, value: email.text, message: fault });
  const person = contact.safeParse({ name: said('name').text, email: isLeftOut ? null : email.text });
  for (const { path, message } of person.error?.issues ?? [])
    refuse(path[0] === 'email' ? 'email' : 'name', message);
  const parts = Object.fromEntries(Object.entries(partOf).map(([part, field]) => [part, said(field).text]));
  const hasAddress = Object.values(parts).some(Boolean);
  const address = hasAddress ? createAddressBody.safeParse(parts) : undefined;
  for (const { path, message } of address?.error?.issues ?? []) {
    const part = String(path[0]);
    refuse(part in partOf ? partOf[part as keyof typeof partOf] : 'addressLine', message);
  }
  const kept = said('mergedInto').text;
  const owner = isWhatsAppId(kept) ? kept : normalisePhone(kept, phoneCountry);
  if (kept !== '' && !owner) refuse('mergedInto', messages.rowMerged);
  if (!phone || !person.success || faults.length > 0) return { phone, faults, leftOut, inexact: [] };
  const given = {
    phone,
    name: person.data.name,
    email: person.data.email ?? null,
    address: address?.data ?? null,
  };
  return {
    read: { ...given, furtherPhones: further, owner: owner ?? null },
    phone,
    faults,
    leftOut,
    inexact: [],
  };
}
