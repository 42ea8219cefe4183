import { messages } from '#contract/call/messages.ts';
import { createAddressBody } from '#contract/customers.ts';
import type { ImportField } from '#contract/import-fields.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { normalisePhone, phoneRefusal } from '#contract/text/phone.ts';
import type { GivenCustomer } from '#server/customers/import-customers.service.ts';
import { fieldTextOf } from './cells.ts';
import type { Fault, Reading, ReadRow } from './read-lead.service.ts';

const contact = createLeadBody.pick({ name: true, email: true });

const partOf = {
  label: 'addressLabel',
  line: 'addressLine',
  area: 'addressArea',
  city: 'addressCity',
} as const;

/** A customer as a row tells it, or what is wrong with the row. */
export function readCustomer(
  { context, settings }: Reading,
  cells: readonly string[],
): ReadRow<GivenCustomer> {
  const { phoneCountry } = context.dealer;
  const faults: Fault[] = [];
  const said = (field: ImportField) => fieldTextOf(cells, settings, field);
  const refuse = (field: ImportField, message: string) => {
    const { text, column } = said(field);
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, column, value: text, message });
  };
  const typed = said('phone').text;
  const phone = typed === '' ? undefined : normalisePhone(typed, phoneCountry);
  if (!phone) refuse('phone', typed === '' ? messages.required : phoneRefusal(typed, phoneCountry));
  const person = contact.safeParse({ name: said('name').text, email: said('email').text });
  for (const { path, message } of person.error?.issues ?? [])
    refuse(path[0] === 'email' ? 'email' : 'name', message);
  const texts = Object.fromEntries(Object.entries(partOf).map(([part, field]) => [part, said(field).text]));
  const hasAddress = Object.values(texts).some(Boolean);
  const address = hasAddress ? createAddressBody.safeParse(texts) : undefined;
  for (const { path, message } of address?.error?.issues ?? []) {
    const part = String(path[0]);
    refuse(part in partOf ? partOf[part as keyof typeof partOf] : 'addressLine', message);
  }
  if (said('mergedInto').text !== '') refuse('mergedInto', messages.rowMerged);
  if (!phone || !person.success || faults.length > 0) return { phone, faults, unknown: [] };
  const { name, email = null } = person.data;
  return { read: { phone, name, email, address: address?.data ?? null }, phone, faults, unknown: [] };
}
