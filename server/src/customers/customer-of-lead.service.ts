import { type SuggestionField, suggestionFields } from '#contract/customers.ts';
import type { ActorContext } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { type Contact, contactColumns, textKey } from './customer-contact.ts';
import { type CustomerRow, insertCustomer, lockCustomer, updateCustomer } from './customers.db.ts';
import { deleteWaiting, insertWaiting, isKnown } from './suggestions.db.ts';

type LeadContact = Contact & { id: string; phone: string };

/**
 * The customer of a lead that is being written: one per phone number, held until commit. The lead makes it, fills in what
 * it lacks, and suggests what it says differently; it never renames it.
 *
 * @param given the fields that this write of the lead says something new of.
 * @returns the customer's id.
 */
export async function keepCustomerOfLead(
  context: ActorContext,
  lead: LeadContact,
  given: readonly SuggestionField[] = suggestionFields,
): Promise<string> {
  const at = context.clock.now();
  const id = newId(at);
  const made = {
    id,
    mobile: lead.phone,
    ...contactColumns(lead, lead.phone),
    created_at: at,
    updated_at: at,
    last_modified_by: context.actor._id,
  };
  if (await insertCustomer(context.db, made)) return id;
  const known = await lockCustomer(context.db, { mobile: lead.phone });
  if (!known) throw new Error('The customer of a taken phone number is gone');
  for (const field of given) await compare(context, known, lead, field);
  return known.id;
}

/** Takes back what a lead suggested of the customer whose phone it no longer has. */
export function leaveCustomer({ db }: ActorContext, customerId: string, leadId: string): Promise<void> {
  return deleteWaiting(db, { customerId, leadId });
}

async function compare(
  { db, clock, actor }: ActorContext,
  row: CustomerRow,
  lead: LeadContact,
  field: SuggestionField,
): Promise<void> {
  const value = lead[field];
  const current = row[field];
  const customerId = row.id;
  const at = clock.now();
  if (value === null || (current !== null && textKey(value) === textKey(current))) {
    return deleteWaiting(db, { customerId, field, leadId: lead.id });
  }
  const key = textKey(value);
  if (await isKnown(db, { customerId, field, key })) return;
  if (current !== null) {
    return insertWaiting(db, { customerId, field, key, value, leadId: lead.id, by: actor._id, at });
  }
  const filled = { name: row.name, email: row.email, [field]: value };
  return updateCustomer(db, customerId, {
    ...contactColumns(filled, row.mobile),
    updated_at: at,
    last_modified_by: actor._id,
  });
}
